import { beforeAll, describe, expect, it } from "vitest";
import { TreeSitterTrees } from "../../../../src/adapters/syntax/tree-sitter-trees.js";
import type { SyntaxNode } from "../../../../src/ports/syntax-trees.js";

const trees = new TreeSitterTrees();

beforeAll(async () => {
  await Promise.all([trees.load("python"), trees.load("javascript"), trees.load("typescript"), trees.load("tsx")]);
});

function first(node: SyntaxNode, type: string): SyntaxNode | undefined {
  if (node.type === type) return node;
  for (const child of node.children) {
    const found = first(child, type);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe("TreeSitterTrees", () => {
  it("names the language by the file's ending and leaves declaration files out", () => {
    const paths = ["a/b.py", "a.mjs", "a.jsx", "a.ts", "a.tsx", "a.d.ts", "a.txt", "Makefile"];
    expect(paths.map((path) => trees.languageOf(path))).toEqual(["python", "javascript", "javascript", "typescript", "tsx", undefined, undefined, undefined]);
  });

  it("has grammars of more languages than it knows the meaning of", async () => {
    const paths = ["a.go", "src/a.rs", "A.java", "a.py", "a.d.ts", "a.constructor"];
    expect(paths.map((path) => trees.grammarOf(path))).toEqual(["go", "rust", "java", "python", undefined, undefined]);
    expect(["a.go", "src/a.rs", "A.java"].map((path) => trees.languageOf(path))).toEqual([undefined, undefined, undefined]);
    for (const [language, text] of [
      ["go", "package a\n\nfunc f() {}\n"],
      ["rust", "fn f() {}\n"],
      ["java", "class A { void f() {} }\n"],
    ] as const) {
      await trees.load(language);
      expect(trees.parse(language, text).root.hasError).toBe(false);
      expect(trees.parse(language, `${text}(`).root.hasError).toBe(true);
    }
  });

  it("gives offsets in UTF-16 code units, also after characters outside the basic plane", () => {
    const text = 's = "😀é"\nif a < b:\n    pass\n';
    const condition = first(trees.parse("python", text).root, "comparison_operator");
    expect(condition && text.slice(condition.start, condition.end)).toBe("a < b");
    expect(condition?.text).toBe("a < b");
    expect(condition?.startRow).toBe(1);
  });

  it("names the field a node fills in its parent and finds children by field", () => {
    const statement = first(trees.parse("python", "if a < b:\n    pass\n").root, "if_statement");
    expect(statement?.child("condition")?.text).toBe("a < b");
    expect(statement?.child("condition")?.fieldName).toBe("condition");
    expect(statement?.child("nothing")).toBeUndefined();
    expect(statement?.child("condition")?.parent).toBe(statement);
  });

  it("separates named children from punctuation", () => {
    const call = first(trees.parse("javascript", "f(a, b)").root, "arguments");
    expect(call?.children.map((child) => child.type)).toEqual(["(", "identifier", ",", "identifier", ")"]);
    expect(call?.namedChildren.map((child) => child.text)).toEqual(["a", "b"]);
  });

  it("parses a text with errors and marks the nodes above the error only", () => {
    const tree = trees.parse("javascript", "const ok = 1;\nfunction f( { return; }\n");
    expect(tree.root.hasError).toBe(true);
    expect(tree.root.children[0]?.hasError).toBe(false);
    expect(trees.parse("javascript", "const ok = 1;").root.hasError).toBe(false);
  });

  it("reads JSX with the JavaScript and the TSX grammar, types with TypeScript", () => {
    expect(trees.parse("javascript", "const a = <b c={1}>x</b>;").root.hasError).toBe(false);
    expect(trees.parse("tsx", "const a = <b c={x as number}>x</b>;").root.hasError).toBe(false);
    expect(trees.parse("typescript", "function f<T>(x: T): T { return x!; }").root.hasError).toBe(false);
  });

  it("keeps a byte order mark and carriage returns in the offsets", () => {
    const text = "\uFEFFx = 1\r\ny = 2\r\n";
    const tree = trees.parse("python", text);
    expect(tree.root.hasError).toBe(false);
    const names = tree.root.namedChildren.map((child) => text.slice(child.start, child.end));
    expect(names).toEqual(["x = 1", "y = 2"]);
  });

  it("copies a tree that nests deeper than a call stack", () => {
    const text = `x = ${"1 + ".repeat(20_000)}1\n`;
    let depth = 0;
    for (let node: SyntaxNode | undefined = trees.parse("python", text).root; node !== undefined; node = node.children[0]) depth += 1;
    expect(depth).toBeGreaterThan(3);
  });

  it("says which grammar was not loaded", () => {
    expect(() => new TreeSitterTrees().parse("python", "x")).toThrow("The grammar of python was not loaded before parsing.");
  });
});
