import { describe, expect, it } from "vitest";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import { functionsIn } from "../../../../src/evidence/locate/functions.js";
import type { SyntaxLanguage } from "../../../../src/ports/syntax-trees.js";

const trees = new TreeSitterTrees();

async function found(language: SyntaxLanguage, text: string): Promise<string[]> {
  await trees.load(language);
  return functionsIn(trees.parse(language, text)).map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`);
}

describe("functionsIn", () => {
  it("names Go functions, and methods by the type they belong to", async () => {
    const text = "package a\n\nfunc Add(a int) int {\n\treturn a\n}\n\nfunc (s *Stack[T]) Push(v T) {}\n\nfunc (p Point) X() int { return 0 }\n";
    expect(await found("go", text)).toEqual(["Add 3-5", "Stack.Push 7-7", "Point.X 9-9"]);
  });

  it("names Rust functions inside implementations, traits and modules", async () => {
    const text =
      "fn top() {}\n\nimpl<T> Stack<T> {\n    pub fn push(&self) {}\n}\n\nmod inner {\n    fn deep() {}\n}\n\ntrait Shape {\n    fn area(&self) -> f64 { 0.0 }\n}\n";
    expect(await found("rust", text)).toEqual(["top 1-1", "Stack.push 4-4", "inner.deep 8-8", "Shape.area 12-12"]);
  });

  it("names Java methods and constructors inside their classes", async () => {
    const text = "class A {\n  A() {}\n  int add(int a) { return a; }\n  static class B {\n    void c() {}\n  }\n}\n";
    expect(await found("java", text)).toEqual(["A.A 2-2", "A.add 3-3", "A.B.c 5-5"]);
  });
});
