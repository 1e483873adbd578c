import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { declarationIn } from "../source/bindings.js";
import { indentAt } from "../source/definition.js";
import { moved } from "./indentation.js";
import type { Pair } from "./pair.js";
import { isSame } from "./pairing.js";

export interface OverloadRequest {
  readonly file: SyntaxTree;
  readonly code: SyntaxTree;
  readonly pair: Pair;
}

/** TypeScript: the heads of overloads a reply gives with a function, where they are not the file's; a reply without any leaves the file's. */
export function overloadEdits({ file, code, pair: { from, to } }: OverloadRequest): TextEdit[] {
  const [given, own] = [headsBefore(from.node), headsBefore(to.node)];
  // A part of the heads is there to be looked at.
  if (given.length === 0 || given.length < own.length || to.form === "value") return [];
  if (given.length === own.length && given.every((head, index) => isSame(declarationIn(head), declarationIn(own[index] ?? head)))) return [];
  const indent = indentAt(file.text, to.whole.start);
  const words = modifiersOf(to.node);
  const lines = given.map((head) => withModifiers(moved(code, head, indent), words));
  const [first, last] = [own[0], own.at(-1)];
  if (first !== undefined && last !== undefined) return [{ start: first.start, end: last.end, text: lines.join(`\n${indent}`) }];
  return [{ start: to.whole.start, end: to.whole.start, text: lines.map((line) => `${line}\n${indent}`).join("") }];
}

/** The heads of a function's overloads right above it; comments between them do not part them. */
export function headsBefore(node: SyntaxNode): SyntaxNode[] {
  const statement = node.parent?.type === "export_statement" ? node.parent : node;
  const name = node.child("name")?.text;
  const siblings = (statement.parent?.namedChildren ?? []).filter(({ type, start }) => !/comment/.test(type) && start < statement.start);
  return siblings.slice(siblings.findLastIndex((one) => !isHead(one, name)) + 1);
}

function isHead(node: SyntaxNode, name: string | undefined): boolean {
  const inner = declarationIn(node);
  return /^(?:function|method)_signature$/.test(inner.type) && name !== undefined && inner.child("name")?.text === name;
}

const modifier = /^(?:(?:export|declare|public|private|protected|static|override)\s+)+/;

/** What stands before the function in the file has to stand before its heads, too. */
function modifiersOf(node: SyntaxNode): string {
  const statement = node.parent?.type === "export_statement" ? node.parent : node;
  return modifier.exec(statement.text)?.[0] ?? "";
}

function withModifiers(head: string, words: string): string {
  return words + head.replace(modifier, "");
}
