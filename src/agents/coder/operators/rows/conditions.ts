import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { edit, type Operator, type Site } from "../operator.js";

/** The condition a branching node decides by. */
export function conditionOf({ shape }: Site): SyntaxNode | undefined {
  switch (shape.kind) {
    case "if":
    case "while":
    case "ternary":
    case "filter":
      return shape.condition;
    case "count":
      return shape.condition;
    default:
      return undefined;
  }
}

/** not c <-> c; a compound condition is negated whole. Single comparisons are the comparison row's. */
export const negateCondition: Operator = {
  name: "negate-condition",
  yield: 41,
  *drafts(site) {
    const condition = conditionOf(site);
    if (condition === undefined) return;
    const { context } = site;
    const shape = context.shape(condition);
    const { words } = context.dialect;
    if (shape.kind === "not") yield edit(condition, shape.operand.text);
    else if (shape.kind === "binary" && shape.family === "comparison") {
      const opposite = opposites[shape.operator.text];
      if (opposite !== undefined && !shape.chained) yield edit(shape.operator, opposite);
    } else if (shape.kind === "call" && words.siblings.some((family) => family.length === 2 && family.includes(shape.name))) {
      yield edit(condition, words.not(condition.text), 0.5);
    } else yield edit(condition, words.not(shape.kind === "binary" || shape.kind === "ternary" ? `(${condition.text})` : condition.text));
  },
};

const opposites: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
  "===": "!==",
  "!==": "===",
  in: "not in",
  "not in": "in",
  is: "is not",
  "is not": "is",
};

/** a and b -> a, a and b -> b inside conditions; not a -> a anywhere. */
export const dropClause: Operator = {
  name: "drop-clause",
  yield: 14,
  on: ["binary", "not"],
  *drafts({ node, shape }) {
    if (shape.kind === "not") yield edit(node, shape.operand.text, 1);
    if (shape.kind !== "binary" || shape.family !== "logical") return;
    yield edit(node, shape.left.text, 0.9);
    yield edit(node, shape.right.text, 0.9);
  },
};
