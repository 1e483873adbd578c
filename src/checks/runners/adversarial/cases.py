

# Cases that record what a call gives: one JSON line before it, one after it. HEAL_CASES_OUT names a folder.
def _heal_case(number, call, holds=None):
    import asyncio
    import inspect
    import itertools
    import json
    import os
    import re
    import signal
    import threading

    class Hung(BaseException):
        pass

    def tell(kind, text=""):
        with open(os.path.join(os.environ["HEAL_CASES_OUT"], "cases.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps({"case": number, "kind": kind, "text": text[:2000]}) + "\n")

    def give_up(_signal, _frame):
        raise Hung()

    async def waited(value):
        return await value

    def result_of():
        value = call()
        if inspect.isawaitable(value):
            value = asyncio.run(waited(value))
        return list(itertools.islice(value, 1000)) if hasattr(value, "__next__") else value

    def shown(value):
        return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value))

    def kept(value):
        try:
            return holds is None or holds(value)
        except Exception:
            return False

    def run():
        try:
            value = result_of()
            text = shown(value)
        except Hung:
            return "hung", ""
        except BaseException as error:
            return "raised", "%s: %s" % (type(error).__name__, re.sub(r" at 0x[0-9a-fA-F]+", "", str(error)))
        return ("value" if kept(value) else "invariant-broken"), text

    timed = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    tell("started")
    before = signal.signal(signal.SIGALRM, give_up) if timed else None
    if timed:
        signal.setitimer(signal.ITIMER_REAL, 2, 1)
    try:
        kind, text = run()
    except Hung:
        kind, text = "hung", ""
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    tell(kind, text)
