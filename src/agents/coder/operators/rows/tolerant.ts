import { byRank, type Draft, edit, insert, type Operator, type Site } from "../operator.js";

type CallShape = Extract<Site["shape"], { kind: "call" }>;

function separator({ context }: Site, shape: CallShape): string | undefined {
  const [first] = shape.args;
  const literal = first && context.shape(first);
  return literal?.kind === "string" ? literal.content : undefined;
}

/** Runs of blanks count as one separator, blanks around the pieces do not count, empty pieces are left out. */
function* pythonSplit({ node }: Site, shape: CallShape, given: string | undefined): Iterable<Draft> {
  const [first] = shape.args;
  const receiver = shape.receiver?.text ?? "";
  if (first !== undefined && given !== undefined && /^(?: +|\\t|\t|)$/.test(given))
    yield edit(shape.list, shape.args.length === 1 ? "()" : shape.list.text.replace(first.text, "None"), 1);
  if (first === undefined) for (const [rank, text] of ['" "', '","', '"\\t"', '"\\n"'].entries()) yield insert(shape.list.end - 1, text, 0.6 * byRank(rank));
  if (first === undefined || given === undefined) return;
  const trimmed = given.trim();
  if (trimmed !== "" && trimmed !== given) yield edit(first, first.text.replace(given, trimmed), 0.7);
  if (trimmed !== "") yield edit(node, `[part.strip() for part in ${node.text}]`, 0.8);
  if (trimmed === given && /^[,;:|]$/.test(given)) yield edit(first, first.text.replace(given, `${given} `), 0.4);
  yield edit(node, `[part for part in ${node.text} if part]`, 0.5);
  if (!receiver.endsWith(".strip()")) yield edit(node, node.text.replace(receiver, `${receiver}.strip()`), 0.6);
}

function* javascriptSplit({ node, context }: Site, shape: CallShape, given: string | undefined): Iterable<Draft> {
  const [first] = shape.args;
  const receiver = shape.receiver?.text ?? "";
  if (first === undefined) return;
  const pattern = context.shape(first).kind === "pattern";
  if (given !== undefined && /^(?: +|\\t|\t)$/.test(given)) {
    yield edit(first, "/\\s+/", 1);
    yield edit(node, `${receiver}.trim().split(/\\s+/)`, 0.9);
  }
  if (given !== undefined && given.trim() !== "") {
    const escaped = given.trim().replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    yield edit(first, `/\\s*${escaped}\\s*/`, 0.8);
    yield edit(node, `${node.text}.map((part) => part.trim())`, 0.6);
    if (given.trim() !== given) yield edit(first, first.text.replace(given, given.trim()), 0.7);
  }
  if (given === "\\n") yield edit(first, "/\\r?\\n/", 0.9);
  if (given !== "" && (pattern || given !== undefined)) yield edit(node, `${node.text}.filter(Boolean)`, 0.6);
  if (!receiver.endsWith(".trim()")) yield edit(node, node.text.replace(receiver, `${receiver}.trim()`), 0.5);
}

/** A split by one exact separator becomes one that bears repeated or surrounding blanks, and the other way round. */
export const tolerantDelimiter: Operator = {
  name: "tolerant-delimiter",
  yield: 22,
  on: ["call"],
  *drafts(site) {
    const { shape, context } = site;
    if (shape.kind !== "call" || shape.receiver === undefined) return;
    const given = separator(site, shape);
    if (shape.name === "split" || shape.name === "rsplit")
      yield* context.dialect.family === "python" ? pythonSplit(site, shape, given) : javascriptSplit(site, shape, given);
    if (shape.name === "join") yield* joined(site, shape, given);
    if (/^(?:strip|lstrip|rstrip)$/.test(shape.name) && shape.args.length === 1) yield edit(shape.list, "()", 0.6);
  },
};

function* joined({ context }: Site, shape: CallShape, given: string | undefined): Iterable<Draft> {
  const python = context.dialect.family === "python";
  const receiver = shape.receiver && context.shape(shape.receiver);
  const written = python ? (receiver?.kind === "string" ? receiver.content : undefined) : given;
  const target = python ? shape.receiver : shape.args[0];
  const options = ["", " ", ",", ", ", "\\n"].filter((text) => text !== written);
  if (target === undefined || written === undefined) return;
  for (const [rank, text] of options.entries()) yield edit(target, `${target.text.charAt(0)}${text}${target.text.charAt(0)}`, 0.6 * byRank(rank));
}

const looser: readonly (readonly [RegExp, string])[] = [
  [/(?<!\\s|[[\\]) (?![+*?])/g, "\\s+"],
  [/(?<!\\s|[[\\]) (?![+*?])/g, "\\s*"],
  [/\\t/g, "\\s+"],
  [/\\s(?![+*?])/g, "\\s+"],
  [/\\s\+/g, "\\s*"],
  [/\\d(?![+*?{])/g, "\\d+"],
  [/\\d\+/g, "\\d*"],
  [/\\w(?![+*?{])/g, "\\w+"],
  [/\.\*(?!\?)/g, ".*?"],
  [/\.\+(?!\?)/g, ".+?"],
  [/\.\*/g, ".+"],
  [/\[a-z\]/g, "[a-zA-Z]"],
  [/\[A-Z\]/g, "[a-zA-Z]"],
  [/\[0-9\](?![+*?{])/g, "[0-9]+"],
  [/\\d\+(?!\\\.)/g, "\\d+(?:\\.\\d+)?"],
];

function isPattern({ node, shape, context }: Site): boolean {
  if (shape.kind === "pattern") return true;
  if (shape.kind !== "string") return false;
  const call = node.parent?.parent && context.shape(node.parent.parent);
  return /^[a-zA-Z]*r/i.test(shape.open) || (call?.kind === "call" && /^re\.|RegExp/.test(call.callee.text));
}

/** A search pattern that bears more: runs of blanks, several digits, both cases; anchors and flags given or taken. */
export const tolerantPattern: Operator = {
  name: "tolerant-pattern",
  yield: 20,
  on: ["pattern", "string"],
  *drafts(site) {
    if (!isPattern(site)) return;
    const { node, shape } = site;
    const [open, close] = shape.kind === "string" ? [shape.open, shape.close] : ["/", node.text.slice(node.text.lastIndexOf("/"))];
    const body = node.text.slice(open.length, node.text.length - close.length);
    const put = (text: string, weight: number): Draft => edit(node, open + text + close, weight);
    let rank = 0;
    for (const [strict, loose] of looser) {
      const text = body.replace(strict, () => loose);
      if (text !== body) yield put(text, byRank(rank++ * 0.5));
    }
    if (body.startsWith("^")) yield put(body.slice(1), 0.4);
    else yield put(`^${body}`, 0.4);
    if (body.endsWith("$")) yield put(body.slice(0, -1), 0.4);
    else yield put(`${body}$`, 0.4);
    if (shape.kind === "pattern")
      for (const flag of ["g", "i", "m"]) yield edit(node, node.text.endsWith(flag) ? node.text.slice(0, -1) : `${node.text}${flag}`, 0.6);
  },
};

/** What is looped over leaves its empty members out; a text compared is trimmed or brought to one case. */
export const tolerantInput: Operator = {
  name: "tolerant-input",
  yield: 7,
  on: ["each", "binary"],
  *drafts({ shape, context }) {
    const python = context.dialect.family === "python";
    if (shape.kind === "each" && context.shape(shape.variable).kind === "name") {
      const name = shape.variable.text;
      const { text } = shape.iterable;
      if (shape.body === undefined && python) {
        yield insert(shape.iterable.end, ` if ${name}`, 0.8);
        yield insert(shape.iterable.end, ` if ${name}.strip()`, 0.9);
        yield insert(shape.iterable.end, ` if ${name} is not None`, 0.5);
      } else if (!python) yield edit(shape.iterable, `${text}.filter(Boolean)`, 0.6);
    }
    if (shape.kind !== "binary" || shape.family !== "comparison" || !/^[!=]/.test(shape.operator.text)) return;
    const sides = [shape.left, shape.right].filter((side) => context.shape(side).kind !== "string" && context.shape(side).kind !== "number");
    if (![shape.left, shape.right].some((side) => context.kind(side) === "string")) return;
    for (const side of sides)
      for (const method of python ? ["strip", "lower"] : ["trim", "toLowerCase"])
        if (/^[\w.[\]()]+$/.test(side.text)) yield insert(side.end, `.${method}()`, 0.8);
  },
};
