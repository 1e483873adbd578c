import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { boundNames, declarationIn, outermost } from "../source/bindings.js";
import { indentAt, lineStart, type Range } from "../source/definition.js";
import { commentStart, withAttributes } from "../source/read-definitions.js";
import type { AdditionRequest } from "./addition-request.js";
import { exportsIn, wayOut } from "./exports.js";
import { moved } from "./indentation.js";
import { firstOf } from "./pair.js";
import { pieceOf } from "./piece.js";
import { isClass } from "./statements.js";

/** Before the outermost statement that holds the first change, its comments included; Java's go into the class. What nothing of the file uses yet goes to its end. */
export function helperEdits(request: AdditionRequest, helpers: readonly SyntaxNode[]): TextEdit[] {
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
