"""Writes one JSON line for everything unittest's result class is told, flushed at once, so that a crash keeps what came before it.

HEAL_UNITTEST_REPORT names the file. HEAL_UNITTEST_ONLY, when set, names a JSON file
{"root": folder, "cases": [[file, title, ...], ...]}: every other test is left out. Works with every Python since 3.6.
"""

import functools
import json
import os
import sys
import time
import traceback

from heal_failures import cap, detail, shown
from heal_lines import open_lines, write_line

__unittest = True  # keeps this file out of printed tracebacks

_state = {"started": {}}


def _module_file(name):
    module = sys.modules.get(name)
    path = getattr(module, "__file__", None)
    return os.path.abspath(path) if path else ""


def _search(dotted):
    """The file of a module that could not be imported: the longest part of its name that is a file on sys.path."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        for folder in sys.path:
            stem = os.path.join(os.path.abspath(folder or "."), *parts[:length])
            for path in (stem + ".py", os.path.join(stem, "__init__.py")):
                if os.path.isfile(path):
                    return path
    return ""


def _identity(test):
    """{"file", "titles", "kind", "id"} of a test, a subtest, a module that did not load, or a class or module fixture."""
    kind = type(test).__name__
    reported = str(test.id()) if hasattr(test, "id") else str(test)
    if kind == "_FailedTest":
        name = getattr(test, "_testMethodName", reported)
        return {"file": _search(name), "titles": [], "kind": "load", "id": name}
    if kind == "_ErrorHolder":
        word, _, place = getattr(test, "description", reported).partition(" (")
        place = place.rstrip(")")
        module, _, name = place.rpartition(".")
        path = _module_file(place)
        titles = [word] if path else [name, word]
        return {"file": path or _module_file(module), "titles": titles, "kind": "hook", "id": reported}
    if kind == "_SubTest":
        outer = _identity(test.test_case)
        told = test._subDescription()
        return {"file": outer["file"], "titles": outer["titles"] + [cap(told, 300)], "kind": "test", "id": outer["id"] + " " + told}
    if kind == "FunctionTestCase" or not hasattr(test, "_testMethodName"):
        return {"file": _module_file(type(test).__module__), "titles": [reported], "kind": "test", "id": reported}
    return {"file": _module_file(type(test).__module__), "titles": [type(test).__qualname__, test._testMethodName], "kind": "test", "id": reported}


def _case(test, status, error=None, note=None):
    line = dict(_identity(test), event="case", status=status)
    started = _state["started"].get(id(test))
    line["seconds"] = time.time() - started if started is not None else 0
    if error is not None:
        value = error[1]
        line["detail"] = detail(value, getattr(value, "heal_compare", None))
        line["text"] = cap("".join(traceback.format_exception(*error)))
    if note is not None:
        line["note"] = cap(str(note), 500)
    write_line(line)


def _around(cls, name, told):
    original = getattr(cls, name, None)
    if original is None:
        return

    @functools.wraps(original)
    def method(self, test, *rest, **named):
        try:
            told(test, *rest, **named)
        except Exception as error:
            write_line({"event": "trouble", "text": cap(str(error), 500)})
        return original(self, test, *rest, **named)

    setattr(cls, name, method)


def _start(test):
    _state["started"][id(test)] = time.time()
    write_line(dict(_identity(test), event="start"))


def _subtest(test, subtest, error):
    if error is None:
        _case(subtest, "passed")
    else:
        _case(subtest, "failed", error)


def _hook_result(cls):
    _around(cls, "startTest", _start)
    _around(cls, "addSuccess", lambda test: _case(test, "passed"))
    _around(cls, "addFailure", lambda test, error: _case(test, "failed", error))
    _around(cls, "addError", lambda test, error: _case(test, "failed", error))
    _around(cls, "addSkip", lambda test, reason: _case(test, "skipped", note=reason))
    _around(cls, "addExpectedFailure", lambda test, error: _case(test, "skipped"))
    _around(cls, "addUnexpectedSuccess", lambda test: _case(test, "failed", note="unexpected success"))
    _around(cls, "addSubTest", _subtest)


def _keep_values(cls):
    """Remembers both sides of an equality that failed."""
    original = cls.assertEqual

    @functools.wraps(original)
    def assert_equal(self, first, second, msg=None):
        try:
            original(self, first, second, msg)
        except AssertionError as error:
            error.heal_compare = {"expected": shown(second), "actual": shown(first)}
            raise

    cls.assertEqual = assert_equal


def _wanted():
    path = os.environ.get("HEAL_UNITTEST_ONLY")
    if not path:
        return None
    with open(path, encoding="utf-8") as source:
        told = json.load(source)
    root = os.path.realpath(told["root"])
    return {(os.path.realpath(os.path.join(root, case[0])),) + tuple(case[1:]) for case in told["cases"]}


def _only(test, wanted):
    """The same suites with nothing but the wanted tests in them."""
    if not hasattr(test, "_testMethodName") and hasattr(test, "__iter__"):
        kept = [part for part in (_only(part, wanted) for part in test) if part is not None]
        return type(test)(kept) if kept else None
    told = _identity(test)
    place = (os.path.realpath(told["file"]),) + tuple(told["titles"])
    return test if any(place[:length] in wanted for length in range(1, len(place) + 1)) else None


def _hook_runner(runner):
    original = runner.TextTestRunner.run

    @functools.wraps(original)
    def run(self, test):
        wanted = _wanted()
        if wanted is not None:
            test = _only(test, wanted) or type(test)()
        write_line({"event": "run", "count": test.countTestCases() if hasattr(test, "countTestCases") else 0})
        result = original(self, test)
        write_line({"event": "finish", "green": bool(result.wasSuccessful())})
        return result

    runner.TextTestRunner.run = run


def install(runner):
    from unittest.case import TestCase
    from unittest.result import TestResult

    if not open_lines(os.environ["HEAL_UNITTEST_REPORT"]):
        return
    write_line({"event": "unittest", "python": sys.version.split()[0]})
    _hook_result(TestResult)
    _keep_values(TestCase)
    _hook_runner(runner)
