"""Which lines of the project each test executes: one JSON line a test; of a test that does not end, where it stands.

HEAL_COVERAGE_OUT names a folder, HEAL_COVERAGE_ROOT the tree; HEAL_COVERAGE_STUCK_AFTER, in milliseconds, is how long a test may run. A pytest plugin, and for unittest `install_unittest()`.
Only files below the root that are no tests and no libraries are watched. Works with every Python since 3.6; from 3.12 with
sys.monitoring, where a line costs nothing after it was seen once in a test.
"""

import functools
import json
import os
import sys
import threading
import time

_ROOT = os.path.realpath(os.environ.get("HEAL_COVERAGE_ROOT") or os.getcwd())
_FOREIGN = ("site-packages", "dist-packages", ".venv", "venv", "node_modules", ".tox", ".nox")
_LIMIT = 40 * 1024 * 1024
_STUCK_AFTER = float(os.environ.get("HEAL_COVERAGE_STUCK_AFTER") or 0) / 1000

_state = {"file": None, "pid": None, "written": 0, "lines": None, "tracer": None, "watcher": None}
_watched = {}


def _relative(filename):
    """Path below the root when the file is watched, else None."""
    if filename not in _watched:
        _watched[filename] = _judge(filename)
    return _watched[filename]


def _judge(filename):
    path = _of_project(filename)
    return None if path is None or _is_test(path) else path


def _is_test(path):
    name = path.split("/")[-1]
    return name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"


def _of_project(filename):
    if not filename.endswith(".py"):
        return None
    path = os.path.relpath(os.path.realpath(filename), _ROOT).replace(os.sep, "/")
    parts = path.split("/")
    return None if parts[0] == ".." or any(part in _FOREIGN for part in parts) else path


def _seen(path, line):
    lines = _state["lines"]
    if lines is not None:
        lines.setdefault(path, set()).add(line)


class _SetTrace(object):
    """For Pythons without sys.monitoring. Frames of other files are not traced further."""

    def start(self):
        threading.settrace(self._call)
        sys.settrace(self._call)

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)

    def _call(self, frame, event, arg):
        path = _relative(frame.f_code.co_filename)
        if path is None:
            return None

        def line(inner, kind, value):
            if kind == "line":
                _seen(path, inner.f_lineno)
            return line

        _seen(path, frame.f_lineno)
        return line


class _Monitoring(object):
    def __init__(self, tool):
        self._tool = tool
        sys.monitoring.use_tool_id(tool, "heal")
        sys.monitoring.register_callback(tool, sys.monitoring.events.LINE, self._line)

    def start(self):
        sys.monitoring.restart_events()
        sys.monitoring.set_events(self._tool, sys.monitoring.events.LINE)

    def stop(self):
        sys.monitoring.set_events(self._tool, 0)

    def _line(self, code, line):
        path = _relative(code.co_filename)
        if path is not None:
            _seen(path, line)
        return sys.monitoring.DISABLE


def _make_tracer():
    monitoring = getattr(sys, "monitoring", None)
    if monitoring is not None:
        for tool in (4, 3, monitoring.PROFILER_ID):
            if monitoring.get_tool(tool) is None:
                return _Monitoring(tool)
    # Somebody else traces (a debugger, a coverage tool): their trace is not taken from them.
    return None if sys.gettrace() is not None else _SetTrace()


def _write(line):
    folder = os.environ.get("HEAL_COVERAGE_OUT")
    if not folder or _state["written"] > _LIMIT:
        return
    if _state["pid"] != os.getpid():
        _state["pid"] = os.getpid()
        _state["file"] = None
    try:
        if _state["file"] is None:
            _state["file"] = open(os.path.join(folder, "coverage-%d.jsonl" % os.getpid()), "a", encoding="utf-8")
            _state["file"].write('{"heal": "coverage/1", "kind": "lines"}\n')
        text = json.dumps(line)
        _state["written"] += len(text)
        _state["file"].write(text + "\n")
        _state["file"].flush()
    except OSError:
        pass


def _watch(case):
    """From now on the thread has so long to come to an end of what it does."""
    if _STUCK_AFTER <= 0:
        return
    _unwatch()
    watcher = threading.Timer(_STUCK_AFTER, _tell_stuck, (case, threading.get_ident()))
    watcher.daemon = True
    _state["watcher"] = watcher
    watcher.start()


def _unwatch():
    if _state["watcher"] is not None:
        _state["watcher"].cancel()
        _state["watcher"] = None


def _tell_stuck(case, thread):
    """Looks at the thread some times over, and ends the process: nothing else would come of it."""
    stacks = []
    for _ in range(40):
        stacks.append(_stack_of(sys._current_frames().get(thread)))
        time.sleep(0.01)
    # Before its first test a process may have good reasons to take long.
    if case == "" and not any(not _is_test(path) for stack in stacks for path, _, _ in stack):
        return
    _write({"stuck": {"case": case}, "stacks": stacks})
    os._exit(70)


def _stack_of(frame):
    """Tests with it, as they tell which of them was running."""
    found = []
    while frame is not None and len(found) < 200:
        path = _of_project(frame.f_code.co_filename)
        if path is not None:
            found.append([path, frame.f_lineno, frame.f_code.co_name[:200]])
        frame = frame.f_back
    return found


def _begin(case):
    _watch(case)
    if _state["tracer"] is None:
        _state["tracer"] = _make_tracer() or False
    if _state["tracer"]:
        _state["lines"] = {}
        _state["tracer"].start()


def _end(case):
    _unwatch()
    if not _state["tracer"]:
        return
    _state["tracer"].stop()
    lines = _state["lines"] or {}
    _state["lines"] = None
    _write({"case": case, "lines": {path: sorted(found) for path, found in sorted(lines.items())}})


try:
    import pytest

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(item, nextitem):
        _begin(item.nodeid)
        yield
        _end(item.nodeid)

except ImportError:
    pass


def install_unittest():
    from unittest.case import TestCase

    original = TestCase.run

    @functools.wraps(original)
    def run(self, result=None):
        if _state["lines"] is not None:
            return original(self, result)
        _begin(self.id())
        try:
            return original(self, result)
        finally:
            _end(self.id())

    TestCase.run = run


_watch("")
