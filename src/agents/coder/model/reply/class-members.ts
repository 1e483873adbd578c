import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { type Binding, bindingsIn, declarationIn } from "../source/bindings.js";
import { isClass } from "../source/classes.js";
import { holds, indentAt } from "../source/definition.js";
import { looksElided } from "./elision.js";
import { moved } from "./indentation.js";
import type { Pair } from "./pair.js";
import { isSame } from "./pairing.js";
import { WRAPPER } from "./parse-code.js";
import { type Unusable, unusable } from "./usable-edit.js";

export interface ClassRequest {
  readonly file: SyntaxTree;
  readonly code: SyntaxTree;
  readonly replaced: readonly Pair[];
  /** `addition`: something is asked for that is not there yet, so that what stands is told again only, and often in short. */
  readonly asked: "change" | "addition";
}

interface ClassPair {
  readonly from: SyntaxNode;
  readonly to: SyntaxNode;
}

export type ClassEdits =
  | {
      readonly kind: "edits";
      readonly edits: readonly TextEdit[];
      /** Fields and decorators of the reply that are taken: what they use is needed as well. */
      readonly taken: readonly SyntaxNode[];
    }
  | Unusable;

/** Fields and heads of the classes the reply shows, where they differ from the file's; what a reply does not show of a class stays. */
export function classEdits(request: ClassRequest): ClassEdits {
  const edits: TextEdit[] = [];
  const taken: SyntaxNode[] = [];
  for (const pair of classPairs(request)) {
    const head = headEdit(pair, request.asked);
    if (head !== undefined && "kind" in head) return head;
    if (head !== undefined) edits.push(head);
    for (const decorator of newDecorators(pair)) {
      edits.push({ start: pair.to.start, end: pair.to.start, text: `${decorator.text}\n${indentAt(request.file.text, pair.to.start)}` });
      taken.push(decorator);
    }
    const fields = fieldEdits(request, pair);
    if (fields.kind === "unusable") return fields;
    edits.push(...fields.edits);
    taken.push(...fields.taken);
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

function classKey(node: SyntaxNode): string {
  const trait = node.child("trait");
  return (trait === undefined ? "" : `${trait.text} for `) + ((node.child("name") ?? node.child("type"))?.text ?? "");
}

export function classAround(node: SyntaxNode): SyntaxNode | undefined {
  let at = node.parent;
  while (at !== undefined && !isClass(at)) at = at.parent;
  return at;
}

/** Python: decorators of the reply's class that the file's does not have. */
function newDecorators({ from, to }: ClassPair): SyntaxNode[] {
  const own = decoratorsOf(to).map(({ text }) => text);
  return decoratorsOf(from).filter(({ text }) => !own.includes(text));
}

function decoratorsOf({ parent }: SyntaxNode): readonly SyntaxNode[] {
  return parent?.type === "decorated_definition" ? parent.namedChildren.filter(({ type }) => type === "decorator") : [];
}

/** A head that says less than the file's was shortened; one that says more is taken; one that does both has no reading, or was not asked for. */
function headEdit({ from, to }: ClassPair, asked: ClassRequest["asked"]): TextEdit | Unusable | undefined {
  const name = classKey(from);
  if (name === WRAPPER) return undefined;
  const [fresh, old] = [headOf(from), headOf(to)];
  if (fresh === undefined || old === undefined) return undefined;
  const [more, less] = [wordsIn(fresh.text), wordsIn(old.text)];
  if (more.every((word) => less.includes(word))) return undefined;
  if (!less.every((word) => more.includes(word)) && asked === "addition") return undefined;
  if (!less.every((word) => more.includes(word)))
    return unusable(`it changes the head of ${name} and leaves out a part of it: give the head whole, or as it is`);
  return { start: to.start, end: to.start + old.text.length, text: fresh.text };
}

function headOf(node: SyntaxNode): { readonly text: string } | undefined {
  const colon = node.children.find(({ type }) => type === ":");
  const body = node.child("body");
  const end = colon?.start ?? body?.start;
  return end === undefined ? undefined : { text: node.text.slice(0, end - node.start).trimEnd() };
}

/** `count: int` of `count: int = 0`. */
function isShortened({ text }: SyntaxNode, whole: SyntaxNode): boolean {
  const short = text.replace(/;$/, "").trimEnd();
  return whole.text.startsWith(short) && /^\s*=(?!=)/.test(whole.text.slice(short.length));
}

function wordsIn(text: string): string[] {
  return text.match(/[\w$@.]+/g) ?? [];
}

function fieldEdits({ file, code, asked }: ClassRequest, { from, to }: ClassPair): ClassEdits {
  const body = to.child("body");
  const given = fieldsIn(from);
  if (body === undefined || given.length === 0) return { kind: "edits", edits: [], taken: [] };
  const own = fieldsIn(to);
  const edits: TextEdit[] = [];
  const fresh: Binding[] = [];
  const taken: SyntaxNode[] = [];
  for (const field of given) {
    const known = own.filter(({ names }) => names.some((name) => field.names.includes(name)));
    const [only] = known;
    if (known.some(({ node }) => isSame(node, field.node) || (asked === "addition" && isShortened(field.node, node)))) continue;
    if (only !== undefined && (known.length > 1 || !only.names.every((name) => field.names.includes(name))))
      return unusable(`it gives ${field.names.join(", ")} in one statement, the class does not: change the class's own statement`);
    if (only !== undefined && looksElided(field.node.text, only.node.text)) return unusable(`${field.names.join(", ")} leaves out a part of its code`);
    taken.push(field.node);
    if (only === undefined) fresh.push(field);
    else edits.push({ start: only.node.start, end: only.node.end, text: moved(code, field.node, indentAt(file.text, only.node.start)) });
  }
  return { kind: "edits", edits: [...edits, ...addedFields(file, code, { body, own, fresh })], taken };
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
  const indent = indentAt(file.text, (last ?? first ?? body).start) || (first === undefined ? "    " : "");
  const lines = fresh.map(({ node }) => `${indent}${moved(code, node, indent)}${semicolonAfter(code.text, node)}`).join("\n");
  if (last !== undefined) return [insertion(restOfLine(file.text, last.end + semicolonAfter(file.text, last).length), `\n${lines}`)];
  const documentation = file.language === "python" && first?.type === "expression_statement" && first.namedChildren[0]?.type === "string" ? first : undefined;
  if (file.language === "python" && documentation === undefined) return [insertion(body.start, `${lines.slice(indent.length)}\n\n${indent}`)];
  const at = documentation?.end ?? body.start + 1;
  return [insertion(at, `\n${lines}${/^[ \t]*\n[ \t]*(?:\n|\})/.test(file.text.slice(at)) ? "" : "\n"}`)];
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** Behind a comment that ends the line; where code follows on it, right there. */
function restOfLine(text: string, at: number): number {
  return at + (/^[ \t]*(?:(?:#|\/\/)[^\n]*)?(?=\n|$)/.exec(text.slice(at))?.[0].length ?? 0);
}

function semicolonAfter(text: string, node: SyntaxNode): string {
  return /^\s*;/.exec(text.slice(node.end))?.[0] ?? "";
}
