import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { atom, fitted } from "../fit.js";
import { byRank, type Draft, edit, insert, type Operator, type Site } from "../operator.js";

function exchanged(one: SyntaxNode, two: SyntaxNode, weight: number): Draft {
  return {
    edits: [
      { start: one.start, end: one.end, text: two.text },
      { start: two.start, end: two.end, text: one.text },
    ],
    weight,
  };
}

function* dropped(args: readonly SyntaxNode[], weight: number): Iterable<Draft> {
  for (const [place, argument] of args.entries()) {
    const before = args[place - 1];
    const after = args[place + 1];
    if (before !== undefined) yield edit({ start: before.end, end: argument.end }, "", weight);
    else if (after !== undefined) yield edit({ start: argument.start, end: after.start }, "", weight * 0.7);
    else yield edit(argument, "", weight * 0.5);
  }
}

/** f(a, b) -> f(b, a), f(a); a default added where a well-known call takes one. */
export const argumentChange: Operator = {
  name: "argument-change",
  yield: 22,
  on: ["call"],
  *drafts(site) {
    const { shape } = site;
    if (shape.kind !== "call" || shape.list.type === "generator_expression") return;
    for (const [place, argument] of shape.args.entries()) {
      const next = shape.args[place + 1];
      if (next !== undefined && next.text !== argument.text && !/^keyword_/.test(argument.type) && !/^keyword_/.test(next.type))
        yield exchanged(argument, next, 1);
    }
    if (shape.args.length <= 4 && !(shape.args.length === 1 && shape.receiver === undefined)) yield* dropped(shape.args, 0.5);
    yield* addedArguments(site, shape);
  },
};

type CallShape = Extract<Site["shape"], { kind: "call" }>;

const pythonExtras: Readonly<Record<string, readonly string[]>> = {
  sorted: ["reverse=True", "key=len", "key=abs", "key=str.lower"],
  sort: ["reverse=True", "key=len"],
  max: ["key=len", "default=0", "0"],
  min: ["key=len", "default=0", "0"],
  round: ["2", "1"],
  get: ["0", "[]"],
  int: ["2", "16"],
  sum: ["[]"],
  next: ["None"],
  split: ['","', "1"],
  enumerate: ["1", "start=1"],
  dumps: ["sort_keys=True"],
};

const javascriptExtras: Readonly<Record<string, readonly string[]>> = {
  reduce: ["0", "1", "''", "[]"],
  toString: ["2", "16"],
  toFixed: ["2"],
  join: ["''", "' '", "','"],
  split: ["''", "' '"],
  sort: ["(a, b) => a - b", "(a, b) => b - a"],
  flat: ["Infinity"],
  parseInt: ["10"],
  max: ["0"],
  min: ["0"],
  slice: ["1", "0"],
};

function* addedArguments(site: Site, shape: CallShape): Iterable<Draft> {
  const extras = (site.context.dialect.family === "python" ? pythonExtras : javascriptExtras)[shape.name] ?? [];
  const present = shape.args.map((argument) => argument.text);
  const last = shape.args.at(-1);
  if (site.context.dialect.family === "javascript" && shape.args.length > (shape.name === "reduce" ? 1 : 0) && !/^(?:parseInt|max|min)$/.test(shape.name))
    return;
  for (const [rank, extra] of extras.entries()) {
    const word = extra.split("=")[0] ?? extra;
    if (present.some((text) => text === extra || text.startsWith(`${word}=`))) continue;
    yield last === undefined ? insert(shape.list.end - 1, extra, byRank(rank) * 0.5) : insert(last.end, `, ${extra}`, byRank(rank) * 0.5);
  }
}

/** min <-> max, any <-> all, startsWith <-> endsWith, ... */
export const siblingCall: Operator = {
  name: "sibling-call",
  yield: 34,
  on: ["call", "member", "name"],
  *drafts(site) {
    const name = calledName(site);
    if (name === undefined) return;
    const families = site.context.dialect.words.siblings.filter((family) => family.includes(name.text));
    const weights = new Map<string, number>();
    for (const family of families) {
      const own = family.indexOf(name.text);
      for (const [place, word] of family.entries()) {
        const weight = 1.6 / family.length / (1 + 0.2 * Math.abs(place - own));
        if (word !== name.text) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
      }
    }
    for (const [word, weight] of weights) yield edit(name, word, Math.min(1, weight));
  },
};

/** The written name of a called function or of one handed over as a value, if it is one of the language's own. */
function calledName({ node, shape, context }: Site): SyntaxNode | undefined {
  if (shape.kind === "call") return shape.method ?? (context.shape(shape.callee).kind === "name" ? shape.callee : undefined);
  const parent = node.parent;
  if (parent === undefined || context.shape(parent).kind === "call") return undefined;
  if (shape.kind === "member") return shape.property;
  return shape.kind === "name" && context.find(node.text, node) === undefined ? node : undefined;
}

/** f(x) -> x, x.m() -> x, x[i] -> x. */
export const unwrapCall: Operator = {
  name: "unwrap-call",
  yield: 9,
  on: ["call", "index"],
  *drafts(site) {
    const { node, shape, context } = site;
    const put = (text: string, weight: number): Draft => edit(node, fitted(context.dialect, node, text), weight);
    if (shape.kind === "index") {
      if (node.parent !== undefined && context.shape(node.parent).kind !== "assign") yield put(shape.object.text, 0.3);
      if (context.shape(shape.index).kind === "name") yield put(shape.index.text, 0.3);
      return;
    }
    if (shape.kind !== "call") return;
    if (shape.receiver !== undefined && shape.receiver.text !== "Math" && shape.receiver.text !== "Object") yield put(shape.receiver.text, 1);
    if (shape.receiver === undefined || /^(?:Math|math|Number|Object|JSON|Array)$/.test(shape.receiver.text)) {
      for (const [rank, argument] of shape.args.entries())
        if (argument.type !== "keyword_argument" && context.shape(argument).kind !== "function") yield put(argument.text, byRank(rank));
    }
    if (shape.list.type === "generator_expression") yield put(`[${atom(shape.list.text).slice(1, -1)}]`, 0.2);
  },
};
