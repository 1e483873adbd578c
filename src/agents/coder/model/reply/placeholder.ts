import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { Definition } from "../source/definition.js";
import { looksElided } from "./elision.js";
import { literalRanges } from "./indentation.js";
import type { Pair } from "./pair.js";

/** A body with nothing in it, in the place of one that has something. */
export function isPlaceholder({ from, to }: Pair): boolean {
  return isEmpty(from.node) && !isEmpty(to.node);
}

function isEmpty(node: SyntaxNode): boolean {
  const body = node.child("body");
  if (body === undefined) return false;
  const isBlock = /block|body/.test(body.type);
  return isBlock && body.namedChildren.every((one, index) => says(one, index));
}

function says(one: SyntaxNode, index: number): boolean {
  if (/comment|^pass_statement$/.test(one.type) || /^(?:\.\.\.|raise NotImplementedError(?:\(\))?)$/.test(one.text)) return true;
  return index === 0 && one.type === "expression_statement" && one.namedChildren[0]?.type === "string";
}

/** Whether the reply's function has a comment for a part of the file's; what strings say does not count. */
export function leavesOut(code: SyntaxTree, { from, to }: Pair): boolean {
  return looksElided(withoutStrings(code, from) + commentsBehind(code, from), to.node.text);
}

function withoutStrings(code: SyntaxTree, { node }: Definition): string {
  let text = node.text;
  for (const { start, end } of literalRanges(code, node).reverse()) text = `${text.slice(0, start - node.start)}""${text.slice(end - node.start)}`;
  return text;
}

/** Python: comments at the end of a body stand behind the function for the grammar. */
function commentsBehind(code: SyntaxTree, { node }: Definition): string {
  return code.language === "python" ? (/^(?:[ \t]*\n|[ \t]+#.*(?:\n|$))*/.exec(code.text.slice(node.end))?.[0] ?? "") : "";
}
