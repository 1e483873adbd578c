import { describe, expect, it } from "vitest";
import { missingNames } from "../../../../../../src/agents/coder/model/source/missing-name.js";
import { failureOf, trees, viewOf } from "../scripted-model.js";

interface Situation {
  readonly files: Readonly<Record<string, string>>;
  readonly message: string;
}

async function missingIn(test: string, { files, message }: Situation) {
  const failures = [failureOf(test, ["a test"], message)];
  const tests = [{ file: test, text: files[test] ?? "", line: 1 }];
  const [found, ...others] = await missingNames(tests, failures, { files: viewOf(files), trees, isProtected: (path) => path.startsWith("tests/") });
  expect(others).toEqual([]);
  return found;
}

const stats = "def median(values):\n    return sorted(values)[len(values) // 2]\n";
const queue = "export class Queue {\n  push(item) {\n    return item;\n  }\n}\n";

describe("missingNames", () => {
  it.each([
    [
      "from stats import median, spread\n",
      { "stats.py": stats },
      "ImportError: cannot import name 'spread' from 'stats' (/srv/app/stats.py)",
      { file: "stats.py", name: "spread" },
    ],
    [
      "import stats\n\nstats.spread([1])\n",
      { "stats.py": stats },
      "AttributeError: module 'stats' has no attribute 'spread'",
      { file: "stats.py", name: "spread" },
    ],
    [
      "from app.stats import spread as s\n",
      { "src/app/stats.py": stats },
      "cannot import name 'spread' from 'app.stats'",
      { file: "src/app/stats.py", name: "spread" },
    ],
    [
      "from app import spread\n",
      { "app/__init__.py": "from .stats import median\n", "app/stats.py": stats },
      "cannot import name 'spread' from 'app'",
      { file: "app/__init__.py", name: "spread" },
    ],
    [
      "from stack import Stack\n\n\ndef test_peek():\n    Stack().peek()\n",
      { "stack.py": "class Stack:\n    def push(self, item):\n        pass\n" },
      "AttributeError: 'Stack' object has no attribute 'peek'",
      { file: "stack.py", name: "peek", owner: "Stack" },
    ],
    [
      'import { median, spread } from "../src/stats.js";\n',
      { "src/stats.js": "export const median = (v) => v[0];\n" },
      "SyntaxError: The requested module '../src/stats.js' does not provide an export named 'spread'",
      { file: "src/stats.js", name: "spread", loadedBy: "import" },
    ],
    [
      'const { median, spread } = require("../src/stats");\n',
      { "src/stats.js": "function median(v) {\n  return v[0];\n}\n\nmodule.exports = { median };\n" },
      "TypeError: spread is not a function",
      { file: "src/stats.js", name: "spread", loadedBy: "require" },
    ],
    [
      'const stats = require("../src/stats");\nstats.spread([1]);\n',
      { "src/stats.js": "exports.median = (v) => v[0];\n" },
      "TypeError: stats.spread is not a function",
      { file: "src/stats.js", name: "spread", loadedBy: "require" },
    ],
    [
      'import { spread } from "../src/stats.js";\n',
      { "src/stats.ts": "export const median = (v: number[]) => v[0];\n" },
      "TypeError: (0 , __vi_import_0__.spread) is not a function",
      { file: "src/stats.ts", name: "spread", loadedBy: "import" },
    ],
    [
      'import { Queue } from "../src/queue.js";\n\nconst queue = new Queue();\nqueue.peek();\n',
      { "src/queue.js": queue },
      "TypeError: queue.peek is not a function",
      { file: "src/queue.js", name: "peek", owner: "Queue", loadedBy: "import" },
    ],
  ] as const)("finds what is used and not there (%#)", async (test, files, message, found) => {
    const file = Object.keys(files).every((path) => path.endsWith(".py")) ? "tests/test_it.py" : "test/it.test.js";
    expect(await missingIn(file, { files: { ...files, [file]: test }, message })).toEqual({ owner: undefined, loadedBy: "import", ...found });
  });

  it.each([
    ["what the module has", "from stats import median\n", { "stats.py": stats }, "assert median([1]) == 2"],
    ["what a library lacks", "from numpy import spread\n", { "stats.py": stats }, "cannot import name 'spread' from 'numpy'"],
    [
      "what may come about at run time",
      "from stats import spread\n",
      { "stats.py": "def __getattr__(name):\n    raise ImportError(name)\n" },
      "cannot import name 'spread' from 'stats'",
    ],
    ["a name the failure says nothing of", "from stats import median, spread\n", { "stats.py": stats }, "assert 3 == 2"],
    [
      "a method of another object",
      "from stack import Stack\n",
      { "stack.py": "class Stack:\n    def push(self):\n        pass\n" },
      "'dict' object has no attribute 'peek'",
    ],
    ["two modules of one name", "from stats import spread\n", { "a/stats.py": stats, "b/stats.py": stats }, "cannot import name 'spread' from 'stats'"],
  ] as const)("says nothing of %s", async (_, test, files, message) => {
    expect(await missingIn("test_it.py", { files: { ...files, "test_it.py": test }, message })).toBeUndefined();
  });
});
