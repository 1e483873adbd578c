import type { SyntaxNode } from "../../ports/syntax-trees.js";

/** The text of a plain string literal without its quotes. */
export function stringValue(node: SyntaxNode | undefined): string | undefined {
  return node === undefined ? undefined : /^(["'`])(.*)\1$/s.exec(node.text)?.[2];
}
