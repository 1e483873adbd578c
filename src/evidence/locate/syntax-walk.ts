import type { SyntaxNode } from "../../ports/syntax-trees.js";

/** Named nodes in document order. */
export function* namedNodes(root: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...node.namedChildren.toReversed());
  }
}

/** The text of a plain string literal without its quotes. */
export function stringValue(node: SyntaxNode | undefined): string | undefined {
  return node === undefined ? undefined : /^(["'`])(.*)\1$/s.exec(node.text)?.[2];
}
