import { describe, expect, it } from "vitest";
import { readReply } from "../../../../../src/agents/coder/model/reply/read-reply.js";
import { spliced } from "../../../../../src/agents/coder/model/reply/splice.js";
import { missingNames } from "../../../../../src/agents/coder/model/source/missing-name.js";
import { missingUnits } from "../../../../../src/agents/coder/model/source/units.js";
import { briefOf, failureOf, trees, viewOf } from "./scripted-model.js";

type Files = Readonly<Record<string, string>>;
const allMissing = (test: string, files: Files, message: string) =>
  missingNames([{ file: test, text: files[test] ?? "", line: 1 }], [failureOf(test, ["t"], message)], {
    files: viewOf(files),
    trees,
    isProtected: (p) => p.startsWith("tests/"),
  });
const missingIn = async (test: string, files: Files, message: string) => (await allMissing(test, files, message))[0];

async function added(files: Files, test: string, message: string, reply: string): Promise<string> {
  const missing = await allMissing(test, files, message);
  if (missing.length === 0) return "nothing missing";
  const isProtected = (path: string): boolean => path === test;
  const [unit] = await missingUnits(missing, briefOf(files, { isProtected }), trees);
  if (unit === undefined) return "no unit";
  const fenced = reply.includes("```") ? reply : `\`\`\`\n${reply}\`\`\`\n`;
  const edit = await readReply({ reply: fenced, files: viewOf(files), isProtected, trees, units: [unit], format: "whole", newFolders: "no" });
  return edit.kind === "unusable" ? `unusable: ${edit.reason}` : (edit.texts[0]?.after ?? "");
}
const py = (text: string, reply: string, name = "spread") =>
  added({ "s.py": text, "test_s.py": `from s import ${name}\n` }, "test_s.py", `ImportError: cannot import name '${name}' from 's'`, reply);
const pyMethod = (text: string, reply: string) =>
  added({ "s.py": text, "test_s.py": "from s import Q\n\nQ().peek\n" }, "test_s.py", "AttributeError: 'Q' object has no attribute 'peek'", reply);
const cjs = (text: string, reply: string) =>
  added({ "s.js": text, "t.test.js": 'const { spread } = require("./s");\n' }, "t.test.js", "TypeError: spread is not a function", reply);
const esm = (text: string, reply: string) =>
  added({ "s.ts": text, "t.test.ts": 'import { spread } from "./s";\n' }, "t.test.ts", "TypeError: spread is not a function", reply);
const jsMethod = (text: string, reply: string) =>
  added(
    { "s.js": text, "t.test.js": 'const { Q } = require("./s");\nconst q = new Q();\nq.peek();\n' },
    "t.test.js",
    "TypeError: q.peek is not a function",
    reply,
  );

const oneFn = "import os\n\n\ndef median(v):\n    return os.sep\n";
const fn = "def spread(v):\n    return v[1]\n";
const jsFn = "function spread(v) {\n  return v[1];\n}\n";
const withQ = "import os\n\n\nclass Q:\n    def push(self, x):\n        return x\n\n\ndef other():\n    return Q()\n";

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
  ])("an import with signs in it is read: %j", async (test) => {
    const message = "TypeError: other is not a function";
    await expect(missingIn("t.test.js", { "t.test.js": test, "s.js": "export const median = 1;\n" }, message)).resolves.toBeUndefined();
  });

  it("is looked through once, however many names it takes from one file", async () => {
    const module = Array.from({ length: 500 }, (_, i) => `export function f${i}(a, b) {\n  return a + b + ${i};\n}\n`).join("\n");
    const names = (count: number): string => Array.from({ length: count }, (_, i) => `f${i}`).join(", ");
    const told = Array.from({ length: 200 }, (_, i) => `TypeError: f${i} is not a function`).join("\n");
    const time = async (count: number): Promise<number> => {
      const start = performance.now();
      await missingIn("t.test.js", { "t.test.js": `import { ${names(count)} } from './s.js';\n`, "s.js": module }, told);
      return performance.now() - start;
    };
    await time(1);
    expect(await time(200)).toBeLessThan(40 * (await time(1)));
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
    expect(await time(80_000)).toBeLessThan(20 * (await time(20_000)) + 200);
  });
});

describe("what a file holds", () => {
  it("stays when something is added to a small file: constants, imports and comments", async () => {
    expect.soft(await py("LOW = 1\n", "spread = 2\n")).toContain("LOW = 1");
    expect.soft(await py("from .stats import median\n", `import math\n\n\n${fn}`)).toContain("import median");
    expect.soft(await py("from .stats import median\n", "from .stats import spread\n")).toContain("median");
    expect.soft(await py("# Copyright A\n", fn)).toContain("Copyright");
    expect.soft(await esm("export const A = 1;\n", "export const spread = 2;\n")).toContain("A = 1");
    expect.soft(await esm("export type A = string;\n", "export type spread = string;\n")).toContain("type A");
    expect.soft(await esm("export { a } from './a.js';\n", "export { spread } from './b.js';\n")).toContain("{ a }");
    expect
      .soft(await cjs("'use strict';\n\nconst K = 2;\n\nmodule.exports = { K };\n", `'use strict';\n\nconst L = 2;\n\n${jsFn}\nmodule.exports = { spread };\n`))
      .toContain("K = 2");
  });
  it("stays exported", async () => {
    expect(await cjs("function median() {}\n\nmodule.exports = { median };\n", `function median() {}\n\n${jsFn}\nmodule.exports = { spread };\n`)).toMatch(
      /exports = \{.*median/,
    );
  });
  it("gets no tests and usages where a reply gives the whole file", async () => {
    const file = "def median(v):\n    return v[0]\n";
    expect(await py(file, `${file}\n\n${fn}\n\ndef test_spread():\n    assert spread([1, 2]) == 2\n\n\nprint(spread([1, 2]))\n`)).toBe(`${file}\n\n${fn}`);
  });
  it.each(["    pass\n", "    raise NotImplementedError\n", '    """Middle."""\n'])("stays where a reply gives a neighbour as a stub: %j", async (body) => {
    const file = "import os\n\n\ndef median(v):\n    v = sorted(v)\n    return v[len(v) // 2]\n";
    expect.soft(await py(file, `def median(v):\n${body}\n\n${fn}`)).toMatch(/v = sorted\(v\)|unusable/);
    expect.soft(await py(file.slice(12), `def median(v):\n${body}\n\n${fn}`)).toMatch(/v = sorted\(v\)|unusable/);
  });
  it("stays where a reply gives a neighbour that takes less", async () => {
    const file = "class Q:\n    def __init__(self, size):\n        self.slots = [None] * size\n\n\ndef other():\n    return Q(3)\n";
    expect(await pyMethod(file, "class Q:\n    def __init__(self):\n        self.items = []\n\n    def peek(self):\n        return self.items[-1]\n")).toMatch(
      /self, size|unusable/,
    );
  });
});

describe("a file the model saw only in part", () => {
  const helpers = Array.from(
    { length: 40 },
    (_, i) => `def helper_${i}(value):\n    """Number ${i} of many, so that the file is long."""\n    return value + LIMIT + ${i}\n`,
  ).join("\n\n");
  const file = `import os\n\nLIMIT = 3\n\n\n${helpers}\n\nclass Q:\n    def __init__(self, size):\n        self.slots = [os.sep] * size\n`;

  it("keeps its constants, functions and constructors, whatever a reply says of them", async () => {
    const reply = "LIMIT = 9\n\n\ndef helper_1(value):\n    return value\n\n\ndef spread(values):\n    return helper_1(max(values)) + LIMIT\n";
    expect(await py(file, reply)).toBe(`${file}\n\ndef spread(values):\n    return helper_1(max(values)) + LIMIT\n`);
    const method =
      "class Q:\n    def __init__(self):\n        self.items = []\n\n    def push(self, item):\n        self.items.append(item)\n\n    def peek(self):\n        return self.slots[-1]\n";
    expect(await pyMethod(file, method)).toBe(`${file}\n    def peek(self):\n        return self.slots[-1]\n`);
  });

  it("is shown by its heads, with the class that grows", async () => {
    const missing = await allMissing(
      "test_s.py",
      { "s.py": file, "test_s.py": "from s import Q\n\nQ().peek\n" },
      "AttributeError: 'Q' object has no attribute 'peek'",
    );
    const [unit] = await missingUnits(missing, briefOf({ "s.py": file }), trees);
    expect(unit).toMatchObject({ kind: "missing", shown: "heads" });
  });
});

describe("what is added can be loaded", () => {
  it("without an import of the file itself, which a usage brings", async () => {
    expect
      .soft(await py(oneFn, `\`\`\`python\n${fn}\`\`\`\nUsage:\n\`\`\`python\nfrom s import spread\nprint(spread([1, 2]))\n\`\`\`\n`))
      .not.toContain("from s import");
    expect.soft(await cjs("function m() {}\n\nmodule.exports = { m };\n", `${jsFn}\nconst { spread } = require("./s");\n`)).not.toContain("require(");
    expect.soft(await esm("export function m() {}\n", `${jsFn}\nimport { spread } from "./s";\n`)).not.toContain("import");
  });
  it("in one version", async () => {
    expect.soft((await py(oneFn, `${fn}\n\n${fn.replace("1", "2")}`)).match(/def spread/g)).toHaveLength(1);
    expect.soft((await esm("export function m() {}\n", "const spread = () => 1;\n\nconst spread = () => 2;\n")).match(/const spread/g)).toHaveLength(1);
  });
  it("without a word that CommonJS does not know", async () => {
    expect(await cjs("function m() {}\nmodule.exports = { m };\n", `export ${jsFn}`)).not.toContain("export function");
  });
  it("behind what it needs", async () => {
    const text = "class Base extends Error {}\nexports.Base = Base;\n\nclass NotFound extends Base {}\nexports.NotFound = NotFound;\n";
    const after = await cjs(text, "class spread extends NotFound {}\n");
    expect.soft(after.indexOf("class spread")).toBeGreaterThan(after.indexOf("class NotFound"));
    const constant = await esm("export { a } from './a.js';\n\nconst K = 2;\n\nexport const C = K;\n", "const spread = K * 2;\n");
    expect.soft(constant.indexOf("spread")).toBeGreaterThan(constant.indexOf("const K"));
  });
  it("with what its decorators need", async () => {
    expect
      .soft(await pyMethod(withQ, "from functools import cached_property\n\n\n@cached_property\ndef peek(self):\n    return 1\n"))
      .toContain("import cached_property");
    expect.soft(await pyMethod(withQ, "def deco(f):\n    return f\n\n\n@deco\ndef peek(self):\n    return 1\n")).toContain("def deco");
  });
  it("with the bare methods that came with it", async () => {
    expect.soft(await pyMethod(withQ, "def _top(self):\n    return 1\n\n\ndef peek(self):\n    return self._top()\n")).toContain("    def _top");
    expect
      .soft(await pyMethod(withQ, "@property\ndef peek(self):\n    return 1\n\n\n@peek.setter\ndef peek(self, v):\n    pass\n"))
      .toContain("    @peek.setter");
  });
  it("inside its class where a method is given as a function or a field", async () => {
    const q = "class Q {\n  push(i) { return i; }\n}\n\nmodule.exports = { Q };\n";
    expect.soft(await jsMethod(q, "function peek() {\n  return this.items[0];\n}\n")).not.toMatch(/^function peek/m);
    expect.soft(await jsMethod(q, "peek = () => this.items[0];\n")).not.toMatch(/^peek/m);
  });
  it("behind the byte order mark", async () => {
    expect(await py("\uFEFFdef median(v):\n    return v[0]\n\n\nX = 1\n", `def median(v):\n    return v[2]\n\n\n${fn}`)).toMatch(/^\uFEFF/);
  });
});

describe("what completes a new thing", () => {
  it("is taken", async () => {
    expect.soft(await py(oneFn, "def spread(v):\n    spread.count += 1\n    return v\n\n\nspread.count = 0\n")).toContain("spread.count = 0");
    expect
      .soft(
        await cjs(
          "function m() {}\nfunction n() {}\nmodule.exports = { m };\n",
          "function spread(v) {\n  this.v = v;\n}\n\nspread.prototype.get = function () {\n  return this.v;\n};\n",
        ),
      )
      .toContain("prototype.get");
  });
});

describe("an answer is taken", () => {
  it("that holds both of two missing names, of which the first is told", async () => {
    const files = { "s.py": oneFn, "test_s.py": "from s import spread, width\n" };
    expect(await added(files, "test_s.py", "ImportError: cannot import name 'spread' from 's'", `${fn}\n\ndef width(v):\n    return 2\n`)).toContain(
      "def width",
    );
  });
  it("that is written as its neighbours are", async () => {
    expect
      .soft(await cjs("exports.m = function () {};\nexports.n = 1;\n", "exports.spread = function (v) {\n  return v[1];\n};\n"))
      .toContain("exports.spread = ");
    expect
      .soft(
        await jsMethod(
          "function Q() {}\n\nQ.prototype.push = function (i) {\n  return i;\n};\n\nmodule.exports = { Q };\n",
          "Q.prototype.peek = function () {\n  return 1;\n};\n",
        ),
      )
      .toContain("Q.prototype.peek = function");
  });
  it.each(["class Q {}\n", "class Q {\n  items = [];\n}\n", "class B {\n  push() {}\n}\n\nclass Q extends B {}\n"])(
    "for a JavaScript class without methods: %j",
    async (text) => {
      expect(await jsMethod(`${text}\nmodule.exports = { Q };\n`, "peek() {\n  return 1;\n}\n")).toContain("peek()");
    },
  );
  it.each(["class Q: ...\n\nX = 1\n", "class Q: pass\n\nX = 1\n"])("for a Python class on one line: %j", async (text) => {
    expect(await pyMethod(text, "def peek(self):\n    return 1\n")).toContain("    def peek");
  });
  it("that is a field", async () => {
    expect(
      await pyMethod(
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Q:\n    x: int\n\n\ndef make():\n    return Q(1)\n",
        "@dataclass\nclass Q:\n    x: int\n    peek: int = 0\n",
      ),
    ).toContain("peek: int = 0");
  });
  it("for an empty CommonJS file", async () => {
    expect(await cjs("", jsFn)).toContain("exports");
  });
  it("for the file that may be changed, where a protected one comes first", async () => {
    const files = { "tests/__init__.py": "", "tests/helper.py": "", "tests/test_s.py": "from tests import helper\nfrom s import spread\n", "s.py": oneFn };
    expect(await missingIn("tests/test_s.py", files, "ImportError: cannot import name 'spread' from 's'\nfrom tests import helper")).toMatchObject({
      file: "s.py",
    });
  });
});

describe("the place of what is added", () => {
  it("is the class the test loads, not one inside another of the same name", async () => {
    const text = "class P:\n    def a(self):\n        return 1\n\n\nclass Outer:\n    class P:\n        def c(self):\n            return 2\n";
    const after = await added(
      { "s.py": text, "test_s.py": "from s import P\n\nP().z()\n" },
      "test_s.py",
      "AttributeError: 'P' object has no attribute 'z'",
      "def z(self):\n    return 1\n",
    );
    expect(after.indexOf("def z")).toBeLessThan(after.indexOf("class Outer"));
  });
  it("is not under a condition", async () => {
    const text =
      "import sys\n\n\nclass Q:\n    def push(self, x):\n        return x\n\n    if sys.platform == 'win32':\n        def late(self):\n            return 1\n";
    expect(await pyMethod(text, "def peek(self):\n    return 1\n")).toMatch(/^ {4}def peek/m);
  });
  it("is behind the words about the file", async () => {
    expect.soft(await cjs("// @ts-check\nmodule.exports = { m };\nfunction m() {}\n", jsFn)).toMatch(/^\/\/ @ts-check/);
    expect.soft(await esm("/*! License: MIT */\nexport { a } from './a.js';\nexport const m = 1;\n", jsFn)).toMatch(/^\/\*! License/);
  });
  it("is the default object where the test takes it from that", async () => {
    const files = { "s.js": "const a = () => 1;\nexport default { a };\n", "t.test.js": "import stats from './s.js';\nstats.spread();\n" };
    expect(await added(files, "t.test.js", "TypeError: stats.spread is not a function", jsFn)).toMatch(/default \{ a, spread \}/);
  });
  it("leaves comments with what they are about", async () => {
    expect.soft(await cjs("function m() {}\nmodule.exports = {\n  m, // the median\n};\n", jsFn)).toContain("m, // the median");
    expect.soft(await cjs("function m() {}\nmodule.exports = {\n  // nothing yet\n};\n", jsFn)).toContain("// nothing yet");
  });
});

describe("heads of overloads", () => {
  const heads = "function f(x: string): string;\nfunction f(x: number): number;\n";
  const documented = "/** a */\nfunction f(x: string): string;\n/** b */\nfunction f(x: number): number;\n";
  const body = "function f(x: any): any {\n  return x;\n}\n";
  const after = body.replace("return x", "return [x]");
  const splice = async (text: string, code: string, shown = ["f"]): Promise<string> => {
    await trees.load("typescript");
    const result = spliced(trees, { language: "typescript", text, shown, code });
    return result.kind === "text" ? result.text : result.reason;
  };
  it("are all taken where comments stand between them in the reply", async () => expect(await splice(heads + body, documented + after)).toContain("x: string"));
  it("are not doubled where comments stand between them in the file", async () =>
    expect((await splice(documented + body, heads + after)).match(/x: string/g)).toHaveLength(1));
  it("are not doubled where a comment stands above the body", async () =>
    expect((await splice(`${heads}// impl\n${body}`, heads + after)).match(/x: string/g)).toHaveLength(1));
  it("stay next to their body where a helper comes", async () =>
    expect(await splice(heads + body, `function help(x: any) {\n  return [x];\n}\n\n${heads}${body.replace("return x", "return help(x)")}`)).toContain(
      `${heads}function f`,
    ));
  it("stay where a reply gives a part of them", async () => expect(await splice(heads + body, `function f(x: string): string;\n${after}`)).toBe(heads + after));
  it("do not come before an arrow function", async () => expect(await splice("const f = (x: any): any => x;\n", heads + after)).not.toContain("x: string"));
  it("keep static and private", async () => {
    const text = "class A {\n  private static f(x: string): string;\n  private static f(x: any): any {\n    return x;\n  }\n}\n";
    expect(await splice(text, "f(x: string): string;\nf(x: number): number;\nf(x: any): any {\n  return [x];\n}\n", ["A.f"])).toContain(
      "private static f(x: number)",
    );
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

describe("what a new thing needs while the file is loaded", () => {
  const last = "class Q:\n    def push(self, x):\n        return x\n\n\ndef other():\n    return Q()\n";
  it.each([
    ["class Item:\n    pass\n\n\ndef peek(self) -> Item:\n    return Item()\n", "class Item"],
    ["LIMIT = 3\n\n\ndef peek(self, n=LIMIT):\n    return n\n", "LIMIT = 3"],
    ["from enum import Enum\n\n\nclass Mode(Enum):\n    A = 1\n\n\nclass Q:\n    peek: Mode = Mode.A\n", "class Mode"],
  ])("stands above the class that takes it in (%#)", async (reply, needed) => {
    const after = await pyMethod(last, reply);
    expect(after).toContain("peek");
    expect(after.indexOf(needed)).toBeGreaterThanOrEqual(0);
    expect(after.indexOf(needed)).toBeLessThan(after.indexOf("class Q"));
  });

  it("stands above a neighbour that changes with it", async () => {
    const file = "def median(v):\n    return v[0]\n\n\ndef other():\n    return 1\n";
    const after = await py(file, `EPS = 1e-9\n\n\ndef median(v, eps=EPS):\n    return v[0] + eps\n\n\n${fn}`);
    expect(after.indexOf("EPS = ")).toBeLessThan(after.indexOf("def median"));
    expect(after.indexOf("def spread")).toBeGreaterThan(after.indexOf("def other"));
  });
});

describe("an attribute that belongs into the constructor", () => {
  it("is an answer where the constructor sets it", async () => {
    const file = "class User:\n    def __init__(self, name):\n        self.name = name\n";
    const files = { "s.py": file, "test_s.py": "from s import User\n\nUser('a').email\n" };
    const init = "def __init__(self, name, email=''):\n    self.name = name\n    self.email = email\n";
    const wanted = "class User:\n    def __init__(self, name, email=''):\n        self.name = name\n        self.email = email\n";
    const told = "AttributeError: 'User' object has no attribute 'email'";
    expect(await added(files, "test_s.py", told, init)).toBe(wanted);
    expect(await added(files, "test_s.py", told, wanted)).toBe(wanted);
  });

  it.each(["def __init__(self, size, capacity):\n    self.peek = size\n", "async def __init__(self, size):\n    self.peek = size\n"])(
    "is none where its callers could not go on: %j",
    async (reply) => {
      expect(await pyMethod("class Q:\n    def __init__(self, size):\n        self.size = size\n", reply)).toMatch(/^unusable/);
    },
  );
});

describe("the versions of a helper", () => {
  const splice = async (language: "go" | "java" | "typescript" | "python", text: string, code: string): Promise<string> => {
    await trees.load(language);
    const result = spliced(trees, { language, text, shown: ["f"], code });
    return result.kind === "text" ? result.text : result.reason;
  };
  it.each([
    [
      "go",
      'package a\n\nfunc f() string {\n\treturn ""\n}\n',
      'type A struct{}\n\ntype B struct{}\n\nfunc (a A) Name() string {\n\treturn "a"\n}\n\nfunc (b B) Name() string {\n\treturn "b"\n}\n\nfunc f() string {\n\treturn A{}.Name() + B{}.Name()\n}\n',
      ["(a A) Name", "(b B) Name"],
    ],
    ["python", "def f(x):\n    return x\n", "LIMIT = 3\nLIMIT = LIMIT * 2\n\n\ndef f(x):\n    return x + LIMIT\n", ["LIMIT = 3\n", "LIMIT = LIMIT * 2"]],
    [
      "typescript",
      "export function f(): number {\n  return 1;\n}\n",
      "interface O {\n  a: number;\n}\n\ninterface O {\n  b: number;\n}\n\nexport function f(o?: O): number {\n  return o?.a ?? 1;\n}\n",
      ["a: number", "b: number"],
    ],
  ] as const)("are all kept beside a shown function, where they may be parts of one thing: %s", async (language, text, code, kept) => {
    const after = await splice(language, text, code);
    for (const part of kept) expect(after).toContain(part);
  });
});

describe("the way out of a file", () => {
  it("of a value given to exports at once is behind all that is given there", async () => {
    const file = "function parse() {}\n\nmodule.exports = { parse };\n";
    const after = await cjs(file, "exports.spread = (v) => v[1];\n");
    expect(after.indexOf("exports.spread")).toBeGreaterThan(after.indexOf("module.exports ="));
    const twice = await cjs(file, `${jsFn}\nmodule.exports.spread = spread;\n`);
    expect(twice).toBe(`function parse() {}\n\n${jsFn}\nmodule.exports = { parse, spread };\n`);
  });

  it("is by name where the test takes it by name, whatever the reply says", async () => {
    expect(await esm("export function m() {}\n", `export default ${jsFn}`)).toBe(`export function m() {}\n\nexport ${jsFn}`);
  });

  it.each([
    ["module.exports = {\n  parse(t) {\n    return t;\n  },\n};\n", "spread(v) {\n  return v[1];\n}\n"],
    [
      "module.exports = {\n  parse(t) {\n    return t;\n  },\n};\n",
      "module.exports = {\n  parse(t) {\n    return t;\n  },\n  spread(v) {\n    return v[1];\n  },\n};\n",
    ],
    ["const api = {\n  parse(t) {\n    return t;\n  },\n};\n\nmodule.exports = api;\n", "spread(v) {\n  return v[1];\n}\n"],
  ])("is the object that holds the file's functions (%#)", async (file, reply) => {
    expect(await cjs(file, reply)).toBe(file.replace("  },\n};", "  },\n  spread(v) {\n    return v[1];\n  },\n};"));
  });
});

describe("what is asked for as a member", () => {
  it("goes into the class where a field is given bare", async () => {
    const files = { "s.py": "from enum import Enum, auto\n\n\nclass Color(Enum):\n    RED = auto()\n", "test_s.py": "from s import Color\n\nColor.BLUE\n" };
    expect(await added(files, "test_s.py", "AttributeError: type object 'Color' has no attribute 'BLUE'", "BLUE = auto()\n")).toContain("    BLUE = auto()");
  });

  it("is no answer where a free name is asked for", async () => {
    expect(await py("class A:\n    def m(self):\n        return 1\n", "class A:\n    def spread(self, xs):\n        return xs\n")).toMatch(/^unusable/);
  });
});

describe("the file's own lists", () => {
  it("get what is added where a reply puts it in", async () => {
    const file = "__all__ = ['median']\n\n\ndef median(v):\n    return v[0]\n\n\nSTATS = {'median': median}\n";
    const reply = `__all__ = ['median', 'spread']\n\n\n${fn}\n\nSTATS = {'median': median, 'spread': spread}\nresult = spread([1, 2])\n`;
    const after = await py(file, reply);
    expect(after).toContain("__all__ = ['median', 'spread']");
    expect(after).toContain("STATS = {'median': median, 'spread': spread}");
    expect(after).not.toContain("result");
    expect(after.indexOf("def spread")).toBeLessThan(after.indexOf("STATS = "));
  });
});

describe("heads of overloads that come with a method", () => {
  it("come with it", async () => {
    const reply = "peek(x: string): string;\npeek(x: number): number;\npeek(x: any): any {\n  return x;\n}\n";
    const files = {
      "s.ts": "export class Q {\n  push(i: number): number {\n    return i;\n  }\n}\n",
      "t.test.ts": 'import { Q } from "./s";\nconst q = new Q();\nq.peek(1);\n',
    };
    const after = await added(files, "t.test.ts", "TypeError: q.peek is not a function", reply);
    expect(after).toContain("  peek(x: string): string;\n  peek(x: number): number;\n  peek(x: any): any {");
  });
});
