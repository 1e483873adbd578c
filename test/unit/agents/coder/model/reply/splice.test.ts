import { describe, expect, it } from "vitest";
import { spliced } from "../../../../../../src/agents/coder/model/reply/splice.js";
import { CountingTrees } from "../counting-trees.js";
import { splice } from "./spliced.js";

describe("spliced, Python", () => {
  const stack = [
    "class Stack:",
    "    def __init__(self):",
    "        self.items = []",
    "",
    "    @property",
    "    def size(self):",
    "        return 0",
    "",
    "    def pop(self):",
    "        return self.items[0]",
    "",
    "",
    "limit = 3",
    "",
  ].join("\n");

  it("puts a method at the depth of its class and keeps its decorators", async () => {
    const after = await splice("python", stack, { shown: ["Stack.size"], code: "def size(self):\n    return len(self.items)\n" });
    expect(after).toBe(stack.replace("        return 0", "        return len(self.items)"));
  });

  it("takes a method out of the class the reply wraps it in", async () => {
    const after = await splice("python", stack, { shown: ["Stack.pop"], code: "class Stack:\n    ...\n    def pop(self):\n        return self.items.pop()\n" });
    expect(after).toBe(stack.replace("return self.items[0]", "return self.items.pop()"));
  });

  it("replaces several functions, each its namesake, and nothing else", async () => {
    const text = "def one():\n    return 2\n\n\ndef other():\n    return 5\n\n\ndef two():\n    return 1\n";
    const after = await splice("python", text, { shown: ["one"], code: "def two():\n    return 2\n\ndef one():\n    return 1\n" });
    expect(after).toBe("def one():\n    return 1\n\n\ndef other():\n    return 5\n\n\ndef two():\n    return 2\n");
  });

  it("adds imports, helpers and constants the new code needs, and leaves out tests and calls", async () => {
    const text = '"""Numbers."""\nimport os\n\n\n# How many.\ndef count(words):\n    return 0\n';
    const code =
      "from collections import Counter\nimport sys\n\nLEAST = 2\n\ndef big(count):\n    return count > LEAST\n\ndef count(words):\n    return sum(1 for one in Counter(words).values() if big(one))\n\ndef test_count():\n    assert count([]) == 0\n\nprint(count(['a']))\n";
    expect(await splice("python", text, { shown: ["count"], code })).toBe(
      '"""Numbers."""\nimport os\nfrom collections import Counter\n\n\nLEAST = 2\n\n\ndef big(count):\n    return count > LEAST\n\n\n# How many.\ndef count(words):\n    return sum(1 for one in Counter(words).values() if big(one))\n',
    );
  });

  it("adds a first import behind what must stand first in a file", async () => {
    const text = '#!/usr/bin/env python3\n"""Doc."""\n\ndef area(r):\n    return r\n';
    const after = await splice("python", text, { shown: ["area"], code: "import math\n\ndef area(r):\n    return math.pi * r * r\n" });
    expect(after).toBe('#!/usr/bin/env python3\n"""Doc."""\nimport math\n\ndef area(r):\n    return math.pi * r * r\n');
  });

  it("does not import again what the file has under the same name", async () => {
    const text = "from typing import Dict, List\n\ndef f(a: List[int]):\n    return 1\n";
    const after = await splice("python", text, { shown: ["f"], code: "from typing import List\n\ndef f(a: List[int]):\n    return 2\n" });
    expect(after).toBe(text.replace("return 1", "return 2"));
  });

  it("keeps the documentation a reply leaves out, and takes the one it gives", async () => {
    const text = 'class A:\n    def f(self):\n        """Adds.\n\n        Never fails.\n        """\n        return 1\n';
    expect(await splice("python", text, { shown: ["A.f"], code: "def f(\n    self,\n):\n    x = 2\n    return x\n" })).toBe(
      text.replace("f(self)", "f(\n        self,\n    )").replace("return 1", "x = 2\n        return x"),
    );
    expect(await splice("python", text, { shown: ["A.f"], code: 'def f(self):\n    "Other."\n    return 2\n' })).toBe(
      'class A:\n    def f(self):\n        "Other."\n        return 2\n',
    );
  });

  it("keeps the lines of a string as they are when the function moves to another depth", async () => {
    const text = "class A:\n    def text(self):\n        return ''\n";
    const after = await splice("python", text, { shown: ["A.text"], code: 'def text(self):\n    return """one\n  two\n"""\n' });
    expect(after).toBe('class A:\n    def text(self):\n        return """one\n  two\n"""\n');
  });

  it("mends a body that starts at the depth of its head, which has one reading", async () => {
    const after = await splice("python", "def f(x):\n    return 1\n", { shown: ["f"], code: "def f(x):\nif x:\n    return 2\nreturn 3\n" });
    expect(after).toBe("def f(x):\n    if x:\n        return 2\n    return 3\n");
  });

  it.each([
    ["a block without a body", "def f(x):\n    if x:\n    return 2\n"],
    ["a statement deeper than its block", "def f(x):\n    y = 1\n      z = 2\n    return y\n"],
    ["a statement between two depths", "def f(x):\n        y = 1\n    return y\n"],
    ["no body at all", "def f(x):\n"],
    ["open brackets", "def f(x):\n    return [1,\n"],
  ])("refuses %s", async (_, code) => {
    expect(await splice("python", "def f(x):\n    return 1\n", { shown: ["f"], code })).toMatch(/^unusable: it does not parse/);
  });

  it("indents with tabs where the file does", async () => {
    const after = await splice("python", "def f(x):\n\treturn 1\n", { shown: ["f"], code: "def f(x):\n    if x:\n        return 2\n    return 3\n" });
    expect(after).toBe("def f(x):\n\tif x:\n\t\treturn 2\n\treturn 3\n");
  });

  it("takes new decorators from the reply where the file has some", async () => {
    const text = "@cache\ndef f(x):\n    return 1\n";
    const after = await splice("python", text, { shown: ["f"], code: "@lru_cache\nasync def f(x):\n    return 2\n" });
    expect(after).toBe("@lru_cache\nasync def f(x):\n    return 2\n");
  });

  it("refuses code that leaves out a part of the function", async () => {
    const code = "def f(x):\n    y = 2\n    # ... rest of the code unchanged\n    return y\n";
    expect(await splice("python", "def f(x):\n    return 1\n", { shown: ["f"], code })).toBe("unusable: f leaves out a part of its code");
  });

  it("refuses a function of another name", async () => {
    const after = await splice("python", "def f(x):\n    return 1\n", { shown: ["f"], code: "def fixed(x):\n    return 2\n" });
    expect(after).toBe("unusable: it holds no complete function f (but fixed)");
  });

  it("tells methods of the same name apart by their class, and refuses where nothing tells", async () => {
    const text = "class A:\n    def go(self):\n        return 1\n\n\nclass B:\n    def go(self):\n        return 1\n";
    expect(await splice("python", text, { shown: ["B.go"], code: "def go(self):\n    return 2\n" })).toBe(text.replace(/return 1\n$/, "return 2\n"));
    expect(await splice("python", text, { shown: [], code: "class B:\n    def go(self):\n        return 2\n" })).toBe(
      text.replace(/return 1\n$/, "return 2\n"),
    );
    expect(await splice("python", text, { shown: [], code: "def go(self):\n    return 2\n" })).toMatch(/^unusable: .*more than once/);
  });

  it("adds a new method beside the one that needs it", async () => {
    const text = "class A:\n    def go(self):\n        return 1\n\n    def end(self):\n        return 0\n";
    const code = "class A:\n    def go(self):\n        return self.step()\n\n    def step(self):\n        return 2\n";
    expect(await splice("python", text, { shown: ["A.go"], code })).toBe(
      "class A:\n    def go(self):\n        return self.step()\n\n    def step(self):\n        return 2\n\n    def end(self):\n        return 0\n",
    );
  });

  it("refuses a file that stays as broken as it was", async () => {
    const text = "def ok():\n    return 1\n\n\ndef bad(:\n    return 1\n";
    const result = await splice("python", text, { shown: ["ok"], code: "def ok():\n    return 2\n" });
    expect(result).toMatch(/^unusable: put in its place it does not parse/);
  });
});

describe("spliced, JavaScript and TypeScript", () => {
  it("keeps export, default and const around the function, whatever form the reply has", async () => {
    const body = "{\n  return a + 1;\n}";
    const cases: [string, string, string][] = [
      ["export function f(a) {\n  return a;\n}\n", `function f(a) ${body}`, `export function f(a) ${body}\n`],
      ["export default function f(a) {\n  return a;\n}\n", `const f = (a) => ${body};`, `export default function f(a) ${body}\n`],
      ["export const f = (a) => a;\n", `function f(a) ${body}`, `export const f = (a) => ${body};\n`],
      ["const f = async (a) => {\n  return a;\n};\n", `async function f(a) ${body}`, `const f = async (a) => ${body};\n`],
      ["exports.f = function (a) {\n  return a;\n};\n", `function f(a) ${body}`, `exports.f = function f(a) ${body};\n`],
      ["function f(a) {\n  return a;\n}\n", "const f = (a) => a + 1;", "function f(a) { return a + 1; }\n"],
      ["const o = {\n  f(a) { return a; },\n};\n", "f(a) {\n  return a + 1;\n}", "const o = {\n  f(a) {\n    return a + 1;\n  },\n};\n"],
    ];
    for (const [text, code, after] of cases) expect(await splice("javascript", text, { shown: ["f"], code: `${code}\n` })).toBe(after);
  });

  it("keeps the words before a method and its depth", async () => {
    const text = "export class Shop {\n  private static async total(prices: number[]): Promise<number> {\n    return 0;\n  }\n}\n";
    const code = "async function total(prices: number[]): Promise<number> {\n  return prices.length;\n}\n";
    expect(await splice("typescript", text, { shown: ["Shop.total"], code })).toBe(text.replace("return 0", "return prices.length"));
  });

  it("takes bare methods and methods in a class alike", async () => {
    const text = "class Shop {\n  get total() {\n    return 0;\n  }\n}\n";
    const after = "class Shop {\n  get total() {\n    return this.sum();\n  }\n\n  sum() {\n    return 1;\n  }\n}\n";
    expect(await splice("javascript", text, { shown: ["Shop.total"], code: "get total() {\n  return this.sum();\n}\n\nsum() {\n  return 1;\n}\n" })).toBe(
      after,
    );
    expect(
      await splice("javascript", text, {
        shown: ["Shop.total"],
        code: "class Shop {\n  get total() {\n    return this.sum();\n  }\n  sum() {\n    return 1;\n  }\n}\n",
      }),
    ).toBe(after);
  });

  it("adds imports and requires the new code needs behind the file's", async () => {
    const text = 'const fs = require("fs");\n\nfunction f() {\n  return fs;\n}\n';
    const code =
      'const path = require("path");\nconst fs = require("fs");\n\nfunction f() {\n  return path.sep + fs.x;\n}\n\nmodule.exports = { f };\nconsole.log(f());\n';
    expect(await splice("javascript", text, { shown: ["f"], code })).toBe(
      'const fs = require("fs");\nconst path = require("path");\n\nfunction f() {\n  return path.sep + fs.x;\n}\n',
    );
  });

  it("reads types and JSX by the file's ending", async () => {
    const text = "export function Badge({ n }: { n: number }) {\n  return <b>{n}</b>;\n}\n";
    const code = "export function Badge({ n }: { n: number }) {\n  return <b>{n + 1}</b>;\n}\n";
    expect(await splice("tsx", text, { shown: ["Badge"], code })).toBe(code);
  });

  it("refuses what does not parse", async () => {
    expect(await splice("javascript", "function f() {\n  return 1;\n}\n", { shown: ["f"], code: "function f() {\n  return 1;\n" })).toMatch(
      /^unusable: it does not parse/,
    );
  });
});

describe("spliced, Go, Rust and Java", () => {
  it("keeps a Go method's receiver, adds imports and helpers, and drops package and main", async () => {
    const text = 'package shop\n\nimport (\n\t"fmt"\n)\n\n// Total sums.\nfunc (s *Shop) Total() int {\n\tfmt.Println()\n\treturn 0\n}\n';
    const code =
      'package main\n\nimport (\n\t"fmt"\n\t"sort"\n)\n\nfunc add(a, b int) int {\n\treturn a + b\n}\n\nfunc Total() int {\n\tsort.Ints(s.prices)\n\tfmt.Println()\n\treturn add(1, 2)\n}\n\nfunc main() {\n\tfmt.Println(1)\n}\n';
    expect(await splice("go", text, { shown: ["Shop.Total"], code })).toBe(
      'package shop\n\nimport (\n\t"fmt"\n\t"sort"\n)\n\nfunc add(a, b int) int {\n\treturn a + b\n}\n\n// Total sums.\nfunc (s *Shop) Total() int {\n\tsort.Ints(s.prices)\n\tfmt.Println()\n\treturn add(1, 2)\n}\n',
    );
  });

  it("keeps a Rust function's visibility and attributes at the depth of its block", async () => {
    const text = "use std::fmt;\n\nimpl Shop {\n    #[inline]\n    pub fn total(&self) -> usize {\n        0\n    }\n}\n";
    const code = "use std::collections::HashMap;\n\nfn total(&self) -> usize {\n    let seen: HashMap<u8, u8> = HashMap::new();\n    seen.len()\n}\n";
    expect(await splice("rust", text, { shown: ["Shop.total"], code })).toBe(
      "use std::fmt;\nuse std::collections::HashMap;\n\nimpl Shop {\n    #[inline]\n    pub fn total(&self) -> usize {\n        let seen: HashMap<u8, u8> = HashMap::new();\n        seen.len()\n    }\n}\n",
    );
  });

  it("parses a reply that repeats a large class as often as one that holds the changed method alone", async () => {
    const methods = Array.from({ length: 60 }, (_, index) => `  m${index}(a) {\n    return a + ${index};\n  }\n`);
    const text = `class A {\n${methods.join("\n")}}\n`;
    const after = text.replace("return a + 7;", "return a - 7;");
    const parses = async (code: string): Promise<number> => {
      const trees = new CountingTrees();
      await trees.load("javascript");
      expect(spliced(trees, { language: "javascript", text, shown: ["A.m7"], code })).toMatchObject({ kind: "text", text: after });
      return trees.parses;
    };
    expect(await parses(after)).toBe(await parses(`class A {\n${(methods[7] ?? "").replace("a + 7", "a - 7")}}\n`));
  });

  const body = "f(x: any): any {\n  return x;\n}\n";

  it.each([
    ["changed", "function f(x: string): string;\nfunction f(x: number): number;\n", "function f(x: string): string;\nfunction f(x: bigint): bigint;\n"],
    ["one more", "function f(x: string): string;\n", "function f(x: string): string;\nfunction f(x: number): number;\n"],
    ["where the file has none", "", "function f(x: string): string;\n"],
  ])("takes the heads of TypeScript's overloads with their function: %s", async (_, own, given) => {
    const other = "export const one = 1;\n\n";
    const after = body.replace("return x", "return [x]");
    expect(await splice("typescript", `${other}${own}function ${body}`, { shown: ["f"], code: `${given}function ${after}` })).toBe(
      `${other}${given}function ${after}`,
    );
    const exported = (heads: string): string => heads.replaceAll("function", "export function");
    expect(await splice("typescript", `${other}${exported(own)}export function ${body}`, { shown: ["f"], code: `${given}function ${after}` })).toBe(
      `${other}${exported(given)}export function ${after}`,
    );
  });

  it("keeps the heads of overloads a reply leaves out, and takes those of a method", async () => {
    const heads = "function f(x: string): string;\nfunction f(x: number): number;\n";
    const after = body.replace("return x", "return [x]");
    expect(await splice("typescript", `${heads}function ${body}`, { shown: ["f"], code: `function ${after}` })).toBe(`${heads}function ${after}`);
    const inClass = (head: string, value: string): string => `class A {\n  f(x: ${head}): ${head};\n  f(x: any): any {\n    return ${value};\n  }\n}\n`;
    expect(await splice("typescript", inClass("string", "x"), { shown: ["A.f"], code: inClass("number", "[x]") })).toBe(inClass("number", "[x]"));
  });

  it("keeps a Java method's modifiers, tells overloads apart and adds helpers in the class", async () => {
    const text =
      "package a;\n\nimport java.util.List;\n\nclass Shop {\n    @Override\n    public int total(int a) {\n        return 0;\n    }\n\n    public int total(String a) {\n        return 0;\n    }\n}\n";
    const code = "int total(String a) {\n    return twice(a.length());\n}\n\nprivate int twice(int a) {\n    return 2 * a;\n}\n";
    expect(await splice("java", text, { shown: ["Shop.total"], code })).toBe(
      "package a;\n\nimport java.util.List;\n\nclass Shop {\n    @Override\n    public int total(int a) {\n        return 0;\n    }\n\n    private int twice(int a) {\n        return 2 * a;\n    }\n\n    public int total(String a) {\n        return twice(a.length());\n    }\n}\n",
    );
  });

  it.each([
    ["go", "package a\n\nfunc f() int {\n\treturn 1\n}\n", "func f() int {\n\treturn (1\n}\n"],
    ["rust", "fn f() -> i32 {\n    1\n}\n", "fn f() -> i32 {\n    1 +\n}\n"],
    ["java", "class A {\n  int f() { return 1; }\n}\n", "int f() { return 1 }\n"],
  ] as const)("refuses %s that does not parse", async (language, text, code) => {
    expect(await splice(language, text, { shown: ["f", "A.f"], code })).toMatch(/^unusable: it does not parse/);
  });
});
