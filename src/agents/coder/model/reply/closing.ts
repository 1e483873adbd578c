import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { lineStart } from "../source/definition.js";
import { commentStart } from "../source/read-definitions.js";

/** The offset behind everything but what ends the file by starting the program or giving names away; the comments of what ends it stay with it. */
export function endPlace(file: SyntaxTree): number {
  const [first] = closingOf(file);
  if (first === undefined) return file.text.length;
  const isFirst = file.root.namedChildren.every((node) => node.start >= first.start || /comment/.test(node.type));
  // What stands above the first statement is about the file.
  return isFirst ? lineStart(file.text, first.start) : commentStart(file.text, { whole: first, node: first });
}

export function isClosing(file: SyntaxTree, statement: SyntaxNode): boolean {
  return closingOf(file).some(({ start }) => start === statement.start);
}

/** The last statements of a file, as far as they only close it. */
function closingOf({ root }: SyntaxTree): SyntaxNode[] {
  const statements = root.namedChildren.filter(({ type }) => !/comment/.test(type));
  const last = statements.findLastIndex((node) => !isMainGuard(node) && !isExport(node));
  return statements.slice(last + 1);
}

function isMainGuard(node: SyntaxNode): boolean {
  return node.type === "if_statement" && /__name__|require\.main|import\.meta\.main/.test(node.child("condition")?.text ?? "");
}

function isExport(node: SyntaxNode): boolean {
  if (node.type === "export_statement") return node.child("declaration") === undefined;
  return node.type === "expression_statement" && /^(?:module\.)?exports\b[^(]*=/.test(node.text) && !/=>|\bfunction\b|\bclass\b/.test(node.text);
}
