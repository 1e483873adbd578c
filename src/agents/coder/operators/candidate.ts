import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import type { FunctionContext } from "./context.js";
import type { Draft, Operator } from "./operator.js";
import { type Round, reachOf } from "./round.js";

/** A draft with its place in the search. */
export interface Candidate {
  readonly operator: Operator;
  readonly draft: Draft;
  readonly context: FunctionContext;
  readonly node: SyntaxNode;
  /** Prior of the operator times weight of the alternative times suspicion of the site. */
  readonly score: number;
}

const nodeCap = 60_000;

/** Drafts over all functions, the most suspicious first, until so much code was looked at that the rest would never be reached. */
export function candidatesOver(contexts: readonly FunctionContext[], operators: readonly Operator[], round?: Round): Candidate[] {
  const found: Candidate[] = [];
  let looked = 0;
  for (const context of [...contexts].sort((a, b) => b.suspect.score - a.suspect.score)) {
    if (looked > 0 && looked + context.nodes.length > nodeCap) continue;
    looked += context.nodes.length;
    for (const candidate of candidatesOf(context, operators, round)) found.push(candidate);
  }
  return found;
}

/** All drafts of all operators over one function, unordered. */
export function candidatesOf(context: FunctionContext, operators: readonly Operator[], round?: Round): Candidate[] {
  const usable = operators.filter((operator) => operator.family === undefined || operator.family === context.dialect.family);
  const found: Candidate[] = [];
  const reach = round === undefined ? undefined : reachOf(round, context);
  for (const node of context.nodes) {
    const shape = context.shape(node);
    const suspicion = reach === undefined ? siteSuspicion(context, node) : Math.max(context.suspect.score, 0.01) * reach(node);
    for (const operator of usable) {
      if (operator.on !== undefined && !operator.on.includes(shape.kind)) continue;
      for (const draft of operator.drafts({ node, shape, context })) {
        found.push({ operator, draft, context, node, score: operator.yield * draft.weight * suspicion });
      }
    }
  }
  return found;
}

/** A line is only a hint: places on lines the failing cases ran count full, others inside the function somewhat less. */
function siteSuspicion(context: FunctionContext, node: SyntaxNode): number {
  const { suspect } = context;
  const hot = suspect.hotLines.length === 0 || suspect.hotLines.includes(node.startRow + 1);
  return Math.max(suspect.score, 0.01) * (hot ? 1 : 0.6);
}
