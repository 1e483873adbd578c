"""What an exception says, as plain values for a JSON line. Shared by the pytest plugin and the unittest hook."""

import os
import traceback

LIMIT = 40000
REPR_LIMIT = 4000


def cap(text, limit=LIMIT):
    if len(text) <= limit:
        return text
    half = limit // 2
    return text[:half] + "\n...\n" + text[-half:]


def shown(value):
    try:
        return cap(repr(value), REPR_LIMIT)
    except Exception:
        return "<unprintable %s>" % type(value).__name__


def _type_name(error):
    kind = type(error)
    module = getattr(kind, "__module__", "builtins")
    return kind.__name__ if module in ("builtins", "__main__", None) else module + "." + kind.__qualname__


def _message(error):
    try:
        return cap(str(error))
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


def _told(error):
    return {"type": _type_name(error), "message": _message(error), "frames": _frames(error)}


def detail(error, compare=None):
    """The headline is the last exception of a chain; a pytest collection error is only a wrapper around its cause."""
    if type(error).__name__ == "CollectError" and _cause(error) is not None:
        error = _cause(error)
    told = _told(error)
    seen = [error]
    cause = _cause(error)
    while cause is not None and cause not in seen and len(seen) < 6:
        told.setdefault("causes", []).append(_told(cause))
        seen.append(cause)
        cause = _cause(cause)
    if compare is not None and isinstance(error, AssertionError):
        told.update(compare)
    example = getattr(error, "example", None)
    if example is not None and hasattr(error, "got"):
        told.update({"type": "DocTestFailure", "expected": str(example.want).rstrip("\n"), "actual": str(error.got).rstrip("\n")})
    return told
