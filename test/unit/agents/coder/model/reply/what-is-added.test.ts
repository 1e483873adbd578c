import { describe, expect, it } from "vitest";
import { added, cjs, esm, fn, jsFn, jsMethod, missingIn, oneFn, py, pyMethod, withQ } from "../added-code.js";

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
