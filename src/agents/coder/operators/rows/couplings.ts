import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { byRank, type Draft, edit, type Operator } from "../operator.js";

/** A test written the wrong way round: every true becomes false and every false true, throughout the function. */
export const booleanInversion: Operator = {
  name: "boolean-inversion",
  yield: 24,
  on: ["function"],
  *drafts({ node, context }) {
    const { words } = context.dialect;
    const edits = context.nodes.flatMap((inner) => {
      const shape = context.shape(inner);
      if (shape.kind !== "boolean" || inner.start < node.start || inner.end > node.end) return [];
      return [{ start: inner.start, end: inner.end, text: shape.value ? words.false : words.true }];
    });
    if (edits.length >= 2 && edits.length <= 8) yield { edits, weight: 1 };
  },
};

const likened = new Set(["distinct", "sorted", "lower", "strip", "trim", "absolute", "number", "integer", "sorted-numbers"]);

/** a == b -> sorted(a) == sorted(b), a.lower() == b.lower(), ...: both sides brought to one form before they are compared. */
export const likenedSides: Operator = {
  name: "likened-sides",
  yield: 8,
  on: ["binary"],
  *drafts({ shape, context }) {
    if (shape.kind !== "binary" || shape.family !== "comparison" || shape.chained || !/^[!=<>]/.test(shape.operator.text)) return;
    const kinds = [context.kind(shape.left), context.kind(shape.right)];
    const isLiteral = (node: SyntaxNode): boolean => ["number", "string", "boolean", "nothing"].includes(context.shape(node).kind);
    if (isLiteral(shape.left) || isLiteral(shape.right)) return;
    let rank = 0;
    for (const wrapper of context.dialect.words.wrappers) {
      if (!likened.has(wrapper.name) || !kinds.every((kind) => wrapper.takes.includes(kind))) continue;
      const edits = [shape.left, shape.right].map((side) => ({ start: side.start, end: side.end, text: wrapper.wrap(side.text) }));
      yield { edits, weight: byRank(rank * 0.5) };
      if (wrapper.name === "distinct" && context.dialect.family === "javascript") {
        yield { edits: edits.map((change) => ({ ...change, text: `${change.text}.sort().join()` })), weight: byRank(rank * 0.5) };
      }
      rank += 1;
    }
  },
};

/** x -> x[i:], x[:i], x[i]: a part of a list or text where the whole was taken. */
export const partOf: Operator = {
  name: "part-of",
  yield: 5,
  on: ["name", "call", "comprehension"],
  *drafts({ node, shape, context }) {
    const kind = context.kind(node);
    if (kind !== "list" && kind !== "string") return;
    const parent = node.parent && context.shape(node.parent);
    if (parent === undefined || ["member", "index", "each", "import"].includes(parent.kind) || (parent.kind === "assign" && parent.target === node)) return;
    if (parent.kind === "call" && parent.callee === node) return;
    if (/parameter|pattern|type/.test(node.parent?.type ?? "")) return;
    const python = context.dialect.family === "python";
    const from = (place: string): string => (python ? `${node.text}[${place}:]` : `${node.text}.slice(${place})`);
    const upTo = (place: string): string => (python ? `${node.text}[:${place}]` : `${node.text}.slice(0, ${place})`);
    const returned = parent.kind === "return" || parent.kind === "function" ? 1.4 : 1;
    if (shape.kind === "name" || returned > 1) {
      yield edit(node, from("1"), Math.min(1, 0.9 * returned));
      yield edit(node, upTo("-1"), Math.min(1, 0.8 * returned));
    }
    if (shape.kind !== "name") return;
    const numbers = context.inScope(node).filter((variable) => variable.local && variable.kind === "number");
    for (const [rank, { name }] of numbers.entries()) {
      const drafts: Draft[] = [edit(node, from(name)), edit(node, upTo(name)), edit(node, `${node.text}[${name}]`, 0.6)];
      for (const draft of drafts) yield { ...draft, weight: draft.weight * byRank(rank) };
    }
  },
};

/** a - b -> abs(a - b) where the difference is compared, kept or returned. */
export const absoluteDifference: Operator = {
  name: "absolute-difference",
  yield: 20,
  on: ["binary"],
  *drafts({ node, shape, context }) {
    if (shape.kind !== "binary" || shape.operator.text !== "-" || context.shape(shape.right).kind === "number") return;
    const around = node.parent && context.shape(node.parent);
    if (around === undefined || !["binary", "assign", "return", "group", "call", "other"].includes(around.kind)) return;
    yield edit(node, context.dialect.family === "python" ? `abs(${node.text})` : `Math.abs(${node.text})`);
  },
};
