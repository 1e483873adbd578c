import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { declarationIn, outermost } from "../source/bindings.js";
import { isClass } from "../source/classes.js";
import { indentAt, lineStart, type Range } from "../source/definition.js";
import { commentStart, withAttributes } from "../source/read-definitions.js";
import type { AdditionRequest } from "./addition-request.js";
import { moved } from "./indentation.js";
import { headsBefore } from "./overloads.js";
import { firstOf } from "./pair.js";
import { pieceOf } from "./piece.js";

/** Before the outermost statement that holds the first change, its comments included; Java's go into the class. */
export function helperEdits(request: AdditionRequest, helpers: readonly SyntaxNode[]): TextEdit[] {
  const { file, code, replaced } = request;
  const anchor = helpers.length === 0 ? undefined : helperPlace(request);
  if (anchor === undefined) return [];
  const at = insertionPlace(file, anchor);
  const indent = file.language === "java" ? indentAt(file.text, firstOf(replaced)?.whole.start ?? at) : "";
  return [{ start: at, end: at, text: joined(piecesOf({ file, code: code.tree, indent }, helpers)) }];
}

/** Start of the line, but behind a byte order mark. */
export function insertionPlace({ text }: SyntaxTree, anchor: number): number {
  const start = lineStart(text, anchor);
  return start === 0 && text.startsWith("\uFEFF") ? 1 : start;
}

export interface Piece {
  readonly node: SyntaxNode;
  readonly text: string;
  /** Where the statement begins in it, behind its comments. */
  readonly head: number;
  /** What separates it from what follows. */
  readonly after: string;
}

interface Moving {
  readonly file: SyntaxTree;
  readonly code: SyntaxTree;
  readonly indent: string;
}

/** Statements of the reply as they stand in the file, in the reply's order. */
export function piecesOf({ file, code, indent }: Moving, helpers: readonly SyntaxNode[]): Piece[] {
  const ordered = [...helpers].sort((one, other) => one.start - other.start);
  return ordered.map((node, index) => {
    const next = ordered[index + 1];
    const own = pieceOf(code, { whole: withAttributes(node), node });
    const after =
      next === undefined || isBlock(node) || isBlock(next) ? undefined : gapBetween(code, own, pieceOf(code, { whole: withAttributes(next), node: next }));
    return { node, text: indent + moved(code, own, indent), head: indent.length + withAttributes(node).start - own.start, after: after ?? gapOf(file) };
  });
}

export function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text, after }) => text + after).join("");
}

/** Functions stand apart by so much. */
export function gapOf({ language }: SyntaxTree): string {
  return language === "python" ? "\n\n\n" : "\n\n";
}

/** Functions and classes stand apart, whatever the reply says. */
function isBlock(node: SyntaxNode): boolean {
  const inner = declarationIn(node);
  return inner.isFunction || isClass(inner);
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
    const outer = headsBefore(node)[0] ?? outermost(file, node);
    const whole = { start: Math.min(withAttributes(outer).start, outer === node && first?.node === node ? first.whole.start : outer.start), end: outer.end };
    return commentStart(file.text, { whole, node });
  });
  return starts.length === 0 ? undefined : Math.min(...starts);
}
