import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Variable } from "../context.js";
import type { Layout } from "../dialect.js";
import { lineStart } from "../layout.js";
import { byRank, type Draft, edit, insert, type Operator, type Site } from "../operator.js";
import { isCallee } from "../reads.js";
import { isDocumentation } from "../statements.js";

function firstStatement(site: Site, body: SyntaxNode): SyntaxNode | undefined {
  return body.namedChildren.find((child) => site.context.dialect.isStatement(child) && !isDocumentation(site.context, child));
}

/** A guard as its own lines before a statement that starts its line. */
function guardBefore(site: Site, statement: SyntaxNode, guard: (layout: Layout) => string): Draft[] {
  const { text } = site.context;
  const at = lineStart(text, statement.start);
  if (text.slice(at, statement.start).trim() !== "") return [];
  const layout = site.context.layout(statement);
  return [insert(at, `${layout.indent}${guard(layout)}${layout.newline}`)];
}

function weighed(drafts: readonly Draft[], weight: number): Draft[] {
  return drafts.map((draft) => ({ ...draft, weight }));
}

function parametersOf(site: Site): readonly Variable[] {
  return site.context
    .variables()
    .filter((variable) => variable.role === "parameter" && variable.scope === site.node && !/^(?:self|cls|this)$/.test(variable.name));
}

/** Values the function returns elsewhere, then empty ones. */
function returnable(site: Site): string[] {
  const { context } = site;
  const returned = context.nodes.flatMap((node) => {
    const shape = context.shape(node);
    return shape.kind === "return" && shape.value !== undefined && /^(?:name|number|boolean|nothing|string|list)$/.test(context.shape(shape.value).kind)
      ? [shape.value.text]
      : [];
  });
  return [...new Set([...returned.filter((text) => text.length < 20), ...context.dialect.words.emptyValues])];
}

/** if (value is missing) return empty, at the start of the function; `a.b` -> `a?.b`; d[k] -> d.get(k). */
export const missingGuard: Operator = {
  name: "missing-guard",
  yield: 2,
  on: ["function", "member", "index"],
  *drafts(site) {
    const { node, shape, context } = site;
    const { words } = context.dialect;
    if (
      shape.kind === "member" &&
      context.dialect.family === "javascript" &&
      !shape.optional &&
      !/^(?:Math|JSON|Object|Number|Array|this|console)$/.test(shape.object.text)
    ) {
      const target = node.parent !== undefined && context.shape(node.parent);
      if (!(target && target.kind === "assign" && target.target === node)) yield insert(shape.object.end, "?", isCallee(context, node) ? 0.7 : 1);
    }
    if (shape.kind === "index" && context.dialect.family === "python") yield* mappedIndex(site, shape);
    if (shape.kind !== "function" || context.shape(shape.body).kind !== "block") return;
    const first = firstStatement(site, shape.body);
    if (first === undefined) return;
    for (const variable of parametersOf(site)) {
      for (const [order, condition] of words.missing(variable.name, variable.kind).entries()) {
        for (const [rank, value] of returnable(site).entries()) {
          const guard = (layout: Layout): string => words.guard(condition, `return ${value}${words.statementEnd}`, layout);
          yield* weighed(guardBefore(site, first, guard), byRank(rank * 0.7 + order));
        }
      }
    }
  },
};

function* mappedIndex({ node, context }: Site, shape: Extract<Site["shape"], { kind: "index" }>): Iterable<Draft> {
  const around = node.parent && context.shape(node.parent);
  const kind = context.kind(shape.object);
  if ((around?.kind === "assign" && around.target === node) || !["map", "unknown"].includes(kind) || context.shape(shape.index).kind === "slice") return;
  const key = context.shape(shape.index).kind;
  if (key !== "string" && kind !== "map") return;
  for (const extra of ["", ", 0", ', ""', ", []"]) yield edit(node, `${shape.object.text}.get(${shape.index.text}${extra})`, extra === "" ? 1 : 0.6);
}

/** if (value is missing) continue, at the start of a loop's body and behind what it takes apart. */
export const loopGuard: Operator = {
  name: "loop-guard",
  yield: 14,
  on: ["each", "while", "count"],
  *drafts(site) {
    const { shape, context } = site;
    const body = shape.kind === "each" || shape.kind === "while" || shape.kind === "count" ? shape.body : undefined;
    if (body === undefined || context.shape(body).kind !== "block") return;
    const statements = body.namedChildren.filter((child) => context.dialect.isStatement(child));
    const first = statements[0];
    if (first === undefined) return;
    if (shape.kind === "each" && context.shape(shape.variable).kind === "name") yield* skipping(site, shape.variable.text, first);
    for (const [place, statement] of statements.slice(0, 4).entries()) {
      const next = statements[place + 1];
      const target = next && context.dialect.declares(statement.namedChildren[0] ?? statement)[0]?.name.text;
      if (next !== undefined && target !== undefined) yield* skipping(site, target, next);
    }
  },
};

function* skipping(site: Site, name: string, before: SyntaxNode): Iterable<Draft> {
  const { words } = site.context.dialect;
  const kind = site.context.find(name, before)?.kind ?? "unknown";
  const conditions = kind === "unknown" ? [...words.missing(name, "string").slice(0, 1), ...words.missing(name, kind)] : words.missing(name, kind);
  for (const [rank, condition] of conditions.entries()) {
    yield* weighed(
      guardBefore(site, before, (layout) => words.guard(condition, `continue${words.statementEnd}`, layout)),
      byRank(rank),
    );
  }
}

/** A function that falls off its end returns what it gathered. */
export const missingReturn: Operator = {
  name: "missing-return",
  yield: 20,
  on: ["function"],
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind !== "function" || context.shape(shape.body).kind !== "block") return;
    const statements = shape.body.namedChildren.filter((child) => context.dialect.isStatement(child));
    const last = statements.at(-1);
    if (last === undefined || /^(?:return|raise|throw)\b/.test(last.text)) return;
    const { words } = context.dialect;
    const layout = context.layout(last);
    const put = (value: string, weight: number): Draft =>
      insert(last.end, `${context.text[last.end] === ";" ? ";" : ""}${layout.newline}${layout.indent}return ${value}${words.statementEnd}`, weight);
    const gathered = context.variables().filter((variable) => variable.local && variable.role === "variable" && variable.scope.start >= node.start);
    for (const [rank, variable] of gathered.reverse().entries()) yield put(variable.name, byRank(rank));
    for (const [rank, value] of [...new Set([words.false, words.true, ...returnable(site)])].entries()) yield put(value, 0.6 * byRank(rank));
  },
};
