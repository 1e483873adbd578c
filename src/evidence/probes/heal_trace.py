"""Arguments, locals and returns of a few named functions while a test runs: the first and the last steps, as one JSON file a process.

HEAL_TRACE_OUT names a folder, HEAL_TRACE_ROOT the tree, HEAL_TRACE_TARGETS a JSON list of [file, function, first line, last line].
A pytest plugin, and for unittest `install_unittest()`. The file is written while the test runs, so that one that never ends leaves it too.
"""

import dis
import functools
import json
import os
import reprlib
import sys
import threading
import time

_ROOT = os.path.realpath(os.environ.get("HEAL_TRACE_ROOT") or os.getcwd())
_KEPT = 5
_CHARACTERS = 200
_NAMES = 12
# Steps after which lines are passed over: calls and returns still tell how it went on.
_LINES_UNTIL = 20000
_SECONDS_BETWEEN_WRITES = 0.5

_state = {"first": [], "last": [], "omitted": 0, "steps": 0, "written": 0.0, "running": False, "limit": 0}
_pending = {}
# Generators that wait, by what cannot keep them alive.
_waiting = set()
# Frames that the tracer itself needs above one of the code's.
_FRAMES = 200
_GENERATOR, _COROUTINE, _ASYNC_GENERATOR = 0x20, 0x80, 0x200
_targets = []
_found = {}

_printer = reprlib.Repr()
_printer.maxlevel = 4
_printer.maxstring = _printer.maxother = _printer.maxlong = _CHARACTERS
_printer.maxlist = _printer.maxtuple = _printer.maxset = _printer.maxfrozenset = _printer.maxdeque = _printer.maxdict = _printer.maxarray = 12


def _text(value):
    try:
        text = _printer.repr(value)
    except BaseException as error:  # SystemExit and pytest's own are none of Exception, and a look at a value must end nothing.
        text = "<%s: its repr raised %s>" % (type(value).__name__, type(error).__name__)
    return text if len(text) <= _CHARACTERS else text[: _CHARACTERS - 3] + "..."


def _values(named):
    shown = [(name, value) for name, value in named.items() if not name.startswith(("@", ".", "__"))]
    return {name: _text(value) for name, value in shown[:_NAMES]}


def _load_targets():
    try:
        given = json.loads(os.environ.get("HEAL_TRACE_TARGETS") or "[]")
    except ValueError:
        given = []
    for file, name, first, last in given:
        _targets.append((os.path.join(_ROOT, file), file, name, first, last))


def _target(code):
    """(file, function) when the code belongs to a function that is asked for, else None."""
    if code not in _found:
        _found[code] = _judge(code)
    return _found[code]


def _judge(code):
    if code.co_name.startswith("<") or not code.co_filename.endswith(".py"):
        return None
    path = os.path.realpath(code.co_filename)
    for target, file, name, first, last in _targets:
        own = code.co_name == name.split(".")[-1] and 0 <= first - code.co_firstlineno <= 40
        if path == target and (own or first <= code.co_firstlineno <= last):
            return (file, name)
    return None


def _add(step):
    _state["steps"] += 1
    if len(_state["first"]) < _KEPT:
        _state["first"].append(step)
    else:
        _state["last"].append(step)
        if len(_state["last"]) > _KEPT:
            _state["last"].pop(0)
            _state["omitted"] += 1
    if _state["steps"] == _LINES_UNTIL or time.time() - _state["written"] > _SECONDS_BETWEEN_WRITES:
        _write()


def _write():
    folder = os.environ.get("HEAL_TRACE_OUT")
    _state["written"] = time.time()
    if not folder or _state["steps"] == 0:
        return
    path = os.path.join(folder, "trace-%d.json" % os.getpid())
    told = {"heal": "trace/1", "first": _state["first"], "last": _state["last"], "omitted": _state["omitted"]}
    try:
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(told, file)
        os.replace(path + ".new", path)
    except OSError:
        pass


def _step(frame, event, values):
    file, name = _target(frame.f_code)
    _add({"file": file, "line": frame.f_lineno, "function": name, "event": event, "values": values})


def _call(frame, event, arg):
    if not _state["running"] or _target(frame.f_code) is None:
        return None
    if (id(frame), frame.f_code) in _waiting:
        _waiting.discard((id(frame), frame.f_code))
        return _local
    _step(frame, "call", _values(frame.f_locals))
    return _local


def _is_waiting(frame):
    """Python tells of `yield` and `await` as of a return; the function goes on afterwards."""
    code = frame.f_code
    if not code.co_flags & (_GENERATOR | _COROUTINE | _ASYNC_GENERATOR) or frame.f_lasti < 0:
        return False
    before, here, after = (code.co_code[max(at, 0) : max(at, 0) + 1] for at in (frame.f_lasti - 2, frame.f_lasti, frame.f_lasti + 2))
    if _opcode(here) in ("YIELD_VALUE", "YIELD_FROM"):
        return True
    # Before Python 3.11 one that waits for another stands in front of the instruction, since 3.13 all stand behind it.
    return _opcode(after) == "YIELD_FROM" or (_opcode(here), _opcode(before)) == ("RESUME", "YIELD_VALUE")


def _opcode(instruction):
    return "".join(dis.opname[number] for number in bytearray(instruction))


def _wait(frame, arg):
    _waiting.add((id(frame), frame.f_code))
    # What a coroutine hands to its loop is no value of its own.
    if not frame.f_code.co_flags & (_COROUTINE | _ASYNC_GENERATOR):
        _step(frame, "line", {"yield": _text(arg)})


def _local(frame, event, arg):
    if not _state["running"]:
        return None
    if event == "line":
        _pending.pop(frame, None)
        if _state["steps"] < _LINES_UNTIL:
            _step(frame, "line", _values(frame.f_locals))
    elif event == "exception":
        _pending[frame] = arg[1] if arg[1] is not None else arg[0]
    elif event == "return":
        error = _pending.pop(frame, None)
        if error is None and _is_waiting(frame):
            _wait(frame, arg)
        elif error is not None and arg is None:
            _step(frame, "throw", {"throw": _text(error)})
        else:
            _step(frame, "return", {"return": _text(arg)})
    return _local


def _begin():
    # Somebody else traces (a debugger, a coverage tool): their trace is not taken from them.
    if sys.gettrace() is not None:
        return
    if not _targets:
        _load_targets()
    _state["running"] = bool(_targets)
    if _state["running"]:
        _state["limit"] = sys.getrecursionlimit()
        sys.setrecursionlimit(_state["limit"] + _FRAMES)
        threading.settrace(_call)
        sys.settrace(_call)


def _end():
    if not _state["running"]:
        return
    _state["running"] = False
    sys.settrace(None)
    threading.settrace(None)
    if sys.getrecursionlimit() == _state["limit"] + _FRAMES:
        sys.setrecursionlimit(_state["limit"])
    _write()


try:
    import pytest

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(item, nextitem):
        _begin()
        yield
        _end()

except ImportError:
    pass


def install_unittest():
    from unittest.case import TestCase

    original = TestCase.run

    @functools.wraps(original)
    def run(self, result=None):
        _begin()
        try:
            return original(self, result)
        finally:
            _end()

    TestCase.run = run
