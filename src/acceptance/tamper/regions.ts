import type { SyntaxNode } from "../../ports/syntax-trees.js";

/** Top-level statements of two versions of a file that the other one does not have word for word: everything a patch can have added lies in them. */
export function changedRegions(before: SyntaxNode, after: SyntaxNode): { readonly before: readonly SyntaxNode[]; readonly after: readonly SyntaxNode[] } {
  return { before: without(before.children, after.children), after: without(after.children, before.children) };
}

function without(statements: readonly SyntaxNode[], others: readonly SyntaxNode[]): SyntaxNode[] {
  const left = new Map<string, number>();
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1);
  return statements.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}
