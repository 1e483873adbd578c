import type { SyntaxNode } from "../../ports/syntax-trees.js";

/** Every node below and including `node`, outer before inner, in order of the text. Iterative: a patch may nest deeper than the stack. */
export function* descendants(node: SyntaxNode): Generator<SyntaxNode> {
  const open: SyntaxNode[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    open.push(...[...next.children].reverse());
  }
}

export function* ancestors(node: SyntaxNode): Generator<SyntaxNode> {
  for (let next = node.parent; next !== undefined; next = next.parent) yield next;
}

export function enclosingFunction(node: SyntaxNode): SyntaxNode | undefined {
  for (const ancestor of ancestors(node)) if (ancestor.isFunction) return ancestor;
  return undefined;
}

/** The name a function is known by, "" for one without. */
export function functionName(node: SyntaxNode | undefined): string {
  if (node === undefined) return "<module>";
  const own = node.child("name");
  if (own !== undefined) return own.text;
  const holder = node.parent;
  return (holder?.child("name") ?? holder?.child("left") ?? holder?.child("key"))?.text ?? "";
}

/** Text without white space, so that formatting makes no difference. */
export function compact(node: SyntaxNode): string {
  return node.text.replace(/\s+/g, "");
}
