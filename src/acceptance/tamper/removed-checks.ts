import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { dottedName } from "./calls.js";
import { addedMarks, type Mark } from "./finding.js";
import { compact, descendants, enclosingFunction } from "./walk.js";

const assertionCall = /^(assert|console\.assert|(node:)?assert\.\w+|self\.assert\w+|expect|sys\.exit|exit|process\.exit)$/;

/**
 * Statements by which a script says that something is wrong, of which the patch leaves fewer. A command judged by its exit status alone
 * has no cases that could be missed: taking its complaint away is all it takes to turn it green.
 */
export function removedChecks(before: readonly SyntaxNode[], after: readonly SyntaxNode[]): Mark[] {
  return addedMarks(after.flatMap(complaints), before.flatMap(complaints)).map((mark) => ({ ...mark, row: after[0]?.startRow ?? mark.row }));
}

function complaints(root: SyntaxNode): Mark[] {
  return [...descendants(root)].filter(isComplaint).map((node) => ({
    rule: "removed-check",
    // Only the number counts: an edited condition or message is no removal.
    key: "complaint",
    row: node.startRow,
    reason: `takes away "${shortened(node.text)}", and the check is judged by its exit status alone`,
  }));
}

/** A raise inside a function may be the fault itself; at the top of a script it is the script's verdict. */
function isComplaint(node: SyntaxNode): boolean {
  if (node.type === "assert_statement") return true;
  if (node.type === "raise_statement" || node.type === "throw_statement")
    return enclosingFunction(node) === undefined || /(AssertionError|SystemExit)/.test(node.text);
  if (node.type !== "call" && node.type !== "call_expression") return false;
  const callee = node.child("function");
  const name = callee === undefined ? undefined : dottedName(callee);
  return name !== undefined && assertionCall.test(name) && !/\(0?\)$/.test(compact(node));
}

function shortened(text: string): string {
  const line = text.split("\n")[0] ?? "";
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}
