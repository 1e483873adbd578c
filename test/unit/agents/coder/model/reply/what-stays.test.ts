import { describe, expect, it } from "vitest";
import { spliced } from "../../../../../../src/agents/coder/model/reply/splice.js";
import { missingUnits } from "../../../../../../src/agents/coder/model/source/units.js";
import { allMissing, cjs, esm, fn, jsFn, jsMethod, py, pyMethod } from "../added-code.js";
import { briefOf, trees } from "../scripted-model.js";

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
  it("stays where a reply gives a field without its value, or a class another base", async () => {
    const counter = "class Q:\n    count: int = 0\n    limit = 3\n";
    expect(await pyMethod(counter, "class Q:\n    count: int\n    limit = 3\n\n    def peek(self):\n        return self.count\n")).toBe(
      `${counter}\n    def peek(self):\n        return self.count\n`,
    );
    const script = "class Q {\n  count = 0;\n}\n\nmodule.exports = { Q };\n";
    expect(await jsMethod(script, "class Q {\n  count;\n\n  peek() {\n    return this.count;\n  }\n}\n")).toContain("  count = 0;\n\n  peek() {");
    const errors = "class QError(ValueError):\n    pass\n";
    expect(await py(errors, `class QError(Exception):\n    pass\n\n\n${fn}`)).toBe(`${errors}\n\n${fn}`);
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
