import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { lineStart } from "../layout.js";
import { byRank, type Draft, edit, insert, type Operator, type Site } from "../operator.js";
import { asLines, isDocumentation, isSimple, linesOf, reindented, siblings } from "../statements.js";

function empties({ node, context }: Site): boolean {
  return siblings(context, node).filter((other) => !isDocumentation(context, other)).length === 1;
}

/** A statement is left out; a branch that does nothing else keeps its place. */
export const statementDelete: Operator = {
  name: "statement-delete",
  yield: 7,
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind === "if" && !shape.chained) yield* unwrapped(site, shape.then);
    if (shape.kind === "if" && shape.otherwise !== undefined && shape.otherwise.type === "else_clause") yield edit(shape.otherwise, "", 0.6);
    if (node.type === "elif_clause" || node.type === "else_clause") yield edit(node, "", 0.7);
    if (!context.dialect.isStatement(node) || shape.kind === "function" || shape.kind === "import" || isDocumentation(context, node)) return;
    const weight = shape.kind === "return" ? 0.5 : shape.kind === "if" ? 1 : isSimple(context, node) ? 1 : 0.4;
    const range = linesOf(context.text, node);
    const after = neighbour(site);
    if (after !== undefined && !empties(site)) yield edit({ start: range.start, end: linesOf(context.text, after).end }, "", weight * 0.4);
    if (!empties(site)) yield edit(range, "", weight);
    else if (context.dialect.family === "python") yield edit(node, "pass", weight * 0.6);
    else if (node.parent?.type === "statement_block") yield edit(range, "", weight * 0.6);
  },
};

/** A simple statement right behind a simple one: both may be left over from the same change. */
function neighbour({ node, context }: Site): SyntaxNode | undefined {
  const row = siblings(context, node);
  const next = row[row.indexOf(node) + 1];
  return next !== undefined && isSimple(context, node) && isSimple(context, next) ? next : undefined;
}

function* unwrapped({ node, context }: Site, body: SyntaxNode): Iterable<Draft> {
  if (!context.dialect.isStatement(node)) return;
  const statements = body.namedChildren.filter((child) => context.dialect.isStatement(child));
  const first = statements[0];
  const { indent } = context.layout(node);
  if (first === undefined) yield edit(node, body.text, 0.5);
  else
    yield edit(
      node,
      statements
        .map((statement) => asLines(context, statement, indent))
        .join("")
        .trim(),
      0.6,
    );
}

/** A simple statement of the function is written once more at another place of it. */
export const statementInsert: Operator = {
  name: "statement-insert",
  yield: 2,
  *drafts(site) {
    const { node, context } = site;
    if (!context.dialect.isStatement(node) || isDocumentation(context, node) || lineStart(context.text, node.start) === node.start) return;
    const { indent } = context.layout(node);
    const at = lineStart(context.text, node.start);
    if (context.text.slice(at, node.start).trim() !== "") return;
    const copies = context.nodes.filter(
      (other) => isSimple(context, other) && !isDocumentation(context, other) && !/^(?:const|let|var|pass)\b/.test(other.text),
    );
    for (const [rank, copy] of copies.slice(0, 12).entries()) {
      if (copy !== node) yield insert(at, asLines(context, copy, indent), byRank(rank * 0.2));
      const isLast = siblings(context, node).at(-1) === node;
      if (isLast && !/^(?:return|break|continue|throw|raise)\b/.test(node.text))
        yield insert(linesOf(context.text, node).end, asLines(context, copy, indent), byRank(rank * 0.2));
    }
  },
};

function exchange(context: Site["context"], one: SyntaxNode, two: SyntaxNode): Draft {
  const first = context.layout(one).indent;
  const second = context.layout(two).indent;
  return {
    edits: [
      { start: one.start, end: one.end, text: reindented(two.text, second, first) },
      { start: two.start, end: two.end, text: reindented(one.text, first, second) },
    ],
    weight: 0.6,
  };
}

/** Neighbours change places; the last statement of a block moves behind it; the statement behind a block moves into it. */
export const statementMove: Operator = {
  name: "statement-move",
  yield: 6,
  *drafts(site) {
    const { node, context } = site;
    if (!context.dialect.isStatement(node) || isDocumentation(context, node)) return;
    const row = siblings(context, node);
    const place = row.indexOf(node);
    const next = row[place + 1];
    if (next !== undefined && context.shape(node).kind !== "function") yield exchange(context, node, next);
    if (place === row.length - 1 && place > 0) yield* movedOut(site);
    if (next !== undefined && isSimple(context, next)) yield* movedIn(site, next);
  },
};

/** The compound statement whose block holds the node directly. */
function owner({ node, context }: Site): SyntaxNode | undefined {
  for (let around = node.parent; around !== undefined; around = around.parent) {
    if (context.shape(around).kind === "function") return undefined;
    if (context.dialect.isStatement(around) && around.type !== "statement_block") return around;
  }
  return undefined;
}

function* movedOut(site: Site): Iterable<Draft> {
  const { node, context } = site;
  const around = owner(site);
  if (around === undefined) return;
  const from = linesOf(context.text, node);
  const after = linesOf(context.text, around);
  if (from.end > after.end || after.end === around.end) return;
  const text = asLines(context, node, context.layout(around).indent);
  const edits = [{ start: from.start, end: from.end, text: "" }];
  if (from.end === after.end) yield { edits: [{ ...from, text }], weight: 1 };
  else yield { edits: [...edits, { start: after.end, end: after.end, text }], weight: 1 };
}

function* movedIn(site: Site, next: SyntaxNode): Iterable<Draft> {
  const { node, context } = site;
  const block = lastBlock(site, node);
  const last = block && context.shape(block).kind === "block" ? block.namedChildren.filter((child) => context.dialect.isStatement(child)).at(-1) : undefined;
  if (last === undefined) return;
  const from = linesOf(context.text, next);
  const at = linesOf(context.text, last).end;
  if (at > from.start) return;
  const text = asLines(context, next, context.layout(last).indent);
  if (at === from.start) yield { edits: [{ ...from, text }], weight: 0.7 };
  else
    yield {
      edits: [
        { ...from, text: "" },
        { start: at, end: at, text },
      ],
      weight: 0.7,
    };
}

function lastBlock({ context }: Site, node: SyntaxNode): SyntaxNode | undefined {
  const shape = context.shape(node);
  if (shape.kind === "if") return shape.otherwise?.type === "else_clause" ? shape.otherwise.namedChildren.at(-1) : shape.then;
  if (shape.kind === "each" || shape.kind === "while" || shape.kind === "count") return shape.body;
  return undefined;
}

/** break <-> continue. */
export const jumpSwap: Operator = {
  name: "jump-swap",
  yield: 14,
  on: ["jump"],
  *drafts({ node, shape }) {
    if (shape.kind === "jump") yield edit(node, node.text.replace(shape.word, shape.word === "break" ? "continue" : "break"));
  },
};

/** if <-> elif, if <-> while, else-if -> if. */
export const branchKind: Operator = {
  name: "branch-kind",
  yield: 8,
  on: ["if", "while"],
  *drafts({ node, shape, context }) {
    const word = node.children[0];
    if (word === undefined || node.type === "do_statement") return;
    const python = context.dialect.family === "python";
    if (shape.kind === "while") yield edit(word, "if", 0.5);
    if (shape.kind !== "if") return;
    if (python && node.type === "elif_clause") yield edit(word, "if");
    else if (!shape.chained && shape.otherwise === undefined) yield edit(word, "while", 0.3);
    const keyword = node.parent?.type === "else_clause" ? node.parent.children[0] : undefined;
    if (!python && keyword !== undefined) yield edit({ start: keyword.start, end: word.start }, "");
    const before = siblings(context, node);
    const previous = before[before.indexOf(node) - 1];
    if (previous !== undefined && context.shape(previous).kind === "if") yield python ? edit(word, "elif") : insert(word.start, "else ");
  },
};
