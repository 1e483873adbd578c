import type { Suspect } from "../../../domain/suspect.js";
import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import type { ContextPlace } from "./place.js";

/** The node itself, then outwards. */
export function* ancestors(node: SyntaxNode): Iterable<SyntaxNode> {
  for (let around: SyntaxNode | undefined = node; around !== undefined; around = around.parent) yield around;
}

/** Named nodes below and including `root`, in document order, without descending where `enter` says no. */
export function walk(root: SyntaxNode, enter: (node: SyntaxNode) => boolean): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const open: SyntaxNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!node.isNamed || node.type === "comment" || !enter(node)) continue;
    found.push(node);
    for (let place = node.children.length - 1; place >= 0; place -= 1) {
      const child = node.children[place];
      if (child !== undefined) open.push(child);
    }
  }
  return found;
}

function within(node: SyntaxNode, range: Suspect): boolean {
  return node.start >= range.start && node.end <= range.end;
}

function touches(node: SyntaxNode, range: Suspect): boolean {
  return node.start < range.end && node.end > range.start;
}

/** All named nodes of the suspect: whole statements of the module level for "<module>", else what lies in its range. */
export function nodesOf(place: ContextPlace, suspect: Suspect): readonly SyntaxNode[] {
  const smaller = place.others.filter(
    (other) => other !== suspect && other.start >= suspect.start && other.end <= suspect.end && other.end - other.start < suspect.end - suspect.start,
  );
  const isModule = suspect.function === "<module>";
  const enter = (node: SyntaxNode): boolean => {
    if (!touches(node, suspect)) return false;
    if (isModule && place.dialect.shape(node).kind === "function" && node.parent !== undefined && smaller.some((other) => within(node, other))) return false;
    return !smaller.some((other) => node.start === other.start && node.end === other.end);
  };
  return walk(place.tree.root, enter).filter((node) => within(node, suspect));
}
