import type { SyntaxNode, SyntaxTree } from "../../ports/syntax-trees.js";
import runtime from "./trace.probe.cjs";
import type { TraceTarget } from "./trace-probe.js";

/** Text to be put in front of an offset of the source. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

interface Walk {
  readonly insertions: Insertion[];
  /** Number of the function in the table of targets. */
  readonly target: number;
  /** Inside a function of the function: its returns are not those of the target. */
  readonly nested: "own" | "nested";
}

/** Names shown of one step: the latest declared ones. */
const shownNames = 12;

/**
 * The source of a JavaScript or TypeScript file with calls that record arguments, locals, returns and errors of the target functions,
 * to be laid over the file in a box. Lines are those of the given source, whatever compiles it. Undefined = no target is in the file.
 */
export function tracedScript(tree: SyntaxTree, targets: readonly TraceTarget[]): string | undefined {
  const insertions: Insertion[] = [];
  const found = targets.map((target) => targetNode(tree, target));
  if (tree.root.hasError || found.every((node) => node === undefined)) return undefined;
  found.forEach((node, target) => {
    if (node !== undefined) traceFunction(node, { insertions, target, nested: "own" });
  });
  const table = JSON.stringify(targets.map(({ file, function: name }) => [file, name]));
  return `${unchecked(tree, apply(tree.text, insertions))}\n;${runtime.replaceAll("HEAL_TARGETS", () => table)}`;
}

function targetNode(tree: SyntaxTree, target: TraceTarget): SyntaxNode | undefined {
  const lineOf = (offset: number): number => tree.text.slice(0, offset).split("\n").length;
  const nodes = tree.functions.map(({ node }) => node);
  return nodes.find((node) => node.startRow + 1 === target.startLine && lineOf(node.end - 1) === target.endLine && node.child("body") !== undefined);
}

/** A type checker in front of the tests must not stumble over what was put in. */
function unchecked({ language, text }: SyntaxTree, traced: string): string {
  return language === "javascript" || text.startsWith("#!") ? traced : `// @ts-nocheck\n${traced}`;
}

function apply(text: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { at, text: added } of insertions.toSorted((one, other) => one.at - other.at)) {
    parts.push(text.slice(from, at), added);
    from = at;
  }
  return [...parts, text.slice(from)].join("");
}

function traceFunction(node: SyntaxNode, walk: Walk): void {
  const body = node.child("body");
  if (body === undefined) return;
  const names = parameterNames(node);
  const call = record("call", { node, walk }, reads(names));
  const { insertions } = walk;
  if (body.type !== "statement_block") {
    insertions.push({ at: body.start, text: `(${call},${open("return", { node: body, walk })}(` });
    walkNode(body, names, walk);
    insertions.push({ at: body.end, text: ")))" });
    return;
  }
  insertions.push({ at: directivesEnd(body), text: `;try{${call};` });
  walkStatements(body.namedChildren, names, walk);
  insertions.push({ at: body.end - 1, text: `;}catch(__healError){throw ${open("throw", { node, walk })}__healError);}` });
}

function directivesEnd(body: SyntaxNode): number {
  const other = body.namedChildren.findIndex((child) => !isDirective(child) && child.type !== "comment");
  const leading = other === -1 ? body.namedChildren : body.namedChildren.slice(0, other);
  return leading.filter(isDirective).at(-1)?.end ?? body.start + 1;
}

function isDirective(node: SyntaxNode): boolean {
  return node.type === "expression_statement" && node.namedChildren.length === 1 && node.namedChildren[0]?.type === "string";
}

interface Moment {
  readonly node: SyntaxNode;
  readonly walk: Walk;
}

function open(event: "call" | "line" | "return" | "throw", { node, walk }: Moment): string {
  return `__healTrace("${event}",${node.startRow + 1},${walk.target},`;
}

function record(event: "call" | "line", moment: Moment, values: string): string {
  return `${open(event, moment)}${values})`;
}

/** Each name is read on its own, so that one without a value yet does not hide the others. */
function reads(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(-shownNames);
  return `[${shown.map((name) => `["${name}",()=>${name}]`).join(",")}]`;
}

function walkStatements(statements: readonly SyntaxNode[], scope: readonly string[], walk: Walk): void {
  const visible = [...scope];
  for (const node of statements) {
    if (node.type === "comment" || isDirective(node)) continue;
    if (!/^(?:function|generator_function|class|empty)/.test(node.type)) {
      walk.insertions.push({ at: node.start, text: `;${record("line", { node, walk }, reads(visible))};` });
    }
    walkNode(node, visible, walk);
    visible.push(...declaredNames(node));
  }
}

function walkNode(node: SyntaxNode, scope: readonly string[], walk: Walk): void {
  if (node.type === "statement_block") walkStatements(node.namedChildren, scope, walk);
  else if (node.type === "switch_case" || node.type === "switch_default") walkCase(node, scope, walk);
  else if (node.type === "return_statement") walkReturn(node, scope, walk);
  else walkInside(node, scope, walk);
}

function walkInside(node: SyntaxNode, scope: readonly string[], walk: Walk): void {
  const inner = node.isFunction ? ({ ...walk, nested: "nested" } as const) : walk;
  const names = [...scope, ...introducedNames(node)];
  for (const child of node.namedChildren) walkNode(child, names, inner);
}

function walkCase(node: SyntaxNode, scope: readonly string[], walk: Walk): void {
  walkStatements(
    node.namedChildren.filter((child) => child.fieldName === "body"),
    scope,
    walk,
  );
}

function walkReturn(node: SyntaxNode, scope: readonly string[], walk: Walk): void {
  const value = node.namedChildren.find((child) => child.type !== "comment");
  if (value === undefined) return;
  if (walk.nested === "own") walk.insertions.push({ at: value.start, text: `${open("return", { node, walk })}(` });
  walkNode(value, scope, walk);
  if (walk.nested === "own") walk.insertions.push({ at: value.end, text: "))" });
}

/** Names that a node makes visible to what stands inside it. */
function introducedNames(node: SyntaxNode): string[] {
  if (node.isFunction) return parameterNames(node);
  if (node.type === "for_statement") return declaredNames(node.child("initializer"));
  if (node.type === "for_in_statement") return boundNames(node.child("left"));
  if (node.type === "catch_clause") return boundNames(node.child("parameter"));
  return [];
}

function declaredNames(node: SyntaxNode | undefined): string[] {
  if (node?.type !== "lexical_declaration" && node?.type !== "variable_declaration") return [];
  return node.namedChildren.flatMap((declarator) => boundNames(declarator.child("name")));
}

function parameterNames(node: SyntaxNode): string[] {
  const single = node.child("parameter");
  if (single !== undefined) return boundNames(single);
  return (node.child("parameters")?.namedChildren ?? []).flatMap(boundNames);
}

/** Names a pattern binds; default values are no part of it. */
function boundNames(node: SyntaxNode | undefined): string[] {
  switch (node?.type) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      return [node.text];
    case "required_parameter":
    case "optional_parameter":
      return boundNames(node.child("pattern"));
    case "assignment_pattern":
    case "object_assignment_pattern":
      return boundNames(node.child("left"));
    case "pair_pattern":
      return boundNames(node.child("value"));
    case "rest_pattern":
    case "array_pattern":
    case "object_pattern":
      return node.namedChildren.flatMap(boundNames);
    default:
      return [];
  }
}
