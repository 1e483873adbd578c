import { fitted } from "../fit.js";
import { byRank, edit, type Operator, type Site } from "../operator.js";

function stepped(text: string, by: number): string | undefined {
  if (/^\d+$/.test(text)) return String(Number(text) + by);
  const decimals = /^\d*\.(\d+)$/.exec(text)?.[1];
  return decimals === undefined ? undefined : (Number(text) + by).toFixed(decimals.length);
}

/** 10 -> 11, 10 -> 9. */
export const numberStep: Operator = {
  name: "number-step",
  yield: 33,
  on: ["number"],
  *drafts({ node, context }) {
    for (const by of [1, -1]) {
      const text = stepped(node.text, by);
      if (text !== undefined) yield edit(node, fitted(context.dialect, node, text), isInclusion({ node, context }, by) ? afterSwap : 1);
    }
  },
};

/** Puts a step behind the comparison it is another spelling of (yield 28 against 33). */
const afterSwap = 0.8;

/** On whole numbers `> 10` stepped to `> 9` says `>= 10`, which is what a person would write. */
function isInclusion({ node, context }: Pick<Site, "node" | "context">, by: number): boolean {
  const shape = node.parent === undefined ? undefined : context.shape(node.parent);
  if (shape?.kind !== "binary" || shape.family !== "comparison") return false;
  const turned = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" } as const;
  const operator = shape.operator.text as keyof typeof turned;
  const seen = node.start === shape.left.start ? turned[operator] : operator;
  return by === -1 ? seen === ">" || seen === "<=" : seen === "<" || seen === ">=";
}

/** Numbers written elsewhere in the function, small usual ones, and the same with the other sign. */
export const numberPool: Operator = {
  name: "number-pool",
  yield: 16,
  on: ["number"],
  *drafts({ node, context }) {
    const written = context.nodes.filter((other) => context.shape(other).kind === "number").map((other) => other.text);
    const negative = node.parent !== undefined && context.shape(node.parent).kind === "sign";
    const pool = [...new Set(["0", "1", "2", ...written, "10"])].filter((text) => text !== node.text);
    if (negative && node.parent !== undefined) yield edit(node.parent, node.text, 0.9);
    else yield edit(node, fitted(context.dialect, node, `-${node.text}`), 0.7);
    for (const [rank, text] of pool.entries()) yield edit(node, text, byRank(rank * 0.5));
    if (!negative) yield edit(node, fitted(context.dialect, node, "-1"), 0.3);
  },
};

function returned({ node, context }: Site): boolean {
  return node.parent !== undefined && context.shape(node.parent).kind === "return";
}

/** true <-> false, and the negation of a returned truth value. */
export const booleanFlip: Operator = {
  name: "boolean-flip",
  yield: 28,
  *drafts(site) {
    const { node, shape, context } = site;
    const { words } = context.dialect;
    if (shape.kind === "boolean") yield edit(node, shape.value ? words.false : words.true);
    else if (returned(site) && context.kind(node) === "boolean" && shape.kind !== "not" && !(shape.kind === "binary" && shape.family === "comparison")) {
      yield edit(node, words.not(shape.kind === "binary" || shape.kind === "ternary" ? `(${node.text})` : node.text), 0.8);
    }
  },
};
