import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Variable } from "../context.js";
import { edit, type Operator, type Site } from "../operator.js";
import { isCallee, isRead } from "../reads.js";

/** How likely `other` was meant where a value of `kind` stands: like kinds first, and a variable nobody reads is a strong hint. */
function likeness(site: Site, kind: string, other: Variable): number {
  if (other.role === "import" || (other.role === "function") !== (kind === "function")) return 0;
  if (!other.local) return other.uses > 0 ? 0.3 : 0.15;
  const agrees = other.kind === kind ? 1 : other.kind === "unknown" || kind === "unknown" ? 0.6 : 0;
  return agrees * (site.context.reads(other.name) === 0 ? 2.5 : 1);
}

function replacements(site: Site, node: SyntaxNode): { readonly name: string; readonly weight: number }[] {
  const { context } = site;
  const kind = isCallee(context, node) ? "function" : context.kind(node);
  const own = context.find(node.text, node);
  if (isCallee(context, node) && own === undefined) return [];
  const found = new Map<string, number>();
  for (const other of context.inScope(node)) {
    if (other.name === node.text || (!other.local && other.declaredAt === own?.declaredAt)) continue;
    const weight = likeness(site, kind, other);
    if (weight > (found.get(other.name) ?? 0)) found.set(other.name, weight);
  }
  return [...found].map(([name, weight]) => ({ name, weight }));
}

/** A read name becomes another variable in scope of like kind. */
export const variableReplace: Operator = {
  name: "variable-replace",
  yield: 9,
  on: ["name"],
  *drafts(site) {
    if (!isRead(site.context, site.node)) return;
    const others = replacements(site, site.node);
    if (site.context.kind(site.node) === "number") for (const length of lengths(site)) yield edit(site.node, length, 0.5);
    for (const { name, weight } of others) yield edit(site.node, name, weight / Math.sqrt(Math.max(1, others.length / 4)));
  },
};

/** self.a -> self.b, this.a -> this.b, among the fields the file speaks of. */
export const fieldReplace: Operator = {
  name: "field-replace",
  yield: 5,
  on: ["member"],
  *drafts({ node, shape, context }) {
    if (shape.kind !== "member" || !/^(?:self|this|cls)$/.test(shape.object.text)) return;
    const called = node.parent !== undefined && context.shape(node.parent).kind === "call" && isCallee(context, node);
    const pattern = new RegExp(`\\b${shape.object.text}\\.(\\w+)(\\()?`, "g");
    const fields = new Set([...context.text.matchAll(pattern)].filter((match) => (match[2] !== undefined) === called).map((match) => match[1] ?? ""));
    for (const field of fields) if (field !== shape.property.text) yield edit(shape.property, field);
  },
};

/** x = ... -> y = ..., where y is assigned elsewhere in the function. */
export const targetReplace: Operator = {
  name: "target-replace",
  yield: 7,
  on: ["assign"],
  *drafts(site) {
    const { shape, context } = site;
    if (shape.kind !== "assign" || context.shape(shape.target).kind !== "name" || site.node.type === "variable_declarator") return;
    const own = context.find(shape.target.text, shape.target);
    if (own === undefined || (own.declaredAt === shape.target.start && context.reads(own.name) > 0)) return;
    for (const other of context.inScope(shape.target)) {
      if (!other.local || other.name === own.name || other.role === "function" || other.role === "loop") continue;
      if (other.kind === own.kind || own.kind === "unknown" || other.kind === "unknown")
        yield edit(shape.target, other.name, other.role === "parameter" ? 0.4 : 1);
    }
  },
};

const plainLiterals: Readonly<Record<string, readonly string[]>> = { number: ["0", "1"], string: ['""'], list: ["[]"] };

/** A literal becomes a variable of its kind, a variable becomes a plain literal. */
export const literalVariable: Operator = {
  name: "literal-variable",
  yield: 3.5,
  on: ["number", "string", "name"],
  *drafts(site) {
    const { node, shape, context } = site;
    if (shape.kind === "name") {
      if (!isRead(context, node) || isCallee(context, node)) return;
      for (const literal of plainLiterals[context.kind(node)] ?? []) yield edit(node, literal, 0.4);
      return;
    }
    const parent = node.parent && context.shape(node.parent);
    if (node.parent?.type === "expression_statement" || node.parent?.type === "pair" || parent?.kind === "import") return;
    for (const other of context.inScope(node)) {
      if (!other.local || other.role === "function" || other.name === targetAround(site)) continue;
      const weight = other.kind === shape.kind ? 1 : other.kind === "unknown" ? 0.5 : 0;
      if (weight > 0) yield edit(node, other.name, weight * (site.context.reads(other.name) === 0 ? 3 : 1));
    }
    if (shape.kind === "number") for (const length of lengths(site)) yield edit(node, length, 0.4);
  },
};

function targetAround({ node, context }: Site): string | undefined {
  const around = node.parent && context.shape(node.parent);
  return around?.kind === "assign" ? around.target.text : undefined;
}

/** Lengths of lists in scope, and those the function itself writes. */
function lengths({ node, context }: Site): string[] {
  const lists = context.inScope(node).filter((variable) => variable.local && ["list", "string"].includes(variable.kind) && variable.role !== "loop");
  const written = context.nodes.filter((other) => {
    const shape = context.shape(other);
    return (shape.kind === "member" && shape.property.text === "length") || (shape.kind === "call" && shape.name === "len" && shape.receiver === undefined);
  });
  const texts = [...lists.map((variable) => context.dialect.words.length(variable.name)), ...written.map((other) => other.text)];
  return [...new Set(texts)].filter((text) => text.length < 40).slice(0, 4);
}
