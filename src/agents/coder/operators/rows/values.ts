import { atom, fitted } from "../fit.js";
import { byRank, edit, type Operator, type Site } from "../operator.js";
import { isRead, isValue } from "../reads.js";

const constants: Readonly<Record<string, readonly string[]>> = {
  number: ["0", "1", "-1"],
  string: ['""'],
  list: ["[]"],
  boolean: [],
  map: [],
  function: [],
  unknown: ["[]", '""', "0"],
};

/** return a -> return b, a constant, or nothing found. */
export const returnValue: Operator = {
  name: "return-value",
  yield: 4,
  on: ["return"],
  *drafts({ node, shape, context }) {
    if (shape.kind !== "return" || shape.value === undefined) return;
    const { value } = shape;
    const { words } = context.dialect;
    const kind = context.kind(value);
    const others = context.inScope(value).filter((variable) => variable.local && variable.role !== "function" && variable.name !== value.text);
    for (const other of others) {
      const weight = other.kind === kind ? 1 : kind === "unknown" || other.kind === "unknown" ? 0.6 : 0.2;
      yield edit(value, other.name, weight * (other.role === "loop" ? 0.5 : 1));
    }
    const simple = [...(constants[kind] ?? []), words.nothing];
    if (context.shape(value).kind === "nothing" || node.parent === undefined) simple.push("[]", '""', "0", words.false);
    for (const [rank, text] of simple.entries()) if (text !== value.text) yield edit(value, text, 0.4 * byRank(rank));
  },
};

function wrappable(site: Site): boolean {
  const { shape, context, node } = site;
  if (!["name", "call", "index", "member", "binary", "comprehension", "group", "ternary"].includes(shape.kind)) return false;
  if (shape.kind === "name" && !isRead(context, node)) return false;
  return isValue(context, node) || node.parent?.type === "argument_list";
}

/** x -> abs(x), len(x), sorted(x), int(x), ... where the kind of x allows it. */
export const wrapConversion: Operator = {
  name: "wrap-conversion",
  yield: 3,
  *drafts(site) {
    if (!wrappable(site)) return;
    const { node, context } = site;
    const kind = context.kind(node);
    const place = node.parent && context.shape(node.parent).kind;
    const factor = place === "return" || place === "function" ? 1.6 : place === "each" ? 1.3 : 1;
    for (const wrapper of context.dialect.words.wrappers) {
      if (!wrapper.takes.includes(kind)) continue;
      const known = kind === "unknown" ? 0.6 : 1;
      yield edit(node, fitted(context.dialect, node, wrapper.wrap(node.text)), Math.min(1, wrapper.weight * known * factor));
    }
  },
};

const scales = ["* 2", "/ 2", "** 2"] as const;

/** x -> x * 2, x % n, x + y: an operand that was forgotten. */
export const operandInsert: Operator = {
  name: "operand-insert",
  yield: 3,
  *drafts(site) {
    const { node, shape, context } = site;
    if (!["name", "call", "index", "number"].includes(shape.kind) || (shape.kind === "name" && !isRead(context, node))) return;
    if (!isValue(context, node) || !["number", "unknown"].includes(context.kind(node))) return;
    const sure = context.kind(node) === "number" ? 1 : 0.5;
    const halved = context.dialect.family === "python" ? "// 2" : "/ 2";
    for (const scale of scales) yield edit(node, fitted(context.dialect, node, `${atomic(node.text)} ${scale === "/ 2" ? halved : scale}`), 0.5 * sure);
    const numbers = context.inScope(node).filter((variable) => variable.local && variable.kind === "number" && variable.name !== node.text);
    for (const [rank, variable] of numbers.entries()) {
      for (const [order, operator] of ["+", "-", "*", "%"].entries())
        yield edit(node, fitted(context.dialect, node, `${atomic(node.text)} ${operator} ${variable.name}`), sure * byRank(rank + order * 0.5));
    }
  },
};

function atomic(text: string): string {
  return /^\d+$/.test(text) ? text : atom(text);
}

/** The first value of a gathering variable: 0 <-> 1, [], "", nothing, the first element. */
export const firstValue: Operator = {
  name: "first-value",
  yield: 8,
  on: ["assign"],
  *drafts({ node, shape, context }) {
    if (shape.kind !== "assign" || shape.compound || context.shape(shape.target).kind !== "name") return;
    const value = context.shape(shape.value);
    const empty = value.kind === "list" && value.items.length === 0;
    if (
      !empty &&
      value.kind !== "number" &&
      value.kind !== "nothing" &&
      !(value.kind === "string" && value.content === "") &&
      value.kind !== "dictionary" &&
      value.kind !== "sign"
    )
      return;
    const lists = context.inScope(node).filter((variable) => variable.role === "parameter" && ["list", "string", "unknown"].includes(variable.kind));
    const least = context.dialect.family === "python" ? ['float("-inf")', 'float("inf")'] : ["-Infinity", "Infinity"];
    const options =
      value.kind === "number" || value.kind === "sign" || value.kind === "nothing" ? [...lists.map((list) => `${list.name}[0]`), ...least, "1", "0", "-1"] : [];
    const typed = context.dialect.family === "python" ? ["[]", '""', "0", "{}", "set()", "None"] : ["[]", "''", "0", "{}", "new Set()", "null"];
    for (const [rank, text] of [...options, ...typed].entries()) if (text !== shape.value.text) yield edit(shape.value, text, byRank(rank * 0.5));
  },
};

/** Two items of a list, tuple or returned pair change places; one is left out. */
export const itemSwap: Operator = {
  name: "item-swap",
  yield: 9,
  on: ["list"],
  *drafts({ shape }) {
    if (shape.kind !== "list" || shape.items.length < 2 || shape.items.length > 6) return;
    for (const [place, item] of shape.items.entries()) {
      const next = shape.items[place + 1];
      if (next === undefined || next.text === item.text) continue;
      yield {
        edits: [
          { start: item.start, end: item.end, text: next.text },
          { start: next.start, end: next.end, text: item.text },
        ],
        weight: 1,
      };
      yield edit({ start: item.end, end: next.end }, "", 0.3);
    }
  },
};
