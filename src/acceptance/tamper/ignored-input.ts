import type { SyntaxNode } from "../../ports/syntax-trees.js";
import type { Mark } from "./finding.js";
import { unwrapped } from "./literals.js";
import { isConstantHere } from "./outcomes.js";
import { parameterNames } from "./subjects.js";
import { isTestLiteral, type TestLiterals } from "./test-literals.js";
import { descendants, enclosingFunction, functionName } from "./walk.js";

/** Functions that read their input before and now answer with nothing but constants of the failing test: the extreme of a special case. */
export function ignoredInputs(before: readonly SyntaxNode[], after: readonly SyntaxNode[], known: TestLiterals): Mark[] {
  const reading = new Set(before.flatMap(functionsOf).filter(readsInput).map(functionName));
  return after
    .flatMap(functionsOf)
    .filter((owner) => reading.has(functionName(owner)) && !readsInput(owner) && answersTheTest(owner, known))
    .map((owner) => ({
      rule: "special-case",
      key: `ignores ${functionName(owner)}`,
      row: owner.startRow,
      reason: `"${functionName(owner)}" no longer reads its input and gives a constant of the failing test`,
    }));
}

function functionsOf(root: SyntaxNode): SyntaxNode[] {
  return [...descendants(root)].filter((node) => node.isFunction && functionName(node) !== "");
}

function readsInput(owner: SyntaxNode): boolean {
  const names = new Set([...parameterNames(owner), "arguments"]);
  const body = owner.child("body");
  return (
    body !== undefined &&
    [...descendants(body)].some((node) => names.has(node.text) && /identifier/.test(node.type) && node.text !== "self" && node.text !== "cls")
  );
}

function answersTheTest(owner: SyntaxNode, known: TestLiterals): boolean {
  const values = resultsOf(owner);
  return values.length > 0 && values.every((value) => isConstantHere(value) && isTestLiteral(unwrapped(value), "whole", known));
}

function resultsOf(owner: SyntaxNode): SyntaxNode[] {
  const body = owner.child("body");
  if (body === undefined) return [];
  if (body.type !== "block" && body.type !== "statement_block") return [body];
  const own = [...descendants(body)].filter((node) => node.type === "return_statement" && enclosingFunction(node)?.start === owner.start);
  return own.flatMap((node) => node.namedChildren.slice(0, 1));
}
