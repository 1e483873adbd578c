import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { byRank, edit, type Operator, type Site } from "../operator.js";
import { conditionOf } from "./conditions.js";

function bracketed(node: SyntaxNode, site: Site, joiner: string): string {
  const shape = site.context.shape(node);
  const loose = (shape.kind === "binary" && shape.family === "logical" && shape.operator.text !== joiner) || shape.kind === "ternary";
  return loose ? `(${node.text})` : node.text;
}

/** Comparisons and truth tests written anywhere in the function. */
function seenConditions(site: Site): string[] {
  const { context } = site;
  const found = context.nodes.filter((node) => {
    const shape = context.shape(node);
    if (shape.kind === "binary") return shape.family === "comparison";
    return shape.kind === "not" || (shape.kind === "call" && context.kind(node) === "boolean");
  });
  return found.map((node) => node.text).filter((text) => text.length < 80);
}

/** Two loop variables of like kind are different; a number is positive; a list or text is not empty. */
function usualConditions(site: Site, node: SyntaxNode): string[] {
  const { context } = site;
  const { words } = context.dialect;
  const local = context.inScope(node).filter((variable) => variable.local && variable.role !== "function");
  const loops = local.filter((variable) => variable.role === "loop");
  const numbers = local.filter((variable) => variable.kind === "number");
  const lists = local.filter((variable) => variable.kind === "list" || variable.kind === "string");
  const unequal = loops.flatMap((one, place) =>
    loops
      .slice(place + 1)
      .filter((two) => two.kind === one.kind)
      .map((two) => `${one.name} ${words.unequal} ${two.name}`),
  );
  const positive = numbers.flatMap(({ name }) => [`${name} > 0`, `${name} >= 0`, `${name} > 1`]);
  const filled = lists.map(({ name }) => `${words.length(name)} > 0`);
  return [...unequal, ...positive.slice(0, 9), ...filled.slice(0, 4)];
}

/** c -> c and d, c or d, where d is a condition seen in the function or a usual one about its variables. */
export const addClause: Operator = {
  name: "add-clause",
  yield: 4,
  *drafts(site) {
    const condition = conditionOf(site) ?? returnedTruth(site);
    if (condition === undefined) return;
    const { words } = site.context.dialect;
    const clauses = [...seenConditions(site), ...usualConditions(site, condition)].filter((clause) => !condition.text.includes(clause));
    for (const [rank, clause] of [...new Set(clauses)].entries()) {
      const weight = byRank(rank * 0.3);
      yield edit(condition, `${bracketed(condition, site, words.and)} ${words.and} ${clause}`, weight);
      yield edit(condition, `${bracketed(condition, site, words.or)} ${words.or} ${clause}`, weight * 0.8);
    }
  },
};

function returnedTruth({ shape, context }: Site): SyntaxNode | undefined {
  if (shape.kind !== "return" || shape.value === undefined) return undefined;
  return context.kind(shape.value) === "boolean" && context.shape(shape.value).kind !== "boolean" ? shape.value : undefined;
}
