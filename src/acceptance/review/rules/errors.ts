import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import { compact } from "../../tamper/walk.js";
import { addedSigns, type ReviewRule, type Sign, shown } from "../rule.js";

/** Handlers that take every error and do nothing: what went wrong is then seen by nobody. One for a named error, or with a word about why, is fine. */
export const errorSwallowed: ReviewRule = { id: "error-swallowed", severity: "advice", find: (file) => addedSigns(file, swallowed) };

function swallowed(node: SyntaxNode): Sign | undefined {
  const isEmpty = node.type === "catch_clause" ? isEmptyCatch(node) : node.type === "except_clause" && isEmptyExcept(node);
  return isEmpty ? { key: compact(node), row: node.startRow, claim: `The patch hides every error: ${shown(node)}` } : undefined;
}

function isEmptyCatch(node: SyntaxNode): boolean {
  return node.child("body")?.namedChildren.length === 0;
}

function isEmptyExcept(node: SyntaxNode): boolean {
  return /^except(?:(?:Base)?Exception(?:as\w+)?|\((?:Base)?Exception,?\))?:(?:pass|\.\.\.)$/.test(compact(node));
}
