"""A file of JSON lines, each flushed at once, so that a crash keeps what came before it. Shared by the pytest plugin and the unittest hook."""

import json
import os

_state = {"pid": None, "file": None}


def open_lines(path):
    """False when the file cannot be written."""
    _state["pid"] = os.getpid()
    try:
        _state["file"] = open(path, "a", encoding="utf-8")
    except OSError:
        return False
    return True


def write_line(line):
    """Only the process that opened the file writes: a forked one holds it, too."""
    if _state["file"] is None or _state["pid"] != os.getpid():
        return
    try:
        _state["file"].write(json.dumps(line, default=str) + "\n")
        _state["file"].flush()
    except (OSError, ValueError):
        pass
