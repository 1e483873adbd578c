import { describe, expect, it } from "vitest";
import { commentStart, definitionsIn } from "../../../../../../src/agents/coder/model/source/read-definitions.js";
import { headOf, sourceOf, unitsOf } from "../../../../../../src/agents/coder/model/source/units.js";
import { functionsIn } from "../../../../../../src/evidence/locate/functions.js";
import type { SyntaxLanguage } from "../../../../../../src/ports/syntax-trees.js";
import { briefOf, failureOf, suspectOf, trees } from "../scripted-model.js";

const samples: Record<SyntaxLanguage, string> = {
  python: "class A:\n    @d\n    def f(self):\n        def g(): pass\n\n\nasync def h(): pass\n",
  javascript:
    "const a = () => 1;\nexport default class B { get c() { return 1; } static d = () => 2; }\nexports.e = function () {};\nconst o = { f() {}, g: () => 1 };\n",
  typescript: "export async function a<T>(b: T): Promise<T> { return b; }\nabstract class C { private d(): void {} }\n",
  tsx: "export const A = () => <b />;\n",
  go: "package a\n\nfunc F() {}\n\nfunc (s *S[T]) G() {}\n",
  rust: "pub fn a() {}\nimpl<T> S<T> { fn b(&self) {} }\nmod m { fn c() {} }\n",
  java: "class A { A() {} int f() { return 1; } static class B { void g() {} } }\n",
};

describe("definitionsIn", () => {
  it.each(Object.entries(samples))("names functions of %s as the locator does", async (language, text) => {
    await trees.load(language as SyntaxLanguage);
    const tree = trees.parse(language as SyntaxLanguage, text);
    expect(definitionsIn(tree).map(({ name }) => name)).toEqual(functionsIn(tree).map(({ name }) => name));
    expect(definitionsIn(tree).length).toBeGreaterThan(0);
  });
});

describe("commentStart", () => {
  it.each([
    ["python", "x = 1\n\n# one\n# two\n@d\ndef f(): pass\n", "# one"],
    ["python", "#!/usr/bin/env python\ndef f(): pass\n", "def f"],
    ["javascript", "class A {\n  #n = 1;\n  f() {}\n}\n", "f() {}"],
    ["javascript", "/* a */ const x = 1;\n/**\n * Doc.\n */\nexport function f() {}\n", "/**\n"],
    ["go", "package a\n\n// F is.\n// It does.\nfunc F() {}\n", "// F is."],
    ["rust", "/// Doc.\n#[inline]\npub fn f() {}\n", "/// Doc."],
  ] as const)("finds the documentation above a function of %s", async (language, text, start) => {
    await trees.load(language);
    const [definition] = definitionsIn(trees.parse(language, text));
    if (definition === undefined) throw new Error("no function");
    expect(text.slice(commentStart(text, definition)).trimStart().startsWith(start)).toBe(true);
  });
});

describe("unitsOf", () => {
  it("shows a method under the line that opens its class, and hides its body but not its documentation", async () => {
    const text = 'class Stack:\n    # Top first.\n    @property\n    def top(self):\n        """The top."""\n        return 1\n';
    const [unit] = await unitsOf(briefOf({ "a.py": text }, { suspects: [suspectOf("a.py", "Stack.top")] }), trees);
    if (unit?.kind !== "function") throw new Error("no function");
    expect(sourceOf(unit)).toBe(text.trimEnd());
    expect(headOf(unit)).toBe(text.replace("\n        return 1\n", ""));
  });

  it("finds a suspect again by its name where a patch has moved it", async () => {
    const text = "def new():\n    return 0\n\n\ndef f():\n    return 1\n";
    const [unit] = await unitsOf(briefOf({ "a.py": text }, { suspects: [suspectOf("a.py", "f", { start: 0, end: 10 })] }), trees);
    expect(unit?.kind === "function" && sourceOf(unit)).toBe("def f():\n    return 1");
  });

  it("takes the functions the failing test names when nothing is suspected, and never protected files", async () => {
    const files = {
      "a.go": "package a\n\nfunc Total() int {\n\treturn 0\n}\n\nfunc other() {}\n",
      "a_test.go": "package a\n\nfunc TestTotal() {\n\tTotal()\n}\n",
    };
    const brief = briefOf(files, { failures: [failureOf("a_test.go", ["TestTotal"])], isProtected: (path) => path.endsWith("_test.go") });
    const units = await unitsOf(brief, trees);
    expect(units.map((unit) => unit.kind === "function" && unit.definition.name)).toEqual(["Total"]);
    expect(await unitsOf({ ...brief, suspects: [suspectOf("a_test.go", "TestTotal")] }, trees)).toHaveLength(1);
  });

  it("takes every function of a small project where neither a suspect nor a test names one, and none of a large one", async () => {
    const unnamed = failureOf("", []);
    const few = briefOf({ "a.py": "def f():\n    return 1\n\n\ndef g():\n    return 2\n" }, { failures: [unnamed] });
    expect((await unitsOf(few, trees)).map((unit) => unit.kind === "function" && unit.definition.name)).toEqual(["f", "g"]);
    const many = Array.from({ length: 13 }, (_, at) => `def f${at}():\n    return ${at}\n`).join("\n");
    expect(await unitsOf(briefOf({ "a.py": many }, { failures: [unnamed] }), trees)).toEqual([]);
  });

  it("takes the file where code outside of functions is suspected", async () => {
    const [unit] = await unitsOf(briefOf({ "a.py": "x = 1\n" }, { suspects: [suspectOf("a.py", "<module>")] }), trees);
    expect(unit).toMatchObject({ kind: "file", file: "a.py", text: "x = 1\n" });
  });
});
