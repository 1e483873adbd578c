import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { byRank, edit, type Operator, type Site } from "../operator.js";

/** < -> <=, >, >=, ...; in <-> not in; === <-> !==. */
export const comparisonSwap: Operator = {
  name: "comparison-swap",
  yield: 28,
  on: ["binary"],
  *drafts({ shape, context }) {
    if (shape.kind !== "binary" || shape.family !== "comparison") return;
    const textual = [shape.left, shape.right].some((side) => ["string", "boolean"].includes(context.kind(side)) || context.shape(side).kind === "nothing");
    for (const [rank, text] of (context.dialect.words.comparisons[shape.operator.text] ?? []).entries()) {
      const ordering = /^[<>]/.test(text) !== /^[<>]/.test(shape.operator.text);
      yield edit(shape.operator, text, byRank(rank) * (ordering ? (textual ? 0.1 : 0.35) : 1));
    }
  },
};

/** and <-> or. */
export const logicalSwap: Operator = {
  name: "logical-swap",
  yield: 41,
  on: ["binary"],
  *drafts({ shape, context }) {
    if (shape.kind !== "binary") return;
    const text = context.dialect.words.logical[shape.operator.text];
    if (text !== undefined) yield edit(shape.operator, text);
  },
};

/** Tightness of the usual arithmetic operators; equal numbers read from left to right. */
function strength(operator: string): number {
  if (operator === "**") return 3;
  return /^(?:\*|\/|\/\/|%)$/.test(operator) ? 2 : 1;
}

function isOperand(node: SyntaxNode, site: Site): boolean {
  return node.parent !== undefined && site.context.shape(node.parent).kind === "binary";
}

/** + -> -, * -> **, / -> //, ...; also bracketed where the new operator would bind its operands differently. */
export const arithmeticSwap: Operator = {
  name: "arithmetic-swap",
  yield: 22,
  on: ["binary"],
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind !== "binary" || shape.family !== "arithmetic") return;
    const kinds = [context.kind(shape.left), context.kind(shape.right)];
    const textual = kinds.includes("string") || kinds.includes("list");
    for (const [rank, text] of (context.dialect.words.arithmetic[shape.operator.text] ?? []).entries()) {
      const weight = byRank(rank) * (textual ? 0.15 : 1);
      yield edit(shape.operator, text, weight);
      const rebinds = strength(text) !== strength(shape.operator.text);
      if (rebinds && isOperand(node, site)) yield edit(node, `(${shape.left.text} ${text} ${shape.right.text})`, weight * 0.4);
      const looseLeft = context.shape(shape.left).kind === "binary" || context.shape(shape.right).kind === "binary";
      if (rebinds && looseLeft) yield edit(node, `${grouped(shape.left, site)} ${text} ${grouped(shape.right, site)}`, weight * 0.4);
    }
  },
};

function grouped(node: SyntaxNode, site: Site): string {
  return site.context.shape(node).kind === "binary" ? `(${node.text})` : node.text;
}

function reassigned(target: SyntaxNode, site: Site): boolean {
  const known = site.context.find(target.text, target);
  return known !== undefined && known.declaredAt < target.start;
}

/** += -> -=, =, ...; = -> += where the target had a value before. */
export const compoundAssignment: Operator = {
  name: "compound-assignment",
  yield: 20,
  on: ["assign"],
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind !== "assign" || node.type === "variable_declarator") return;
    if (!shape.compound && context.shape(shape.target).kind === "name" && !reassigned(shape.target, site)) return;
    if (!shape.compound && /list|pattern/.test(shape.target.type)) return;
    for (const [rank, text] of (context.dialect.words.compound[shape.operator.text] ?? []).entries()) yield edit(shape.operator, text, byRank(rank));
  },
};

/** a - b -> b - a. Comparisons and sums of numbers are left alone: swapping them is another row or changes nothing. */
export const operandSwap: Operator = {
  name: "operand-swap",
  yield: 16,
  on: ["binary"],
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind !== "binary" || shape.family === "logical" || shape.chained) return;
    const operator = shape.operator.text;
    if (shape.family === "comparison" && !/^(?:in|not in|instanceof)$/.test(operator)) return;
    const kinds = [context.kind(shape.left), context.kind(shape.right)];
    if (operator === "*" || /^[&|^]$/.test(operator) || (operator === "+" && kinds.includes("number"))) return;
    const weight = operator === "+" ? 0.7 : 1;
    yield edit(node, `${grouped(shape.right, site)} ${operator} ${grouped(shape.left, site)}`, weight);
    const left = context.shape(shape.left);
    if (left.kind === "binary" && left.family === "arithmetic" && left.operator.text === operator) {
      yield {
        edits: [
          { start: left.right.start, end: left.right.end, text: shape.right.text },
          { start: shape.right.start, end: shape.right.end, text: left.right.text },
        ],
        weight: weight * 0.7,
      };
    }
  },
};

/** a + b -> a, a + b -> b. */
export const operandOnly: Operator = {
  name: "operand-only",
  yield: 34,
  on: ["binary"],
  *drafts({ node, shape, context }) {
    if (shape.kind !== "binary" || shape.chained || shape.family === "comparison") return;
    const small = (side: SyntaxNode): boolean => context.shape(side).kind === "number";
    const left = context.shape(shape.left);
    if (shape.family === "logical") {
      yield edit(node, shape.left.text, 0.35);
      yield edit(node, shape.right.text, 0.35);
      return;
    }
    yield edit(node, shape.left.text, small(shape.right) ? 1 : 0.8);
    yield edit(node, shape.right.text, small(shape.right) ? 0.3 : 0.6);
    if (left.kind === "binary" && left.family === "arithmetic") yield edit(node, `${left.left.text} ${shape.operator.text} ${shape.right.text}`, 0.6);
  },
};
