"""Pytest plugin: writes one JSON line for everything that happens, flushed at once, so that a crash keeps what came before it.

HEAL_PYTEST_REPORT names the file. HEAL_PYTEST_ONLY, when set, names a JSON file {"root": folder, "ids": ["tests/test_a.py::test_b[1]", ...]};
every other item is deselected. Written for every Python since 3.6 and every pytest since 5.
"""

import json
import os

import pytest
from heal_failures import cap, detail, shown
from heal_lines import open_lines, write_line

_state = {"compare": None, "narrowed": False}


def pytest_configure(config):
    path = os.environ.get("HEAL_PYTEST_REPORT")
    if not path or hasattr(config, "workerinput"):
        return
    if not open_lines(path):
        return
    root = getattr(config, "rootdir", None) or getattr(config, "rootpath", "")
    write_line({"event": "session", "root": str(root), "pytest": getattr(pytest, "__version__", "")})


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
    write_line({"event": "collected", "count": len(session.items)})


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector):
    outcome = yield
    report = outcome.get_result()
    call = getattr(report, "call", None)
    error = getattr(getattr(call, "excinfo", None), "value", None)
    if report.failed and error is not None:
        report.heal_detail = detail(error, _state["compare"])


def pytest_collectreport(report):
    if report.passed:
        return
    line = {"event": "collect", "id": str(report.nodeid), "outcome": report.outcome}
    if report.failed:
        line.update({"text": cap(str(getattr(report, "longreprtext", "") or report.longrepr or "")), "detail": getattr(report, "heal_detail", None)})
    write_line(line)


def pytest_runtest_logstart(nodeid, location):
    _state["compare"] = None
    write_line({"event": "start", "id": str(nodeid)})


@pytest.hookimpl(tryfirst=True)
def pytest_assertrepr_compare(config, op, left, right):
    if op in ("==", "is", "in"):
        _state["compare"] = {"expected": shown(right), "actual": shown(left)}
    return None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    error = getattr(call.excinfo, "value", None)
    if error is not None and report.outcome not in ("passed", "skipped"):
        report.heal_detail = detail(error, _state["compare"])


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
        line["subtest"] = cap(subtest, 300)
    if hasattr(report, "wasxfail"):
        line["xfail"] = True
    if report.outcome not in ("passed", "skipped"):
        line.update({"text": cap(str(getattr(report, "longreprtext", "") or report.longrepr or "")), "detail": getattr(report, "heal_detail", None)})
        line["sections"] = [[str(title), cap(str(content), 4000)] for title, content in getattr(report, "sections", [])][:6]
    write_line(line)


def pytest_internalerror(excrepr):
    write_line({"event": "internal-error", "text": cap(str(excrepr))})


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    status = int(exitstatus)
    if _state["narrowed"] and status == 5:
        session.exitstatus = status = 0
    write_line({"event": "finish", "exit": status})
