import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { type Binding, bindingsIn, declarationIn } from "../source/bindings.js";
import { isClass } from "../source/classes.js";
import { holds, indentAt, type Range } from "../source/definition.js";
import { type ClassPair, classKey, decoratorEdits, headEdits, nothingTaken, type TakenEdits } from "./class-heads.js";
import { looksElided } from "./elision.js";
import { moved, stepOf } from "./indentation.js";
import type { Pair } from "./pair.js";
import { isSame } from "./pairing.js";
import { WRAPPER } from "./parse-code.js";
import { givenValue, hasValue, isNeededDeclaration, isRetold, memberNames } from "./retold-fields.js";
import { unusable } from "./usable-edit.js";
import type { Wanted } from "./wanted.js";

export interface ClassRequest {
  readonly file: SyntaxTree;
  readonly code: SyntaxTree;
  readonly replaced: readonly Pair[];
  /** What is asked for and not there yet: what stands is then told again only, and often in short. None = a change is asked for. */
  readonly wanted: Wanted | undefined;
}

/** Fields and heads of the classes the reply shows, where they differ from the file's; what a reply does not show of a class stays. */
export function classEdits(request: ClassRequest): TakenEdits {
  const edits: TextEdit[] = [];
  const taken: SyntaxNode[] = [];
  const asked = request.wanted === undefined ? "change" : "addition";
  for (const pair of classPairs(request)) {
    for (const found of [headEdits(pair, asked), decoratorEdits(request.file.text, pair, asked), fieldEdits(request, pair)]) {
      if (found.kind === "unusable") return found;
      edits.push(...found.edits);
      taken.push(...found.taken);
    }
  }
  return { kind: "edits", edits, taken };
}

/** Classes of the reply with their namesakes; bare members belong to the class of the first function they came with. */
function classPairs({ file, code, replaced }: ClassRequest): ClassPair[] {
  const own = [...file.root.namedNodes()].filter(isClass);
  return code.root.namedChildren
    .map(declarationIn)
    .filter(isClass)
    .flatMap((from): ClassPair[] => {
      const isWrapper = classKey(from) === WRAPPER;
      const target = isWrapper ? replaced.find((pair) => holds(from, pair.from.node)) : undefined;
      const named = isWrapper
        ? own.filter((node) => target !== undefined && classAround(target.to.node) === node)
        : own.filter((node) => classKey(node) === classKey(from));
      const inside = named.find((node) => replaced.some((pair) => holds(from, pair.from.node) && holds(node, pair.to.node)));
      const to = inside ?? (named.length === 1 ? named[0] : undefined);
      return to === undefined ? [] : [{ from, to }];
    });
}

export function classAround(node: SyntaxNode): SyntaxNode | undefined {
  let at = node.parent;
  while (at !== undefined && !isClass(at)) at = at.parent;
  return at;
}

function fieldEdits(request: ClassRequest, pair: ClassPair): TakenEdits {
  const body = pair.to.child("body");
  if (body === undefined) return nothingTaken;
  const own = fieldsIn(pair.to);
  const edits: TextEdit[] = [];
  const fresh: Binding[] = [];
  const taken: SyntaxNode[] = [];
  for (const field of fieldsIn(pair.from)) {
    const known = own.filter(({ names }) => names.some((name) => field.names.includes(name)));
    if (known.some(({ node }) => isSame(node, field.node)) || stands(request, { field, known, pair })) continue;
    const [only] = known;
    if (only === undefined) {
      fresh.push(field);
      taken.push(field.node);
      continue;
    }
    const change = fieldChange(request, field, known);
    if (change.kind === "unusable") return change;
    edits.push(...change.edits);
    taken.push(...change.taken);
  }
  return { kind: "edits", edits: [...edits, ...addedFields(request.file, request.code, { body, own, fresh })], taken };
}

interface ToldField {
  readonly field: Binding;
  /** Fields of the file's class with a name of it. */
  readonly known: readonly Binding[];
  readonly pair: ClassPair;
}

/** Beside what is asked for, a field that tells again what the class has, in this form or another, adds nothing. */
function stands({ wanted }: ClassRequest, { field, known, pair }: ToldField): boolean {
  if (wanted === undefined) return false;
  if (known.length > 0) return isRetold(field, known);
  const own = memberNames(pair.to);
  if (field.names.some((name) => own.has(name))) return true;
  const isAsked = wanted.names.some(({ name, owner }) => owner !== undefined && field.names.includes(name));
  return !isAsked && !hasValue(field.node) && !isNeededDeclaration(field, pair);
}

function fieldChange({ file, code, wanted }: ClassRequest, field: Binding, known: readonly Binding[]): TakenEdits {
  const [only] = known;
  const names = field.names.join(", ");
  if (only === undefined) return nothingTaken;
  if (known.length > 1 || !only.names.every((name) => field.names.includes(name)))
    return unusable(`it gives ${names} in one statement, the class does not: change the class's own statement`);
  if (looksElided(field.node.text, only.node.text)) return unusable(`${names} leaves out a part of its code`);
  const whole = { start: only.node.start, end: only.node.end, text: moved(code, field.node, indentAt(file.text, only.node.start)) };
  if (wanted === undefined) return { kind: "edits", edits: [whole], taken: [field.node] };
  const given = givenValue(file, code, { from: field.node, to: only.node });
  return given === undefined ? nothingTaken : { kind: "edits", edits: [given.edit], taken: given.taken };
}

export function fieldsIn(node: SyntaxNode): Binding[] {
  const body = node.child("body");
  return body === undefined
    ? []
    : bindingsIn(body).filter((one) => !declarationIn(one.node).isFunction && !holdsFunction(one.node) && !isClass(declarationIn(one.node)));
}

/** `f = () => 1` is a function with a name of its own. */
function holdsFunction(node: SyntaxNode): boolean {
  return (node.child("value")?.isFunction ?? false) || /signature/.test(node.type);
}

export interface NewFields {
  readonly body: SyntaxNode;
  readonly own: readonly Binding[];
  readonly fresh: readonly Binding[];
}

/** Behind the last field, else where the body begins. */
export function addedFields(file: SyntaxTree, code: SyntaxTree, { body, own, fresh }: NewFields): TextEdit[] {
  if (fresh.length === 0) return [];
  const last = own.at(-1)?.node;
  const first = body.namedChildren.find(({ type }) => !/comment/.test(type));
  const isOnLine = file.language !== "python" && first !== undefined && first.startRow === body.startRow;
  const indent = isOnLine ? memberIndent(file, body) : indentAt(file.text, (last ?? first ?? body).start) || (first === undefined ? "    " : "");
  const lines = fresh.map(({ node }) => `${indent}${moved(code, node, indent)}${semicolonAfter(code.text, node)}`).join("\n");
  if (last !== undefined) return [insertion(endOfMember(file.text, last), `\n${lines}`)];
  if (isOnLine) return [{ start: body.start + 1, end: first.start, text: `\n${lines}\n\n${indent}` }];
  const documentation = file.language === "python" && first?.type === "expression_statement" && first.namedChildren[0]?.type === "string" ? first : undefined;
  if (file.language === "python" && documentation === undefined) return [insertion(body.start, `${lines.slice(indent.length)}\n\n${indent}`)];
  const at = documentation?.end ?? body.start + 1;
  return [insertion(at, `\n${lines}${/^[ \t]*\n[ \t]*(?:\n|\})/.test(file.text.slice(at)) ? "" : "\n"}`)];
}

/** Of a class that stands on one line. */
export function memberIndent(file: SyntaxTree, { start }: Range): string {
  return `${indentAt(file.text, start)}${stepOf(file) ?? "  "}`;
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** Where what goes behind a member may begin: its semicolon stands outside of it for the grammar, and a comment may be about it. */
export function endOfMember(text: string, member: Range): number {
  return restOfLine(text, member.end + semicolonAfter(text, member).length);
}

/** Behind a comment that ends the line; where code follows on it, right there. */
function restOfLine(text: string, at: number): number {
  return at + (/^[ \t]*(?:(?:#|\/\/)[^\n]*)?(?=\n|$)/.exec(text.slice(at))?.[0].length ?? 0);
}

function semicolonAfter(text: string, { end }: Range): string {
  return /^\s*;/.exec(text.slice(end))?.[0] ?? "";
}
