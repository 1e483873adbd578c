"""Pytest plugin: writes one JSON line for everything that happens, flushed at once, so that a crash keeps what came before it.

HEAL_PYTEST_REPORT names the file. HEAL_PYTEST_ONLY, when set, names a JSON file {"root": folder, "ids": ["tests/test_a.py::test_b[1]", ...]};
every other item is deselected. Written for every Python since 3.6 and every pytest since 5.
"""

import json
import os
import traceback

import pytest

LIMIT = 40000
REPR_LIMIT = 4000

_state = {"pid": None, "file": None, "compare": None, "narrowed": False}


def _write(line):
    if _state["file"] is None or _state["pid"] != os.getpid():
        return
    try:
        _state["file"].write(json.dumps(line, default=str) + "\n")
        _state["file"].flush()
    except (OSError, ValueError):
        pass


def _cap(text, limit=LIMIT):
    if len(text) <= limit:
        return text
    half = limit // 2
    return text[:half] + "\n...\n" + text[-half:]


def _repr(value):
    try:
        return _cap(repr(value), REPR_LIMIT)
    except Exception:
        return "<unprintable %s>" % type(value).__name__


def _type_name(error):
    kind = type(error)
    module = getattr(kind, "__module__", "builtins")
    return kind.__name__ if module in ("builtins", "__main__", None) else module + "." + kind.__qualname__


def _message(error):
    try:
        return _cap(str(error))
    except Exception:
        return "<unprintable %s>" % type(error).__name__


def _frames(error):
    """Innermost first: [path, line, function]."""
    found = []
    try:
        for frame in traceback.extract_tb(error.__traceback__):
            found.append([os.path.abspath(frame.filename) if os.path.exists(frame.filename) else frame.filename, frame.lineno, frame.name])
    except Exception:
        pass
    found.reverse()
    if isinstance(error, SyntaxError) and error.filename:
        found.insert(0, [error.filename, error.lineno or 1, "<module>"])
    return found[:60]


def _cause(error):
    if error.__cause__ is not None:
        return error.__cause__
    return None if error.__suppress_context__ else error.__context__


def _detail(error):
    """The headline is the last exception of a chain; a collection error is only a wrapper around its cause."""
    if type(error).__name__ == "CollectError" and _cause(error) is not None:
        error = _cause(error)
    detail = {"type": _type_name(error), "message": _message(error), "frames": _frames(error)}
    seen = [error]
    cause = _cause(error)
    while cause is not None and cause not in seen and len(seen) < 6:
        detail.setdefault("causes", []).append({"type": _type_name(cause), "message": _message(cause), "frames": _frames(cause)})
        seen.append(cause)
        cause = _cause(cause)
    compare = _state["compare"]
    if compare is not None and isinstance(error, AssertionError):
        detail.update(compare)
    example = getattr(error, "example", None)
    if example is not None and hasattr(error, "got"):
        detail.update({"type": "DocTestFailure", "expected": str(example.want).rstrip("\n"), "actual": str(error.got).rstrip("\n")})
    return detail


def pytest_configure(config):
    path = os.environ.get("HEAL_PYTEST_REPORT")
    if not path or hasattr(config, "workerinput"):
        return
    _state["pid"] = os.getpid()
    try:
        _state["file"] = open(path, "a", encoding="utf-8")
    except OSError:
        return
    root = getattr(config, "rootdir", None) or getattr(config, "rootpath", "")
    _write({"event": "session", "root": str(root), "pytest": getattr(pytest, "__version__", "")})


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    path = os.environ.get("HEAL_PYTEST_ONLY")
    if not path:
        return
    with open(path, encoding="utf-8") as source:
        wanted = json.load(source)
    root = os.path.realpath(wanted["root"])
    ids = set(wanted["ids"])
    kept, dropped = [], []
    for item in items:
        head, separator, rest = str(item.nodeid).partition("::")
        place = os.path.relpath(os.path.realpath(os.path.join(str(config.rootdir), head)), root)
        (kept if place + separator + rest in ids or place in ids else dropped).append(item)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        _state["narrowed"] = True
    items[:] = kept


def pytest_collection_finish(session):
    _write({"event": "collected", "count": len(session.items)})


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector):
    outcome = yield
    report = outcome.get_result()
    call = getattr(report, "call", None)
    error = getattr(getattr(call, "excinfo", None), "value", None)
    if report.failed and error is not None:
        report.heal_detail = _detail(error)


def pytest_collectreport(report):
    if report.passed:
        return
    line = {"event": "collect", "id": str(report.nodeid), "outcome": report.outcome}
    if report.failed:
        line.update({"text": _cap(str(getattr(report, "longreprtext", "") or report.longrepr or "")), "detail": getattr(report, "heal_detail", None)})
    _write(line)


def pytest_runtest_logstart(nodeid, location):
    _state["compare"] = None
    _write({"event": "start", "id": str(nodeid)})


@pytest.hookimpl(tryfirst=True)
def pytest_assertrepr_compare(config, op, left, right):
    if op in ("==", "is", "in"):
        _state["compare"] = {"expected": _repr(right), "actual": _repr(left)}
    return None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    error = getattr(call.excinfo, "value", None)
    if error is not None and report.outcome not in ("passed", "skipped"):
        report.heal_detail = _detail(error)


def _subtest(report):
    context = getattr(report, "context", None)
    if context is None or "subtest" not in type(report).__name__.lower():
        return None
    for name in ("_sub_test_description", "sub_test_description"):
        if hasattr(report, name):
            return getattr(report, name)()
    return "(<subtest>)"


def pytest_runtest_logreport(report):
    line = {"event": "report", "id": str(report.nodeid), "when": report.when, "outcome": report.outcome, "seconds": getattr(report, "duration", 0)}
    subtest = _subtest(report)
    if subtest is not None:
        line["subtest"] = _cap(subtest, 300)
    if hasattr(report, "wasxfail"):
        line["xfail"] = True
    if report.outcome not in ("passed", "skipped"):
        line.update({"text": _cap(str(getattr(report, "longreprtext", "") or report.longrepr or "")), "detail": getattr(report, "heal_detail", None)})
        line["sections"] = [[str(title), _cap(str(content), 4000)] for title, content in getattr(report, "sections", [])][:6]
    _write(line)


def pytest_internalerror(excrepr):
    _write({"event": "internal-error", "text": _cap(str(excrepr))})


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    status = int(exitstatus)
    if _state["narrowed"] and status == 5:
        session.exitstatus = status = 0
    _write({"event": "finish", "exit": status})
