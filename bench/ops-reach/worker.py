"""Judges candidates: one JSON line {code, tests} in, one line {verdict, message} out. Each runs in a fork under a time limit."""
import ast
import io
import json
import os
import resource
import signal
import sys


class Reporting(ast.NodeTransformer):
    """Makes a failed comparison say what it saw, as a test runner would."""

    def visit_Assert(self, node):
        if not isinstance(node.test, ast.Compare):
            return node
        seen = ast.Assign(targets=[ast.Name("_seen", ast.Store())], value=node.test.left)
        test = ast.Compare(left=ast.Name("_seen", ast.Load()), ops=node.test.ops, comparators=node.test.comparators)
        message = ast.Call(func=ast.Name("repr", ast.Load()), args=[ast.Name("_seen", ast.Load())], keywords=[])
        return [ast.copy_location(seen, node), ast.copy_location(ast.Assert(test=test, msg=message), node)]


def run(task, out):
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    signal.setitimer(signal.ITIMER_PROF, task.get("seconds", 2))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    sys.stdout = sys.stderr = io.StringIO()
    try:
        tests = ast.fix_missing_locations(Reporting().visit(ast.parse(task["tests"])))
        scope = {"__name__": "candidate"}
        exec(compile(task["code"], "candidate.py", "exec"), scope)
        exec(compile(tests, "tests.py", "exec"), scope)
        answer = {"verdict": "green", "message": ""}
    except BaseException as error:
        answer = {"verdict": "red", "message": f"{type(error).__name__}: {error}"[:300]}
    os.write(out, json.dumps(answer).encode()[:4000])
    os._exit(0)


for line in sys.stdin:
    task = json.loads(line)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        run(task, write)
    os.close(write)
    chunks = []
    while chunk := os.read(read, 65536):
        chunks.append(chunk)
    os.close(read)
    os.waitpid(child, 0)
    text = b"".join(chunks).decode()
    print(text if text else json.dumps({"verdict": "red", "message": "timed out"}), flush=True)
