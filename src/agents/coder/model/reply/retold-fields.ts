import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { type Binding, bindingsIn, boundNames, declarationIn } from "../source/bindings.js";
import { indentAt } from "../source/definition.js";
import { looksElided, saysElided } from "./elision.js";
import { moved } from "./indentation.js";
import { isSame } from "./pairing.js";

/** Whether a field of an addition says nothing new: each of its names has no value of its own, one that is left out, or the file's. */
export function isRetold(field: Binding, known: readonly Binding[]): boolean {
  const own = known.map(({ node }) => valuesIn(node));
  const isElided = leavesValueOut(field.node, known.map(({ node }) => node.text).join("\n"));
  return [...valuesIn(field.node)].every(([name, value]) => {
    const stands = own.filter((values) => values.has(name)).map((values) => values.get(name));
    return stands.length > 0 && (value === undefined || isElided || stands.some((one) => one !== undefined && isSame(one, value)));
  });
}

/** What each name is given: of `a, b = 1, 2` each its part, of `a = b = 0` both the same. */
function valuesIn(node: SyntaxNode): Map<string, SyntaxNode | undefined> {
  const { name, value } = partsOf(node);
  let last = value;
  while (last?.type === "assignment") last = last.child("right");
  const parts = name !== undefined && isList(name) && last !== undefined && isList(last) ? last.namedChildren : [];
  const names = boundNames(node);
  return new Map(names.map((one, index) => [one, parts.length === names.length ? parts[index] : last]));
}

function isList({ type }: SyntaxNode): boolean {
  return /^(?:pattern_list|tuple_pattern|list_pattern|expression_list|tuple|list)$/.test(type);
}

interface FieldParts {
  readonly inner: SyntaxNode;
  readonly name: SyntaxNode | undefined;
  readonly type: SyntaxNode | undefined;
  readonly value: SyntaxNode | undefined;
}

function partsOf(node: SyntaxNode): FieldParts {
  const inner = declarationIn(node);
  return {
    inner,
    name: inner.child("left") ?? inner.child("name") ?? inner.child("property"),
    type: inner.child("type"),
    value: inner.child("right") ?? inner.child("value"),
  };
}

export function hasValue(node: SyntaxNode): boolean {
  return partsOf(node).value !== undefined;
}

/** `= ...`, `= {...}`, and a comment in it or behind it that stands in for the value. */
function leavesValueOut(node: SyntaxNode, original: string): boolean {
  const isDots = (one: SyntaxNode): boolean => one.type === "ellipsis";
  const { value } = partsOf(node);
  if (value === undefined || looksElided(node.text, original)) return true;
  if ([...value.namedNodes()].some(isDots) && !original.includes("...")) return true;
  const inside = [...value.namedNodes()].filter(({ type }) => type === "comment");
  return [...inside, ...commentBehind(node)].some(({ text }) => !original.includes(text) && saysElided(text));
}

function commentBehind(node: SyntaxNode): readonly SyntaxNode[] {
  const { parent } = node;
  // At the end of a class body Python's grammar puts it behind the body.
  const siblings = [...(parent?.namedChildren ?? []), ...(parent?.parent?.namedChildren ?? [])];
  const row = node.startRow + node.text.split("\n").length - 1;
  return siblings.filter(({ type, startRow, start }) => type === "comment" && startRow === row && start >= node.end);
}

/** Only for types and checkers, or written by somebody else: no value may be given here. */
const withoutValue = /\b(?:declare|abstract)\b/;

/** Python: they make a name something else than a field of each object. */
const qualifiers = /\b(?:ClassVar|Final|InitVar)\b/;

export interface FieldPair {
  readonly from: SyntaxNode;
  readonly to: SyntaxNode;
}

interface GivenValue {
  readonly edit: TextEdit;
  /** Pieces of the reply that are taken. */
  readonly taken: readonly SyntaxNode[];
}

/** The file's field with the reply's value: its modifiers and its annotation stay where the reply leaves them out. None = it may not have a value. */
export function givenValue(file: SyntaxTree, code: SyntaxTree, { from, to }: FieldPair): GivenValue | undefined {
  const [own, told] = [partsOf(to), partsOf(from)];
  if (told.value === undefined || own.name === undefined || told.name === undefined) return undefined;
  const indent = indentAt(file.text, to.start);
  if (own.name.text !== told.name.text) return { edit: { start: to.start, end: to.end, text: moved(code, from, indent) }, taken: [from] };
  const [before, toldBefore] = [headBefore(own.inner, own.name), headBefore(told.inner, told.name)];
  const head = wordsOf(before).every((word) => wordsOf(toldBefore).includes(word)) ? toldBefore : before;
  if (withoutValue.test(head)) return undefined;
  const type = typeOf(own.type, told.type);
  const mark = own.inner.children.some((one) => one.type === "?") ? "?" : "";
  const text = `${head}${own.name.text}${mark}${annotation(type)} = ${moved(code, told.value, indent)}`;
  return { edit: { start: own.inner.start, end: own.inner.end, text }, taken: type === told.type && type !== undefined ? [type, told.value] : [told.value] };
}

/** Modifiers and decorators. */
function headBefore(inner: SyntaxNode, name: SyntaxNode): string {
  return inner.text.slice(0, name.start - inner.start);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function typeOf(own: SyntaxNode | undefined, told: SyntaxNode | undefined): SyntaxNode | undefined {
  if (own === undefined || told === undefined) return own ?? told;
  return qualifiers.test(own.text) && !qualifiers.test(told.text) ? own : told;
}

function annotation(type: SyntaxNode | undefined): string {
  if (type === undefined) return "";
  return type.text.startsWith(":") ? type.text : `: ${type.text}`;
}

/** Names the class has in any form: fields, getters, functions, and the parameters of a TypeScript constructor that are fields as well. */
export function memberNames(own: SyntaxNode): Set<string> {
  const body = own.child("body");
  if (body === undefined) return new Set();
  const parameters = body.namedChildren
    .filter((one) => one.child("name")?.text === "constructor")
    .flatMap((one) => one.child("parameters")?.namedChildren ?? []);
  const asFields = parameters.filter((one) => one.children.some(({ type }) => type === "accessibility_modifier" || type === "readonly"));
  return new Set([...bindingsIn(body).flatMap(({ names }) => names), ...asFields.flatMap((one) => one.child("pattern")?.text ?? [])]);
}

/**
 * Whether a field that has no value may be added beside what is asked for: it may hide what a base gives, so only where nothing can be hidden and the code needs it.
 * A private name must be declared, and TypeScript must know a field.
 */
export function isNeededDeclaration({ names, node }: Binding, { from, to }: FieldPair): boolean {
  if (names.every((name) => name.startsWith("#"))) return true;
  return partsOf(node).type?.type === "type_annotation" && !hasBase(from) && !hasBase(to);
}

function hasBase(own: SyntaxNode): boolean {
  return own.namedChildren.some(({ type, text }) => type === "class_heritage" && /^extends\b/.test(text));
}
