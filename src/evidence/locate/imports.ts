import type { SyntaxNode, SyntaxTree } from "../../ports/syntax-trees.js";
import { stringValue } from "./syntax-walk.js";

/** What a file imports, as it is written: "./a.js", "pkg.module", "..parent". Of `from a import b` both "a" and "a.b", since b may be a module. */
export function importsOf(tree: SyntaxTree): string[] {
  const found: string[] = [];
  for (const node of tree.root.namedNodes()) found.push(...(tree.language === "python" ? pythonImport(node) : javascriptImport(node)));
  return [...new Set(found)];
}

function javascriptImport(node: SyntaxNode): string[] {
  if (node.type === "import_statement" || node.type === "export_statement") return known(stringValue(node.child("source")));
  if (node.type !== "call_expression") return [];
  const callee = node.child("function")?.text;
  if (callee !== "require" && callee !== "import" && callee !== "require.resolve") return [];
  return known(stringValue(node.child("arguments")?.namedChildren[0]));
}

function known(value: string | undefined): string[] {
  return value === undefined || value === "" ? [] : [value];
}

function pythonImport(node: SyntaxNode): string[] {
  if (node.type === "import_statement") return node.namedChildren.map(moduleName);
  if (node.type !== "import_from_statement") return [];
  const module = node.child("module_name");
  if (module === undefined) return [];
  const base = module.text.replaceAll(" ", "");
  const separator = base.endsWith(".") ? "" : ".";
  const names = node.namedChildren.filter((child) => child.start !== module.start && child.type !== "wildcard_import").map(moduleName);
  return [base, ...names.map((name) => `${base}${separator}${name}`)];
}

function moduleName(node: SyntaxNode): string {
  return (node.child("name") ?? node).text;
}
