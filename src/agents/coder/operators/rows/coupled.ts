import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { FunctionContext } from "../context.js";
import { byRank, type Draft, type Operator } from "../operator.js";
import { isRead } from "../reads.js";

/** Same-text nodes of one shape, in groups of two to six. */
function groups(context: FunctionContext, belongs: (node: SyntaxNode) => boolean): SyntaxNode[][] {
  const found = new Map<string, SyntaxNode[]>();
  for (const node of context.nodes) if (belongs(node)) found.set(node.text, [...(found.get(node.text) ?? []), node]);
  return [...found.values()].filter((group) => group.length >= 2 && group.length <= 6);
}

function all(nodes: readonly SyntaxNode[], text: string, weight: number): Draft {
  return { edits: nodes.map((node) => ({ start: node.start, end: node.end, text })), weight };
}

function* literals(context: FunctionContext): Iterable<Draft> {
  for (const group of groups(context, (node) => context.shape(node).kind === "number")) {
    const value = Number(group[0]?.text);
    if (!Number.isInteger(value)) continue;
    yield all(group, String(value + 1), 0.8);
    yield all(group, String(value - 1), 0.8);
  }
}

function* comparisons(context: FunctionContext): Iterable<Draft> {
  const operators = context.nodes.flatMap((node) => {
    const shape = context.shape(node);
    return shape.kind === "binary" && shape.family !== "arithmetic" ? [shape.operator] : [];
  });
  const { comparisons, logical } = context.dialect.words;
  for (const text of new Set(operators.map((operator) => operator.text))) {
    const same = operators.filter((operator) => operator.text === text);
    const others = [...(comparisons[text] ?? []), ...(logical[text] === undefined ? [] : [logical[text]])].slice(0, 2);
    if (same.length >= 2) for (const [rank, other] of others.entries()) yield all(same, other, byRank(rank));
  }
}

function* names(context: FunctionContext): Iterable<Draft> {
  for (const group of groups(context, (node) => isRead(context, node))) {
    const first = group[0];
    const own = first && context.find(first.text, first);
    if (first === undefined || own === undefined || own.role === "function" || own.role === "import") continue;
    for (const other of context.inScope(first)) {
      if (other.local && other.name !== own.name && other.role !== "function" && (other.kind === own.kind || other.kind === "unknown"))
        yield all(group, other.name, other.kind === own.kind ? 0.6 : 0.3);
    }
  }
}

/** The same slip made in every place: a literal, a comparison or a name, changed throughout the function at once. */
export const coupledChange: Operator = {
  name: "coupled-change",
  yield: 7,
  *drafts({ node, context }) {
    if (node !== context.nodes[0]) return;
    yield* literals(context);
    yield* comparisons(context);
    yield* names(context);
  },
};
