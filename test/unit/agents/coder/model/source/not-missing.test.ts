import { describe, expect, it } from "vitest";
import { missingNames } from "../../../../../../src/agents/coder/model/source/missing-name.js";
import { allMissing, type Files, fn, missingIn } from "../added-code.js";
import { CountingTrees } from "../counting-trees.js";
import { failureOf, viewOf } from "../scripted-model.js";

describe("a name that a runtime did not find, and that the file in question need not get,", () => {
  it.each([
    ["export *", "t.test.js", { "t.test.js": "import { spread } from './i.js';\n", "i.js": "export * from './a.js';\n", "a.js": "export const spread = 1;\n" }],
    [
      "require barrel",
      "t.test.js",
      { "t.test.js": "const { spread } = require('./i');\n", "i.js": "module.exports = require('./a');\n", "a.js": "exports.spread = 1;\n" },
    ],
    [
      "spread barrel",
      "t.test.js",
      { "t.test.js": "const { spread } = require('./i');\n", "i.js": "module.exports = { ...require('./a') };\n", "a.js": "exports.spread = 1;\n" },
    ],
    ["string key", "t.test.js", { "t.test.js": "const { spread } = require('./i');\n", "i.js": "module.exports = { 'spread': (v) => v };\n" }],
    ["exports[name]", "t.test.js", { "t.test.js": "const { spread } = require('./i');\n", "i.js": "for (const n of ['spread']) exports[n] = () => 1;\n" }],
    ["python import *", "test_s.py", { "test_s.py": "from app import spread\n", "app/__init__.py": "from .a import *\n", "app/a.py": fn }],
    ["python submodule", "test_s.py", { "test_s.py": "from app import spread\n", "app/__init__.py": "", "app/spread.py": fn }],
    ["python globals()", "test_s.py", { "test_s.py": "from s import spread\n", "s.py": "for n in ('spread',):\n    globals()[n] = len\n" }],
    ["python for target", "test_s.py", { "test_s.py": "from s import spread\n", "s.py": "for spread in range(3):\n    pass\n" }],
    ["python match", "test_s.py", { "test_s.py": "from s import spread\n", "s.py": "match 1:\n    case _:\n        def spread(v):\n            return v\n" }],
    ["a file that does not parse", "test_s.py", { "test_s.py": "from s import spread\n", "s.py": `X = [1, 2\n\n\n${fn}` }],
  ] as const)("%s", async (_, test, files) => {
    const [, module = ""] = /from (\w+) import/.exec((files as Files)[test] ?? "") ?? [];
    const told = test.endsWith(".py") ? `ImportError: cannot import name 'spread' from '${module}'` : "TypeError: spread is not a function";
    expect(await missingIn(test, files, told)).toBeUndefined();
    expect(await missingIn(test, files, "assert spread([1, 4]) == 3")).toBeUndefined();
  });

  it("is an attribute the class itself sets or reads", async () => {
    const stack = "class Stack:\n    def __init__(self):\n        self.item = []\n\n    def push(self, x):\n        self.items.append(x)\n";
    expect(
      await missingIn(
        "test_s.py",
        { "test_s.py": "from s import Stack\n\nStack().items\n", "s.py": stack },
        "AttributeError: 'Stack' object has no attribute 'items'",
      ),
    ).toBeUndefined();
  });
});

describe("what a test may hold", () => {
  it.each([
    "import {\n  // 1) the middle\n  median,\n} from './s.js';\n",
    "const {\n  /** The middle. */\n  median,\n} = require('./s.js');\n",
    "import { '(' as x } from './s.js';\n",
    "const { median = (+1) } = require('./s.js');\n",
    "const { median: { a = ')(' } } = require('./s.js');\n",
  ])("an import with signs in it is read: %j", async (test) => {
    const message = "TypeError: other is not a function\nTypeError: q.peek is not a function";
    await expect(missingIn("t.test.js", { "t.test.js": test, "s.js": "export const median = 1;\n" }, message)).resolves.toBeUndefined();
  });

  it("is parsed once, and each file it loads once, however many names it takes from that", async () => {
    const module = Array.from({ length: 50 }, (_, i) => `export const f${i} = ${i};\n`).join("");
    const names = Array.from({ length: 50 }, (_, i) => `f${i}`);
    const told = names.map((name) => `TypeError: ${name} is not a function`).join("\n");
    const files = { "t.test.js": `import { ${names.join(", ")} } from './s.js';\n`, "s.js": module };
    const trees = new CountingTrees();
    const tests = [{ file: "t.test.js", text: files["t.test.js"], line: 1 }];
    expect(await missingNames(tests, [failureOf("t.test.js", ["t"], told)], { files: viewOf(files), trees, isProtected: () => false })).toEqual([]);
    expect(trees.parses).toBe(2);
  });

  it("may be one long word", async () => {
    const time = async (length: number): Promise<number> => {
      const start = performance.now();
      await missingIn(
        "t.test.js",
        { "t.test.js": `import { Q } from './s.js';\nconst h = "${"a".repeat(length)}";\n`, "s.js": "export class Q {}\n" },
        "TypeError: q.peek is not a function",
      );
      return performance.now() - start;
    };
    await time(10);
    expect(await time(80_000)).toBeLessThan(8 * (await time(20_000)) + 100);
  });
});

describe("a slip of the project's own code", () => {
  it.each([
    ["from cart import Cart\nfrom item import Item\n\nCart([Item(1)]).total()\n", "'Item' object has no attribute 'prise'"],
    ["import item\nfrom cart import Cart\n\nCart([]).total()\n", "module 'item' has no attribute 'prase'. Did you mean: 'parse'?"],
  ])("is no missing name: the test does not speak of it (%#)", async (test, message) => {
    const files = {
      "item.py": "class Item:\n    def __init__(self, price):\n        self.price = price\n",
      "cart.py": "class Cart:\n    def __init__(self, items):\n        self.items = items\n",
      "test_s.py": test,
    };
    expect(await missingIn("test_s.py", files, `AttributeError: ${message}`)).toBeUndefined();
  });

  it("is no missing name in JavaScript either", async () => {
    const files = {
      "db.js": "exports.find = () => 1;\n",
      "svc.js": "exports.get = () => require('./db').findd();\n",
      "t.test.js": "const db = require('./db');\nconst { get } = require('./svc');\nget();\n",
    };
    expect(await missingIn("t.test.js", files, "TypeError: db.findd is not a function")).toBeUndefined();
  });
});

describe("a module that is imported as a member", () => {
  it.each([
    ["from .. import calc\n\ncalc.mul(2, 3)\n", "module 'lib.calc' has no attribute 'mul'"],
    ["from lib import calc\n\ncalc.mul(2, 3)\n", "module 'lib.calc' has no attribute 'mul'"],
  ])("is no name of its own that is missing, too (%#)", async (test, message) => {
    const files = { "lib/__init__.py": "", "lib/calc.py": "def add(a, b):\n    return a + b\n", "lib/inner/test_s.py": test };
    expect(await allMissing("lib/inner/test_s.py", files, `AttributeError: ${message}`)).toEqual([
      { file: "lib/calc.py", name: "mul", owner: undefined, loadedBy: "import" },
    ]);
  });

  it("is not the one whose package is asked", async () => {
    const files = { "pkg/__init__.py": "", "pkg/errors.py": "", "test_s.py": "import pkg.errors\n\npkg.mul(1)\n" };
    expect(await missingIn("test_s.py", files, "AttributeError: module 'pkg' has no attribute 'mul'")).toBeUndefined();
  });
});
