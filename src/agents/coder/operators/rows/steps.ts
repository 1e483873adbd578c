import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { fitted, isAtom } from "../fit.js";
import { type Draft, edit, insert, type Operator, type Site } from "../operator.js";

/** `n` -> `n + 1`, `n - 1` -> `n`, `n + 2` -> `n + 3`: the text one more or one less. */
export function oneOff(node: SyntaxNode, by: 1 | -1, { context }: Pick<Site, "context">): string {
  const shape = context.shape(node);
  if (shape.kind === "number" && /^\d+$/.test(node.text)) return String(Number(node.text) + by);
  if (shape.kind === "binary" && /^[+-]$/.test(shape.operator.text) && /^\d+$/.test(shape.right.text)) {
    const total = Number(shape.right.text) * (shape.operator.text === "+" ? 1 : -1) + by;
    if (total === 0) return shape.left.text;
    return `${shape.left.text} ${total > 0 ? "+" : "-"} ${Math.abs(total)}`;
  }
  const loose = shape.kind === "binary" ? !/^(?:[*/+-]|\/\/)$/.test(shape.operator.text) : !isAtom(node.text) && shape.kind !== "sign";
  return `${loose ? `(${node.text})` : node.text} ${by > 0 ? "+" : "-"} 1`;
}

function both(node: SyntaxNode, site: Site, weight = 1): Draft[] {
  return ([1, -1] as const).map((by) => edit(node, fitted(site.context.dialect, node, oneOff(node, by, site)), weight));
}

function* rangeBounds(site: Site, args: readonly SyntaxNode[]): Iterable<Draft> {
  const [first, second] = args;
  if (first === undefined) return;
  if (second === undefined) {
    yield edit(first, oneOff(first, 1, site));
    yield edit(first, oneOff(first, -1, site));
    yield insert(first.start, "1, ", 0.8);
    yield edit(first, `1, ${oneOff(first, 1, site)}`, 0.7);
    yield insert(first.start, "2, ", 0.3);
    return;
  }
  yield* both(second, site);
  yield* both(first, site, 0.8);
  if (args.length === 2) {
    yield edit({ start: first.start, end: second.end }, second.text, 0.5);
    yield insert(second.end, ", 2", 0.3);
    yield edit({ start: first.start, end: second.end }, `${second.text}, ${first.text}, -1`, 0.2);
  }
  if (args[2] !== undefined) {
    yield edit({ start: second.end, end: args[2].end }, "", 0.6);
    yield* both(args[2], site, 0.5);
  }
}

/** The first and last value a loop runs through, one more or one less. */
export const loopBound: Operator = {
  name: "loop-bound",
  yield: 36,
  on: ["call", "count"],
  *drafts(site) {
    const { shape, context } = site;
    if (shape.kind === "call" && (shape.name === "range" || shape.name === "islice")) yield* rangeBounds(site, shape.args);
    if (shape.kind !== "count") return;
    const test = shape.condition && context.shape(shape.condition);
    if (test?.kind === "binary") yield* both(test.right, site);
    const declarator = shape.initial?.namedChildren[0];
    const start = declarator && context.shape(declarator);
    if (start?.kind === "assign") yield* both(start.value, site, 0.9);
  },
};

const steppable = new Set(["name", "member", "index", "call", "binary", "group", "sign"]);

/** Places where a value one too small or too large is a usual slip. */
function wanted(site: Site): boolean {
  const { node, shape, context } = site;
  const parent = node.parent;
  if (!steppable.has(shape.kind) || parent === undefined) return false;
  if (shape.kind === "binary" && (shape.family !== "arithmetic" || /^[+-]$/.test(context.shape(parent).kind === "binary" ? shape.operator.text : "")))
    return false;
  if (!["number", "unknown"].includes(context.kind(node))) return false;
  const around = context.shape(parent);
  switch (around.kind) {
    case "binary":
      return (
        around.family !== "logical" &&
        !/^(?:in|not in|is|is not|instanceof)$/.test(around.operator.text) &&
        ![around.left, around.right].some((side) => isTextOrList(side, site))
      );
    case "assign":
      return around.value === node;
    case "call":
    case "return":
    case "ternary":
    case "list":
    case "slice":
    case "comprehension":
      return around.kind !== "call" || around.callee !== node;
    case "index":
      return around.index === node;
    case "function":
      return around.body === node;
    default:
      return parent.type === "argument_list" || parent.type === "arguments";
  }
}

function isNegativeLiteral({ shape, context }: Site): boolean {
  return shape.kind === "sign" && context.shape(shape.operand).kind === "number";
}

function isTextOrList(node: SyntaxNode, { context }: Site): boolean {
  return ["string", "list"].includes(context.kind(node));
}

/** n -> n + 1, n -> n - 1. */
export const expressionStep: Operator = {
  name: "expression-step",
  yield: 12,
  *drafts(site) {
    if (!wanted(site) || isNegativeLiteral(site)) return;
    const known = site.context.kind(site.node) === "number";
    yield* both(site.node, site, known ? 1 : 0.5);
  },
};

const slicers = new Set(["slice", "substring", "substr", "splice"]);

/** x[i] -> x[i + 1], x[-1], x[0]; a slice one longer or shorter at either end; the same for slice() and substring(). */
export const indexBound: Operator = {
  name: "index-bound",
  yield: 20,
  on: ["index", "slice", "call"],
  *drafts(site) {
    const { shape, context } = site;
    if (shape.kind === "index") yield* indexDrafts(site, shape.object, shape.index);
    if (shape.kind === "slice") yield* sliceDrafts(site, shape);
    if (shape.kind !== "call" || shape.receiver === undefined || !slicers.has(shape.name)) return;
    for (const argument of shape.args) yield* both(argument, site);
    const [first, second] = shape.args;
    if (first !== undefined && second === undefined) yield insert(first.end, ", -1", 0.4);
    if (first !== undefined && second !== undefined) yield edit({ start: first.end, end: second.end }, "", 0.4);
    if (second !== undefined && context.shape(second).kind !== "number" && first !== undefined) yield edit(second, `${first.text} + ${second.text}`, 0.2);
  },
};

function* indexDrafts(site: Site, object: SyntaxNode, index: SyntaxNode): Iterable<Draft> {
  const { context } = site;
  const shape = context.shape(index);
  if (["slice", "string", "list"].includes(shape.kind) || context.kind(object) === "map" || context.kind(index) === "string") return;
  yield* both(index, site);
  if (index.text !== "0") yield edit(index, "0", 0.5);
  const last = context.dialect.family === "python" ? "-1" : `${object.text}.length - 1`;
  if (index.text !== last) yield edit(index, last, 0.5);
}

function* sliceDrafts(site: Site, shape: Extract<Site["shape"], { kind: "slice" }>): Iterable<Draft> {
  const { node, context } = site;
  const colon = node.children.find((child) => child.type === ":");
  if (colon === undefined) return;
  for (const bound of [shape.to, shape.from]) if (bound !== undefined && context.kind(bound) !== "string") yield* both(bound, site);
  if (shape.to !== undefined) yield edit(shape.to, "", 0.4);
  if (shape.from !== undefined) yield edit(shape.from, "", 0.5);
  if (shape.step !== undefined) yield edit({ start: shape.step.start - 1, end: shape.step.end }, "", 0.5);
  if (shape.from === undefined) yield insert(colon.start, "1", 0.6);
  if (shape.to === undefined) yield insert(colon.end, "-1", 0.6);
  if (shape.from !== undefined && shape.to === undefined) yield edit({ start: shape.from.start, end: colon.end }, `:${shape.from.text}`, 0.5);
  if (shape.from === undefined && shape.to !== undefined) yield edit({ start: colon.start, end: shape.to.end }, `${shape.to.text}:`, 0.5);
}
