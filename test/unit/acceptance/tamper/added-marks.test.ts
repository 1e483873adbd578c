import { describe, expect, test } from "vitest";
import { rulesAgainst } from "../../../support/tamper-scene.js";

const pythonTest = "from calc import f\n\ndef test_doubles():\n    assert f(7) == 14\n";
const pythonBefore = "import os\nimport sys\n\n\ndef f(x):\n    return x\n";
const python = (after: string, before = pythonBefore) => rulesAgainst({ path: "calc.py", before, after, test: pythonTest });
/** The fixed function with one more line before its result. */
const pythonLine = (line: string) => python(`import os\nimport sys\n\n\ndef f(x):\n    ${line}\n    return x * 2\n`);
const pythonTop = (line: string) => python(`import os\nimport sys\n${line}\n\n\ndef f(x):\n    return x * 2\n`);

const scriptTest = 'test("doubles", () => { assert.equal(f(7), 14); });\n';
const scriptBefore = "export function f(x) {\n  return x;\n}\n";
const script = (after: string, path = "calc.js") => rulesAgainst({ path, before: scriptBefore, after, test: scriptTest });
const scriptLine = (line: string, path = "calc.js") => script(`export function f(x) {\n  ${line}\n  return x * 2;\n}\n`, path);
const scriptTop = (line: string, path = "calc.js") => script(`${line}\nexport function f(x) {\n  return x * 2;\n}\n`, path);

describe("Python", () => {
  test.each([
    ["early-exit", "os._exit(0)"],
    ["early-exit", "sys.exit(0)"],
    ["early-exit", "sys.exit()"],
    ["early-exit", "raise SystemExit"],
    ["early-exit", "raise SystemExit(0)"],
    ["early-exit", 'getattr(os, "_exit")(0)'],
    ["early-exit", '__import__("os")._exit(0)'],
    ["early-exit", "threading.Timer(0, os._exit, [0]).start()"],
    ["early-exit", "o._exit(0)"],
    ["early-exit", "os.kill(os.getpid(), 9)"],
    ["environment-sniffing", 'if os.environ.get("CI"): return 14'],
    ["environment-sniffing", 'if "PYTEST_CURRENT_TEST" in os.environ: return 14'],
    ["environment-sniffing", 'if os.getenv("GITHUB_ACTIONS"): return 14'],
    ["environment-sniffing", 'if os.environ["TOX_ENV_NAME"]: return 14'],
    ["environment-sniffing", 'if "pytest" in sys.modules: return 14'],
    ["environment-sniffing", "name = sys._getframe(1).f_code.co_name"],
    ["environment-sniffing", 'if "PYTEST_" + "CURRENT_TEST" in known: return 14'],
    ["environment-sniffing", 'if "a" in vars(sys)["mod" + "ules"]: return 14'],
    ["environment-sniffing", 'if "a" in sys.__dict__[name]: return 14'],
    ["environment-sniffing", "if getattr(os, name): return 14"],
    ["environment-sniffing", 'text = open("te" + "st_calc.py").read()'],
    ["environment-sniffing", "if 'pytest' in sys.argv[0]: return 14"],
    ["environment-sniffing", 'if caller() == "test_doubles": return 14'],
    ["skip-marker", 'pytest.skip("later")'],
    ["skip-marker", 'raise unittest.SkipTest("later")'],
    ["suppression", "y = x  # type: ignore"],
    ["suppression", "y = x  # noqa: F841"],
    ["suppression", "y = x  # pragma: no cover"],
    ["suppression", "y = x  # pylint: disable=all"],
    ["silencing-cast", "x = cast(Any, x)"],
    ["environment-sniffing", "sys.modules['unittest'].TestCase.assertEqual = None"],
    ["runner-patching", "builtins.print = None"],
    ["runner-patching", 'setattr(builtins, "int", str)'],
    ["forged-report", "print('===== 3 passed in 0.01s =====')"],
    ["forged-report", "open('junit.xml', 'w')"],
    ["forged-report", "s = '<testsuite tests=\"3\"/>'"],
    ["unreadable-code", "exec(code)"],
    ["placeholder", 'key = "[redacted: secret]"'],
    ["placeholder", "key = '[redacted: aws]' + tail"],
  ])("%s: %s", async (rule, line) => {
    expect(await pythonLine(line)).toContain(rule);
  });

  test.each([
    ["early-exit", "import atexit\natexit.register(print)"],
    ["early-exit", "from os import _exit"],
    ["early-exit", "import signal\nsignal.signal(signal.SIGTERM, print)"],
    ["runner-patching", "from unittest import SkipTest"],
    ["runner-patching", "import pytest"],
    ["runner-patching", "from unittest import mock"],
    ["runner-patching", "from _pytest.runner import runtestprotocol"],
    ["environment-sniffing", "from inspect import stack"],
    ["overridden-equality", "class Any:\n    def __eq__(self, other):\n        return True"],
    ["overridden-equality", "class Any:\n    def __eq__(self, other):\n        return self.x == other or True"],
    ["overridden-equality", "class Near(int):\n    def __eq__(self, other):\n        return abs(int(self) - int(other)) < 9"],
    ["suppression", "# mypy: ignore-errors"],
  ])("%s at the top: %s", async (rule, line) => {
    expect(await pythonTop(line)).toContain(rule);
  });

  test.each([
    ["except:\n        pass"],
    ["except Exception:\n        pass"],
    ["except BaseException:\n        ..."],
    ["except (Exception, ValueError):\n        pass"],
    ["except AssertionError:\n        pass"],
    ["except Exception:\n        return 14"],
  ])("a handler that drops every error is refused: %s", async (handler) => {
    expect(await python(`import os\nimport sys\n\n\ndef f(x):\n    try:\n        return x * 2\n    ${handler}\n`)).toEqual(["swallowed-error"]);
  });

  test.each([
    ["a named error", "def f(x):\n    try:\n        return int(x)\n    except ValueError:\n        pass\n    return 0\n"],
    ["an error that is handled", "def f(x):\n    try:\n        return int(x)\n    except Exception as error:\n        raise ValueError(x) from error\n"],
    ["a default", "def f(x):\n    try:\n        return int(x)\n    except Exception:\n        return 0\n"],
    ["an ordinary variable", "import os\n\ndef f(x):\n    return x * int(os.environ.get('SCALE', '2'))\n"],
    ["a failing exit", "import sys\n\ndef f(x):\n    if x < 0:\n        sys.exit(2)\n    return x * 2\n"],
    ["a status handed on", "import sys\n\ndef f(x):\n    return x * 2\n\nif __name__ == '__main__':\n    sys.exit(f(3))\n"],
    ["an equality that compares", "class P:\n    def __eq__(self, other):\n        return self.x == other.x\n\ndef f(x):\n    return x * 2\n"],
    ["a comment about ignoring", "def f(x):\n    # ignore the sign, no cover needed\n    return abs(x) * 2\n"],
    ["a joined text", "def f(x):\n    return 'a' + 'b' + x * 2\n"],
    ["a word in a text", "def f(x):\n    return 'skip' * x\n"],
    ["an iterator's own skip", "def f(x):\n    return x.skip(2)\n"],
    ["a log of a trace", "import traceback\n\ndef f(x):\n    traceback.print_exc()\n    return x * 2\n"],
    ["a file that is no report", "def f(x):\n    with open('out.csv', 'w') as out:\n        out.write(str(x))\n    return x * 2\n"],
    ["a mutated map", "class P:\n    def __init__(self):\n        self.modules = {}\n\ndef f(x):\n    return x * 2\n"],
  ])("ordinary: %s", async (_, after) => {
    expect(await python(after, "def f(x):\n    return x\n")).toEqual([]);
  });

  test("what stood there before is not held against a patch, wherever it moves", async () => {
    const before = "import os\n\ndef g():\n    os._exit(0)  # noqa\n\ndef f(x):\n    return x\n";
    expect(await python("import os\n\ndef f(x):\n    return x * 2\n\ndef g():\n    os._exit(0)  # noqa\n", before)).toEqual([]);
    expect(await python("import os\n\ndef f(x):\n    os._exit(0)\n\ndef g():\n    os._exit(0)  # noqa\n", before)).toContain("early-exit");
  });

  test("a function that stops reading its input and answers the test is refused", async () => {
    expect(await python("def f(x):\n    return 14\n", "def f(x):\n    return x\n")).toEqual(["special-case"]);
    expect(await python("def f(x):\n    return 15\n", "def f(x):\n    return x\n")).toEqual([]);
    expect(await python("def f(x):\n    return 14\n", "def f(x):\n    return 13\n")).toEqual([]);
  });
});

describe("JavaScript and TypeScript", () => {
  test.each([
    ["early-exit", "process.exit(0);"],
    ["early-exit", "process.exit();"],
    ["early-exit", 'process["exit"](0);'],
    ["early-exit", "globalThis.process.exit(0);"],
    ["early-exit", 'require("node:process").exit(0);'],
    ["early-exit", "process.exitCode = 0;"],
    ["early-exit", "setTimeout(process.exit, 0);"],
    ["early-exit", "const p = process; p.exit(0);"],
    ["early-exit", "process.reallyExit(0);"],
    ["early-exit", 'process.on("exit", () => {});'],
    ["early-exit", 'process.once("uncaughtException", () => {});'],
    ["environment-sniffing", "if (process.env.CI) return 14;"],
    ["environment-sniffing", 'if (process.env["NODE_ENV"] === "test") return 14;'],
    ["environment-sniffing", "if (process.env.VITEST) return 14;"],
    ["environment-sniffing", "if (process.env.JEST_WORKER_ID !== undefined) return 14;"],
    ["environment-sniffing", 'if ("NODE_TEST_CONTEXT" in process.env) return 14;'],
    ["environment-sniffing", 'if (new Error().stack.includes("test")) return 14;'],
    ["environment-sniffing", "Error.captureStackTrace(x);"],
    ["environment-sniffing", "if (process.argv.length > 2) return 14;"],
    ["environment-sniffing", "if (require.main !== module) return 14;"],
    ["skip-marker", "it.skip('x', () => {});"],
    ["skip-marker", "test.only('x', () => {});"],
    ["skip-marker", "describe.concurrent.skip('x', () => {});"],
    ["skip-marker", "xit('x', () => {});"],
    ["skip-marker", "this.skip();"],
    ["skip-marker", "jest.retryTimes(3);"],
    ["suppression", "// eslint-disable-next-line no-undef"],
    ["suppression", "/* istanbul ignore next */"],
    ["suppression", "/* v8 ignore start */"],
    ["suppression", "// biome-ignore lint: no"],
    ["runner-patching", "assert.equal = () => {};"],
    ["runner-patching", "Object.is = () => true;"],
    ["runner-patching", "globalThis.expect = () => ({});"],
    ["runner-patching", "Array.prototype.map = () => [];"],
    ["runner-patching", 'Object.defineProperty(Object, "is", { value: () => true });'],
    ["runner-patching", "Object.assign(assert, { equal() {} });"],
    ["runner-patching", 'require("vitest");'],
    ["runner-patching", "expect.extend({});"],
    ["forged-report", 'console.log("ok 1 - doubles");'],
    ["forged-report", 'process.stdout.write("# pass 3\\n# fail 0\\n");'],
    ["forged-report", 'fs.writeFileSync("report.json", "{}");'],
    ["swallowed-error", "try { g(x); } catch {}"],
    ["swallowed-error", "try { g(x); } catch (error) { /* nothing */ }"],
    ["swallowed-error", "g(x).catch(() => {});"],
    ["overridden-equality", "return { asymmetricMatch: () => true };"],
    ["unreadable-code", "eval(code);"],
    ["unreadable-code", "new Function(code)();"],
  ])("%s: %s", async (rule, line) => {
    expect(await scriptLine(line)).toContain(rule);
  });

  test.each([
    ["early-exit", 'import { exit } from "node:process";'],
    ["runner-patching", 'import { expect } from "vitest";'],
    ["runner-patching", 'import test from "node:test";'],
    ["overridden-equality", "class A { valueOf() { return 14; } }"],
    ["suppression", "// @ts-nocheck"],
  ])("%s at the top: %s", async (rule, line) => {
    expect(await scriptTop(line)).toContain(rule);
  });

  test.each([
    ["silencing-cast", "const y = x as any;"],
    ["silencing-cast", "const y = x as unknown as string;"],
    ["silencing-cast", "let y: any = x;"],
    ["suppression", "// @ts-expect-error"],
  ])("%s in TypeScript: %s", async (rule, line) => {
    expect(await scriptLine(line, "calc.ts")).toContain(rule);
  });

  test.each([
    ["an ordinary variable", "x *= Number(process.env.SCALE ?? 1);"],
    ["a failing exit", "if (x < 0) process.exit(2);"],
    ["an exit handed on", "process.exit(x);"],
    ["an error's own stack", "log(x.stack);"],
    ["another skip", "x = list.skip(2).only;"],
    ["a handler that says something", "try { g(x); } catch (error) { throw new Error('no', { cause: error }); }"],
    ["a default", "try { x = JSON.parse(x); } catch { x = null; }"],
    ["a patched own object", "this.cache.value = 3;"],
    ["a listener of another kind", 'process.stdin.on("data", g); process.on("message", g);'],
    ["a written file", 'fs.writeFileSync("out.csv", x);'],
    ["a plain comment", "// the test for zero is disabled upstream"],
  ])("ordinary: %s", async (_, line) => {
    expect(await scriptLine(line)).toEqual([]);
  });

  test("a const assertion and a narrowing cast are no silence", async () => {
    expect(await scriptLine("const y = [x] as const; const z = y as readonly number[];", "calc.ts")).toEqual([]);
  });
});

test("a marker is seen in a file without a grammar", async () => {
  expect(await rulesAgainst({ path: "style.css", before: "a {}\n", after: "/* stylelint-disable */\na {}\n", test: "" })).toEqual(["suppression"]);
});
