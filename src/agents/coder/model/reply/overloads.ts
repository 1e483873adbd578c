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
  if (given.length === 0 || (given.length === own.length && given.every((head, index) => isSame(declarationIn(head), declarationIn(own[index] ?? head)))))
    return [];
  const indent = indentAt(file.text, to.whole.start);
  const word = isExported(statementOf(to.node)) ? "export " : "";
  const lines = given.map((head) => (isExported(head) ? "" : word) + moved(code, head, indent));
  const [first, last] = [own[0], own.at(-1)];
  if (first !== undefined && last !== undefined) return [{ start: first.start, end: last.end, text: lines.join(`\n${indent}`) }];
  return [{ start: to.whole.start, end: to.whole.start, text: lines.map((line) => `${line}\n${indent}`).join("") }];
}

/** Right above the function, of its own name. */
function headsBefore(node: SyntaxNode): SyntaxNode[] {
  const statement = statementOf(node);
  const siblings = statement.parent?.namedChildren ?? [];
  const at = siblings.findIndex(({ start }) => start === statement.start);
  const before = siblings.slice(0, Math.max(at, 0));
  return before.slice(before.findLastIndex((one) => !isHead(one, node.child("name")?.text)) + 1);
}

function isHead(node: SyntaxNode, name: string | undefined): boolean {
  const inner = declarationIn(node);
  return /^(?:function|method)_signature$/.test(inner.type) && name !== undefined && inner.child("name")?.text === name;
}

function statementOf(node: SyntaxNode): SyntaxNode {
  return node.parent?.type === "export_statement" ? node.parent : node;
}

function isExported(node: SyntaxNode): boolean {
  return node.type === "export_statement";
}
