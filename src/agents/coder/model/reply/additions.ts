import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { type Binding, bindingsIn, boundNames, declarationIn, topLevelNames } from "../source/bindings.js";
import { type Definition, holds, indentAt, lineStart, type Range } from "../source/definition.js";
import type { MissingName } from "../source/missing-name.js";
import { commentStart, definitionsIn, withAttributes } from "../source/read-definitions.js";
import { isImport } from "../source/read-imports.js";
import { addedFields, classAround, fieldsIn } from "./class-members.js";
import { exportsIn, wayOut } from "./exports.js";
import { moved } from "./indentation.js";
import type { Pair } from "./pair.js";
import { type ParsedCode, WRAPPER } from "./parse-code.js";
import { isClass } from "./statements.js";

export interface AdditionRequest {
  readonly file: SyntaxTree;
  readonly code: ParsedCode;
  readonly replaced: readonly Pair[];
  /** Other places of the file that change. */
  readonly changed: readonly SyntaxNode[];
  /** Names the new code uses. */
  readonly used: ReadonlySet<string>;
  /** What is asked for and not there yet. */
  readonly missing?: MissingName | undefined;
}

/** What a reply holds for the new code beside it and the file does not have. */
export interface Additions {
  readonly helpers: readonly SyntaxNode[];
  readonly members: readonly Definition[];
  /** Python: written beside a bare method, used through its object. */
  readonly fields: readonly Binding[];
  /** Names used by the new code, the additions included. */
  readonly needed: ReadonlySet<string>;
}

/** Helper functions, types and constants the new code needs, and methods of the classes it shows. Nothing else of a reply is taken: the rest is tests and usages. */
export function additionsIn(request: AdditionRequest): Additions {
  const { code, replaced } = request;
  const needed = new Set(request.used);
  const fits = helperTest(request, needed);
  const fresh = newMembers(request);
  const helpers: SyntaxNode[] = [];
  const members: Definition[] = [];
  for (let grew = true; grew; ) {
    grew = false;
    for (const node of code.tree.root.namedChildren) {
      if (helpers.includes(node) || !fits(node)) continue;
      helpers.push(node);
      for (const used of identifiers(node)) needed.add(used);
      grew = true;
    }
    for (const definition of fresh) {
      if (members.includes(definition) || helpers.some((node) => holds(node, definition.node))) continue;
      const isUsed = needed.has(definition.own) || needed.has(`.${definition.own}`);
      if (!isUsed && (definition.owner === WRAPPER || isUsage(definition))) continue;
      members.push(definition);
      for (const used of identifiers(definition.node)) needed.add(used);
      grew = true;
    }
  }
  const isLoose = (node: SyntaxNode): boolean => isFieldOf(replaced, node);
  const fields = bindingsIn(code.tree.root).filter(({ node }) => helpers.includes(node) && isLoose(node));
  return { helpers: helpers.filter((node) => !isLoose(node)), members, fields, needed };
}

function helperTest({ file, replaced }: AdditionRequest, needed: ReadonlySet<string>): (node: SyntaxNode) => boolean {
  const known = topLevelNames(file);
  const impls = new Set(file.root.namedChildren.map(implKey));
  return (node) => {
    if (isImport(node) || replaced.some(({ from }) => holds(node, from.node))) return false;
    const key = implKey(node);
    if (key !== undefined) {
      const type = node.child("type")?.text.replace(/<.*$/s, "") ?? "";
      return type !== WRAPPER && !impls.has(key) && (known.has(type) || needed.has(type));
    }
    const names = boundNames(node);
    const isReachedByDot = node.type === "method_declaration" || isFieldOf(replaced, node);
    return names.some((name) => needed.has(name) || (isReachedByDot && needed.has(`.${name}`))) && !names.some((name) => known.has(name));
  };
}

/** What only shows or tests the others. */
function isUsage({ own }: Definition): boolean {
  return own === "main" || /^test(?:_|[A-Z]|$)/.test(own);
}

/** Rust: a block of functions is known by its type and trait. */
function implKey(node: SyntaxNode): string | undefined {
  return node.type === "impl_item" ? `${node.child("trait")?.text ?? ""} for ${node.child("type")?.text ?? ""}` : undefined;
}

/** Names used in a piece of code; those that are only looked up in something else with a dot before them. */
export function identifiers(node: SyntaxNode): Set<string> {
  const found = new Set<string>();
  for (const one of node.namedNodes()) if (/identifier/.test(one.type) && one.namedChildren.length === 0) found.add(isMember(one) ? `.${one.text}` : one.text);
  return found;
}

function isMember(node: SyntaxNode): boolean {
  return node.type === "property_identifier" || node.type === "field_identifier" || (node.type === "identifier" && node.fieldName === "attribute");
}

/** Python: a constant beside a bare method that is used as `self.NAME` alone. */
function isFieldOf(replaced: readonly Pair[], node: SyntaxNode): boolean {
  const names = boundNames(node);
  const isMethod = replaced.some(({ to, from }) => to.owner !== "" && from.owner === "" && classAround(to.node)?.type === "class_definition");
  if (!isMethod || declarationIn(node).type !== "assignment") return false;
  const uses = replaced.flatMap(({ from }) => [...from.node.namedNodes()]).filter((one) => one.type === "identifier" && names.includes(one.text));
  return uses.length > 0 && uses.every((one) => one.parent?.type === "attribute" && one.fieldName === "attribute");
}

/** The edits that put them in: helpers before what needs them, methods behind the first replaced one or at the end of their class. */
export function additionEdits(request: AdditionRequest, { helpers, members, fields }: Additions): TextEdit[] {
  return [...helperEdits(request, helpers), ...memberEdits(request, members), ...looseFieldEdits(request, fields)];
}

function looseFieldEdits({ file, code, replaced }: AdditionRequest, fields: readonly Binding[]): TextEdit[] {
  const [target] = replaced.filter(({ to }) => to.owner !== "");
  const holder = target === undefined ? undefined : classAround(target.to.node);
  const body = holder?.child("body");
  return holder === undefined || body === undefined ? [] : addedFields(file, code.tree, { body, own: fieldsIn(holder), fresh: fields });
}

/** Before the outermost statement that holds the first change, its comments included; Java's go into the class. What nothing of the file uses yet goes to its end. */
function helperEdits(request: AdditionRequest, helpers: readonly SyntaxNode[]): TextEdit[] {
  const { file, replaced, missing } = request;
  if (helpers.length === 0) return [];
  const anchor = helperPlace(request) ?? (missing === undefined ? undefined : endPlace(file));
  if (anchor === undefined) return [];
  const out = missing === undefined ? undefined : wayOut(file, missing);
  const at = lineStart(file.text, anchor);
  const indent = file.language === "java" ? indentAt(file.text, firstOf(replaced)?.whole.start ?? at) : "";
  const text = helperTexts(request, helpers, { indent, word: out?.kind === "word" ? out.word : "" });
  const edits = anchor === file.text.length ? [endEdit(file, text)] : [{ start: at, end: at, text: text.map(({ own, after }) => own + after).join("") }];
  return out?.kind === "edit" ? [...edits, out.edit] : edits;
}

interface HelperText {
  readonly own: string;
  /** What separates it from what follows. */
  readonly after: string;
}

function helperTexts(
  { file, code, missing }: AdditionRequest,
  helpers: readonly SyntaxNode[],
  { indent, word }: { indent: string; word: string },
): HelperText[] {
  const ordered = [...helpers].sort((one, other) => one.start - other.start);
  const gap = gapOf(file);
  return ordered.map((node, index) => {
    const next = ordered[index + 1];
    const own = pieceOf(code.tree, { whole: withAttributes(node), node });
    const after =
      next === undefined || isBlock(node) || isBlock(next)
        ? undefined
        : gapBetween(code.tree, own, pieceOf(code.tree, { whole: withAttributes(next), node: next }));
    const text = moved(code.tree, own, indent);
    const isMissing = missing !== undefined && boundNames(node).includes(missing.name) && node.type !== "export_statement";
    const head = withAttributes(node).start - own.start;
    return { own: indent + (isMissing ? text.slice(0, head) + word + text.slice(head) : text), after: after ?? gap };
  });
}

/** Functions stand apart by so much. */
function gapOf({ language }: SyntaxTree): string {
  return language === "python" ? "\n\n\n" : "\n\n";
}

/** Behind everything but what starts the program or gives the file's names away. */
function endPlace(file: SyntaxTree): number {
  const closing = file.root.namedChildren.find((node) => isMainGuard(node) || exportsIn(node) !== undefined || isExportList(node));
  return closing === undefined ? file.text.length : commentStart(file.text, { whole: closing, node: closing });
}

function isMainGuard(node: SyntaxNode): boolean {
  return node.type === "if_statement" && /__name__/.test(node.child("condition")?.text ?? "");
}

function isExportList(node: SyntaxNode): boolean {
  return node.type === "export_statement" && node.child("declaration") === undefined;
}

function endEdit(file: SyntaxTree, text: readonly HelperText[]): TextEdit {
  const start = file.text.trimEnd().length;
  const pieces = text.map(({ own, after }, index) => own + (index === text.length - 1 ? "\n" : after)).join("");
  return { start, end: file.text.length, text: (start === 0 ? "" : gapOf(file)) + pieces };
}

/** Functions and classes stand apart, whatever the reply says. */
function isBlock(node: SyntaxNode): boolean {
  const inner = declarationIn(node);
  return inner.isFunction || isClass(inner);
}

/** With the comments right above it. */
function pieceOf(tree: SyntaxTree, { whole, node }: Pick<Definition, "whole" | "node">): Range {
  const start = commentStart(tree.text, { whole, node });
  return { start: start + (/^[ \t]*/.exec(tree.text.slice(start))?.[0].length ?? 0), end: whole.end };
}

/** Lines between two constants are those of the reply, where nothing else stands between them there. */
function gapBetween({ text }: SyntaxTree, one: Range, next: Range): string | undefined {
  const between = text.slice(one.end, next.start);
  return between.trim() === "" && between.includes("\n") ? between.replace(/[^\n]/g, "") : undefined;
}

function helperPlace({ file, replaced, changed }: AdditionRequest): number | undefined {
  const first = firstOf(replaced);
  if (file.language === "java") return first === undefined ? undefined : commentStart(file.text, first);
  const nodes = [...changed, ...(first === undefined ? [] : [first.node])];
  const starts = nodes.map((node) => {
    const outer = outermost(file, node);
    const whole = { start: Math.min(withAttributes(outer).start, outer === node && first?.node === node ? first.whole.start : outer.start), end: outer.end };
    return commentStart(file.text, { whole, node });
  });
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** The first of the functions that are replaced, as it stands in the file. */
export function firstOf(replaced: readonly Pair[]): Definition | undefined {
  return replaced.map(({ to }) => to).sort((one, other) => one.core.start - other.core.start)[0];
}

export function outermost(file: SyntaxTree, inner: SyntaxNode): SyntaxNode {
  let node = inner;
  while (node.parent !== undefined && node.parent !== file.root) node = node.parent;
  return node;
}

/** Functions of a class or a wrapped list of members that the file's class does not have. */
function newMembers({ file, code, replaced }: AdditionRequest): Definition[] {
  const inFile = definitionsIn(file);
  return code.definitions.filter((definition) => {
    const { own, owner, isNested, node } = definition;
    if (isNested === "yes" || owner === "" || node.parent === code.tree.root || replaced.some(({ from }) => from === definition)) return false;
    const target = neighbourOf(definition, replaced, inFile);
    if (target === undefined) return emptyClass(file, owner) !== undefined;
    return !inFile.some((one) => one.own === own && one.owner === target.owner && traitOf(one) === traitOf(target));
  });
}

/** Which function of the file a new one of its class goes behind: a replaced one, else the last. */
function neighbourOf(definition: Definition, replaced: readonly Pair[], inFile: readonly Definition[]): Definition | undefined {
  const { owner } = definition;
  const isOfClass = (one: Definition): boolean => {
    if (one.owner === "" || one.isNested === "yes") return false;
    return owner === WRAPPER || ((one.owner === owner || one.owner.endsWith(`.${owner}`)) && traitOf(one) === traitOf(definition));
  };
  return firstOf(replaced.filter(({ to }) => isOfClass(to))) ?? (owner === WRAPPER ? undefined : inFile.filter(isOfClass).at(-1));
}

function traitOf({ node }: Definition): string {
  return node.parent?.parent?.child("trait")?.text ?? "";
}

/** Python: the body of a class of that name which has no function yet. */
function emptyClass(file: SyntaxTree, name: string): SyntaxNode | undefined {
  const own = [...file.root.namedNodes()].find((node) => node.type === "class_definition" && node.child("name")?.text === name);
  return own?.child("body");
}

function memberEdits({ file, code, replaced }: AdditionRequest, members: readonly Definition[]): TextEdit[] {
  const inFile = definitionsIn(file);
  return members.flatMap((member) => {
    const target = neighbourOf(member, replaced, inFile);
    if (target === undefined) return firstMember(file, code, member);
    const indent = indentAt(file.text, target.whole.start);
    return [{ start: target.whole.end, end: target.whole.end, text: `\n\n${indent}${moved(code.tree, pieceOf(code.tree, member), indent)}` }];
  });
}

/** In the place of `pass`, else behind the fields. */
function firstMember(file: SyntaxTree, code: ParsedCode, member: Definition): TextEdit[] {
  const body = emptyClass(file, member.owner);
  const [first, ...others] = body?.namedChildren ?? [];
  if (body === undefined || first === undefined) return [];
  const indent = indentAt(file.text, first.start) || "    ";
  const text = moved(code.tree, pieceOf(code.tree, member), indent);
  if (others.length === 0 && first.type === "pass_statement") return [{ start: first.start, end: first.end, text }];
  return [{ start: body.end, end: body.end, text: `\n\n${indent}${text}` }];
}
