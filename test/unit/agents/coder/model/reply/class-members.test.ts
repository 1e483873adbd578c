import { describe, expect, it } from "vitest";
import { spliced } from "../../../../../../src/agents/coder/model/reply/splice.js";
import { jsMethod, py, pyMethod, tsMethod } from "../added-code.js";
import { trees } from "../scripted-model.js";

const pyPeek = "    def peek(self):\n        return 1\n";
const peek = "  peek() {\n    return 1;\n  }\n";
const tsPeek = "  peek(): number {\n    return 1;\n  }\n";
const out = "\nmodule.exports = { Q };\n";

/** A class with one field, and the reply that tells it again beside what is asked for. */
const pyRetold = (file: string, reply: string) => pyMethod(`class Q:\n    ${file}\n`, `class Q:\n    ${reply}\n\n${pyPeek}`);
const jsRetold = (file: string, reply: string) => jsMethod(`class Q {\n  ${file}\n}\n${out}`, `class Q {\n  ${reply}\n\n${peek}}\n`);
const tsRetold = (file: string, reply: string) => tsMethod(`export class Q {\n  ${file}\n}\n`, `export class Q {\n  ${reply}\n\n${tsPeek}}\n`);
const pyWith = (field: string): string => `class Q:\n    ${field}\n\n${pyPeek}`;
const jsWith = (field: string): string => `class Q {\n  ${field}\n\n${peek}}\n${out}`;
const tsWith = (field: string): string => `export class Q {\n  ${field}\n\n${tsPeek}}\n`;

describe("what the new base of a class needs", () => {
  it("is imported: CommonJS", async () => {
    const reply = `const { EventEmitter } = require("node:events");\n\nclass Q extends EventEmitter {\n  limit = 3;\n\n${peek}}\n`;
    expect(await jsMethod(`class Q { push(){} }\n${out}`, reply)).toBe(
      `const { EventEmitter } = require("node:events");\n\nclass Q extends EventEmitter {\n  limit = 3;\n\n  push(){}\n\n${peek}}\n${out}`,
    );
  });

  it("is imported: Python", async () => {
    const after = await pyMethod("class Q(dict):\n    x = 1\n", `from abc import ABC\n\n\nclass Q(dict, ABC):\n    x = 1\n\n${pyPeek}`);
    expect(after).toMatch(/^from abc import ABC\n/);
    expect(after).toContain("class Q(dict, ABC):");
  });

  it("comes with it where the reply writes it", async () => {
    const mixin = "class Mixin:\n    def top(self):\n        return 1\n";
    expect
      .soft(await pyMethod("class Q(dict):\n    x = 1\n", `${mixin}\n\nclass Q(Mixin, dict):\n    x = 1\n\n${pyPeek}`))
      .toBe(`${mixin}\n\nclass Q(Mixin, dict):\n    x = 1\n\n${pyPeek}`);
    const type = "interface P {\n  peek(): number;\n}\n";
    expect
      .soft(await tsMethod("export class Q {\n  a = 1;\n}\n", `${type}\nexport class Q implements P {\n  a = 1;\n\n${tsPeek}}\n`))
      .toBe(`${type}\nexport class Q implements P {\n  a = 1;\n\n${tsPeek}}\n`);
  });

  it("is an answer where the base gives what is asked for", async () => {
    const reply = `class Base:\n${pyPeek}\n\nclass Q(Base):\n    pass\n`;
    expect(await pyMethod("class Q(object):\n    pass\n", reply)).toBe(reply);
  });

  it("comes with a changed function, too", async () => {
    await trees.load("python");
    const text = "class Q(dict):\n    def f(self):\n        return 1\n";
    const code = "from abc import ABC\n\n\nclass Q(dict, ABC):\n    def f(self):\n        return 2\n";
    const after = spliced(trees, { language: "python", text, shown: ["Q.f"], code });
    expect(after).toMatchObject({
      kind: "text",
      text: expect.stringMatching(/^from abc import ABC\n[\s\S]*class Q\(dict, ABC\):\n[\s\S]*return 2\n$/) as string,
    });
  });
});

describe("a field that is told again beside what is asked for", () => {
  it.each([
    ["count = 0", "count: int"],
    ["count:int=0", "count: int"],
    ["count: int = 0", "count: float"],
    ["count: int = 0", "count = 0"],
    ["count = 0", "count: int = 0"],
    ["table = {'a': 1, 'b': 2}", "table = ..."],
    ["table = {'a': 1, 'b': 2}", "table = {...}"],
    ["table = {'a': 1, 'b': 2}", "table = {}  # as before"],
    ["a, b = 1, 2", "a = 1\n    b = 2"],
    ["a = b = 0", "a = 0\n    b: int"],
  ])("stands as it is: %j -> %j", async (file, reply) => {
    expect(await pyRetold(file, reply)).toBe(pyWith(file));
  });

  it("stands as it is where it is made of something before it", async () => {
    const file = "class Q:\n    def _g(self):\n        return 1\n\n    g = property(_g)\n";
    const after = await pyMethod(file, `class Q:\n    g: int\n\n${pyPeek}`);
    expect(after).toContain("    g = property(_g)\n");
    expect(after).not.toContain("g: int");
  });

  it.each([
    ["static count = 0;", "count = 0;"],
    ["table = { a: 1, b: 2 };", "table = { /* as before */ };"],
  ])("stands as it is in JavaScript: %j -> %j", async (file, reply) => {
    expect(await jsRetold(file, reply)).toBe(jsWith(file));
  });

  it.each([
    ["count = 0;", "count: number;"],
    ["private count = 0;", "count: number;"],
    ["readonly items: number[] = [];", "items: number[];"],
    ["private readonly count: number = 0;", "count = 0;"],
    ["count = 0;", "declare count: number;"],
    ["declare count: number;", "count = 3;"],
    ["@D('a') count = 0;", "count = 0;"],
  ])("stands as it is in TypeScript: %j -> %j", async (file, reply) => {
    expect(await tsRetold(file, reply)).toBe(tsWith(file));
  });

  it.each([
    ["limit = 3", "limit = 5", "limit = 5"],
    ["last: object", "last = None", "last: object = None"],
    ["count: int = 0", "count = 1", "count: int = 1"],
    ["count: int = 0", "count: float = 0.5", "count: float = 0.5"],
    ["count: ClassVar[int] = 0", "count: int = 1", "count: ClassVar[int] = 1"],
    ["table: dict = {\n        'a': 1,\n    }", "table = {\n        'a': 2,\n    }", "table: dict = {\n        'a': 2,\n    }"],
  ])("takes another value, and keeps its annotation: %j -> %j", async (file, reply, kept) => {
    expect(await pyRetold(file, reply)).toBe(pyWith(kept));
  });

  it.each([
    ["private readonly items: number[] = [];", "items = [1];", "private readonly items: number[] = [1];"],
    ["static last?: number;", "last = 3;", "static last?: number = 3;"],
    ["public name!: string;", "name: string = 'a';", "public name: string = 'a';"],
    ["private count = 0;", "private readonly count = 1;", "private readonly count = 1;"],
  ])("takes another value, and keeps its modifiers: %j -> %j", async (file, reply, kept) => {
    expect(await tsRetold(file, reply)).toBe(tsWith(kept));
  });

  it("brings along what its new value needs, and no more", async () => {
    const after = await pyMethod(
      "class Q:\n    last: object\n",
      `from pathlib import Path\nfrom typing import Any\n\n\nclass Q:\n    last: Path = Path()\n\n${pyPeek}`,
    );
    expect(after).toContain("from pathlib import Path");
    expect(after).not.toContain("Any");
  });
});

describe("a field that the class has in another form", () => {
  it.each(["size;", "size = 0;"])("does not hide a getter: %j", async (field) => {
    const getter = "get size() { return 3; }";
    expect(await jsMethod(`class Q {\n  ${getter}\n}\n${out}`, `class Q {\n  ${field}\n\n${peek}}\n`)).toBe(jsWith(getter));
  });

  it.each([
    ["get size(): number { return 3; }", "size: number;"],
    ["size(): number { return 3; }", "size: () => number;"],
    ["constructor(private readonly count = 3) {}", "private readonly count: number;"],
    ["handler = () => 1;", "handler: () => number;"],
  ])("does not hide it: %j -> %j", async (file, field) => {
    expect(await tsMethod(`export class Q {\n  ${file}\n}\n`, `export class Q {\n  ${field}\n\n${tsPeek}}\n`)).toBe(tsWith(file));
  });

  it("does not hide a property", async () => {
    const file = "class Q:\n    @property\n    def size(self):\n        return 3\n";
    expect(await pyMethod(file, `class Q:\n    size: int\n\n${pyPeek}`)).toBe(`${file}\n${pyPeek}`);
  });

  it("does not hide what a base gives", async () => {
    const file = "class B {\n  count = 3;\n}\n\nclass Q extends B {\n  a = 1;\n";
    expect(await jsMethod(`${file}}\n${out}`, `class Q extends B {\n  count;\n  a = 1;\n\n${peek}}\n`)).toBe(`${file}\n${peek}}\n${out}`);
    expect(await tsMethod(`${file}}\n\nexport { Q };\n`, `class Q extends B {\n  count: number;\n  a = 1;\n\n${tsPeek}}\n`)).toBe(
      `${file}\n${tsPeek}}\n\nexport { Q };\n`,
    );
  });
});

describe("a field without a value that the file does not have", () => {
  it("is added where it is what is asked for", async () => {
    expect(await tsMethod("export class Q {\n  a = 1;\n}\n", "export class Q {\n  a = 1;\n  peek: () => number;\n}\n")).toBe(
      "export class Q {\n  a = 1;\n  peek: () => number;\n}\n",
    );
  });

  it("is added where the code is none without it: a private name, and a TypeScript field of a class without a base", async () => {
    const use = "  peek() {\n    return this.#last;\n  }\n";
    expect
      .soft(await jsMethod(`class Q extends Map {\n  a = 1;\n}\n${out}`, `class Q extends Map {\n  #last;\n  a = 1;\n\n${use}}\n`))
      .toBe(`class Q extends Map {\n  a = 1;\n  #last;\n\n${use}}\n${out}`);
    const typed = "  private last: number | undefined;\n";
    expect
      .soft(await tsMethod("export class Q {\n  a = 1;\n}\n", `export class Q {\n${typed}  a = 1;\n\n${tsPeek}}\n`))
      .toBe(`export class Q {\n  a = 1;\n${typed}\n${tsPeek}}\n`);
  });
});

describe("a decorator of a class", () => {
  const decorated = (decorator: string): string => `import dataclasses\nfrom dataclasses import dataclass\n\n\n${decorator}\nclass Q:\n    count: int = 0\n`;
  const told = (decorator: string) => pyMethod(decorated("@dataclass"), `${decorator}\nclass Q:\n    count: int = 0\n\n${pyPeek}`);

  it.each(["@dataclass(frozen=True)", "@dataclasses.dataclass", "@dataclasses.dataclass(order=True)"])("stands where it is told in short: %s", async (own) => {
    expect(await pyMethod(decorated(own), `@dataclass\nclass Q:\n    count: int = 0\n\n${pyPeek}`)).toBe(`${decorated(own)}\n${pyPeek}`);
  });

  it("gives way to one that says more", async () => {
    expect(await told("@dataclass(order=True)")).toBe(`${decorated("@dataclass(order=True)")}\n${pyPeek}`);
  });

  it("gives way to another one where a change is asked for", async () => {
    await trees.load("python");
    const text = "@dataclass(frozen=True)\nclass Q:\n    def f(self):\n        return 1\n";
    const code = text.replace("frozen", "order").replace("1", "2");
    expect(spliced(trees, { language: "python", text, shown: ["Q.f"], code })).toMatchObject({ kind: "text", text: code });
  });

  it("stands beside a new one, and beside a further one where it may be repeated", async () => {
    expect.soft(await told("@final\n@dataclass")).toContain("@dataclass\n@final\nclass Q:");
    const routes = '@route("/a")\n@route("/b")\nclass Q:\n    x = 1\n';
    expect.soft(await pyMethod(routes, `@route("/a")\n@route("/c")\nclass Q:\n    x = 1\n\n${pyPeek}`)).toContain('@route("/b")\n@route("/c")\nclass Q:');
  });
});

describe("a method behind a field that is a function", () => {
  it("stands behind the semicolon and what is said of the field", async () => {
    const file = "class Q {\n  handler = () => 1; // one\n";
    expect.soft(await jsMethod(`${file}}\n${out}`, peek)).toBe(`${file}\n${peek}}\n${out}`);
    expect.soft(await jsMethod(`class Q { handler = () => 1; }\n${out}`, peek)).toBe(`class Q { handler = () => 1;\n\n${peek}}\n${out}`);
  });

  it("closes a class on one line once, however many methods come", async () => {
    const top = "  top() {\n    return 2;\n  }\n";
    const use = "  peek() {\n    return this.top();\n  }\n";
    expect(await jsMethod(`class Q { handler = () => 1; }\n${out}`, `class Q {\n${use}\n${top}}\n`)).toBe(
      `class Q { handler = () => 1;\n\n${use}\n${top}}\n${out}`,
    );
  });
});

describe("what is asked for, given in another place", () => {
  it("is told with the place and the remedy", async () => {
    expect
      .soft(await pyMethod("class Q(dict):\n    x = 1\n", `class Base:\n${pyPeek}\n\nclass Q(Base):\n    x = 1\n`))
      .toBe("unusable: it holds no complete function peek in class Q (but Base.peek): give peek inside class Q");
    expect
      .soft(await py("X = 1\n", "class A:\n    def spread(self, v):\n        return v\n"))
      .toBe("unusable: it holds no complete function spread that stands by itself (but A.spread): give spread outside of any class and function");
  });
});
