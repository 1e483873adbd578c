import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { type Definition, indentAt, lineStart } from "../source/definition.js";
import { commentStart, definitionsIn } from "../source/read-definitions.js";
import { importEdits, isImport } from "./imports.js";
import { moved } from "./indentation.js";
import type { Pair } from "./pair.js";
import { type ParsedCode, WRAPPER } from "./parse-code.js";

export interface AdditionRequest {
  readonly file: SyntaxTree;
  readonly code: ParsedCode;
  readonly replaced: readonly Pair[];
  readonly edits: readonly TextEdit[];
}

/** What the replaced functions newly need: imports at the imports, helper functions, types and constants before or beside the first of them. Nothing else of a reply is taken. */
export function additions(request: AdditionRequest): TextEdit[] {
  const { code, replaced } = request;
  const needed = new Set(replaced.flatMap(({ from }) => [...identifiers(from.node)]));
  const known = topLevelNames(request.file);
  const helpers: SyntaxNode[] = [];
  const members: Definition[] = [];
  const taken = new Set<SyntaxNode>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const node of code.tree.root.namedChildren) {
      const name = taken.has(node) || isImport(node) || replaced.some(({ from }) => holds(node, from.node)) ? undefined : boundName(node);
      if (name === undefined || known.has(name) || !needed.has(name)) continue;
      helpers.push(node);
      taken.add(node);
      for (const used of identifiers(node)) needed.add(used);
      grew = true;
    }
    for (const definition of newMembers(request)) {
      if (taken.has(definition.node) || !needed.has(definition.own)) continue;
      members.push(definition);
      taken.add(definition.node);
      for (const used of identifiers(definition.node)) needed.add(used);
      grew = true;
    }
  }
  return [...importEdits(request.file, code.tree, needed), ...helperEdits(request, helpers), ...memberEdits(request, members)];
}

function holds(outer: SyntaxNode, inner: SyntaxNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

const identifierTypes = new Set(["identifier", "property_identifier", "type_identifier", "field_identifier", "shorthand_property_identifier"]);

export function identifiers(node: SyntaxNode): Set<string> {
  const found = new Set<string>();
  for (const one of node.namedNodes()) if (identifierTypes.has(one.type)) found.add(one.text);
  return found;
}

/** The one name a top-level statement gives to something; undefined for calls, tests and whatever else a reply may show. */
function boundName(node: SyntaxNode): string | undefined {
  const inner = node.type === "export_statement" ? node.child("declaration") : node.type === "decorated_definition" ? node.child("definition") : node;
  if (inner === undefined) return undefined;
  if (inner.type === "expression_statement") return assignedName(inner.namedChildren[0]);
  const declarator = inner.namedChildren.find(
    ({ type }) => type === "variable_declarator" || type === "type_spec" || type === "const_spec" || type === "var_spec",
  );
  return (inner.child("name") ?? declarator?.child("name"))?.text;
}

function assignedName(node: SyntaxNode | undefined): string | undefined {
  const left = node?.type === "assignment" ? node.child("left") : undefined;
  return left?.type === "identifier" ? left.text : undefined;
}

export function topLevelNames(file: SyntaxTree): Set<string> {
  const names = new Set<string>();
  for (const node of file.root.namedChildren) {
    const name = boundName(node);
    if (name !== undefined) names.add(name);
    if (isImport(node)) for (const used of identifiers(node)) names.add(used);
  }
  for (const { own, owner } of definitionsIn(file)) if (owner === "") names.add(own);
  return names;
}

/** Before the outermost statement that holds the first replaced function, its comments included; Java's go into the class. */
function helperEdits({ file, code, replaced }: AdditionRequest, helpers: readonly SyntaxNode[]): TextEdit[] {
  if (helpers.length === 0) return [];
  const first = firstReplaced(replaced);
  const isJava = file.language === "java";
  const anchor = isJava ? commentStart(file.text, first) : topLevelStart(file, first);
  const at = lineStart(file.text, anchor);
  const indent = isJava ? indentAt(file.text, first.whole.start) : "";
  const ordered = [...helpers].sort((one, other) => one.start - other.start);
  const gap = file.language === "python" ? "\n\n\n" : "\n\n";
  const text = ordered.map((node) => indent + moved(code.tree, node, indent) + gap).join("");
  return [{ start: at, end: at, text }];
}

function firstReplaced(replaced: readonly Pair[]): Definition {
  const [first, ...others] = replaced.map(({ to }) => to);
  if (first === undefined) throw new Error("Nothing was replaced, so nothing can be added beside it.");
  return others.reduce((least, one) => (one.core.start < least.core.start ? one : least), first);
}

function topLevelStart(file: SyntaxTree, definition: Definition): number {
  let node = definition.node;
  while (node.parent !== undefined && node.parent !== file.root) node = node.parent;
  const start = Math.min(node.start, definition.isNested === "no" && definition.owner === "" ? definition.whole.start : node.start);
  return commentStart(file.text, { ...definition, whole: { start, end: node.end } });
}

/** Functions of a class or a wrapped list of members that the file's class does not have. */
function newMembers({ file, code, replaced }: AdditionRequest): Definition[] {
  const target = firstReplaced(replaced);
  if (target.owner === "") return [];
  const known = new Set(
    definitionsIn(file)
      .filter(({ owner }) => owner === target.owner)
      .map(({ own }) => own),
  );
  return code.definitions.filter(
    ({ own, owner, isNested, node }) =>
      isNested === "no" && owner !== "" && !known.has(own) && (owner === WRAPPER || target.owner.endsWith(owner)) && node.parent !== code.tree.root,
  );
}

function memberEdits({ file, code, replaced }: AdditionRequest, members: readonly Definition[]): TextEdit[] {
  if (members.length === 0) return [];
  const target = firstReplaced(replaced);
  const indent = indentAt(file.text, target.whole.start);
  const text = members.map(({ whole }) => `\n\n${indent}${moved(code.tree, whole, indent)}`).join("");
  return [{ start: target.whole.end, end: target.whole.end, text }];
}
