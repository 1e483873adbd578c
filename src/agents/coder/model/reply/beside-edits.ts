import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { boundNames, declarationIn, outermost } from "../source/bindings.js";
import { indentAt, lineStart, type Range } from "../source/definition.js";
import type { MissingName } from "../source/missing-name.js";
import { commentStart, withAttributes } from "../source/read-definitions.js";
import type { AdditionRequest } from "./addition-request.js";
import { endPlace } from "./closing.js";
import { type WayOut, wayOut } from "./exports.js";
import { moved } from "./indentation.js";
import { headsBefore } from "./overloads.js";
import { firstOf } from "./pair.js";
import { pieceOf } from "./piece.js";
import { isClass } from "./statements.js";
import { gives } from "./wanted.js";

/** Before the outermost statement that holds the first change, its comments included; Java's go into the class. What nothing of the file uses yet goes to its end. */
export function helperEdits(request: AdditionRequest, helpers: readonly SyntaxNode[]): TextEdit[] {
  const { file, replaced, wanted } = request;
  if (helpers.length === 0) return [];
  const anchor = wanted === undefined ? helperPlace(request) : endPlace(file);
  if (anchor === undefined) return [];
  const ways = new Map(wanted?.names.map((one) => [one, wayOut(file, one, whereValid(one, helpers))]));
  const start = lineStart(file.text, anchor);
  const at = start === 0 && file.text.startsWith("\uFEFF") ? 1 : start;
  const indent = file.language === "java" ? indentAt(file.text, firstOf(replaced)?.whole.start ?? at) : "";
  const text = helperTexts(request, helpers, { indent, ways });
  const edits = anchor === file.text.length ? [endEdit(file, text)] : [{ start: at, end: at, text: text.map(({ own, after }) => own + after).join("") }];
  return [...edits, ...exportEdits(helpers, ways)];
}

type Ways = ReadonlyMap<MissingName, WayOut>;

function whereValid(name: MissingName, helpers: readonly SyntaxNode[]): "everywhere" | "below" {
  const isHoisted = helpers.some((node) => gives(node, [name]) !== undefined && /^(?:generator_)?function_declaration$/.test(declarationIn(node).type));
  return isHoisted ? "everywhere" : "below";
}

/** What a reply itself gives to `exports` needs nothing more. */
function exportEdits(helpers: readonly SyntaxNode[], ways: Ways): TextEdit[] {
  return [...ways].flatMap(([name, way]) => {
    const isGiven = helpers.some((node) => boundNames(node).includes(name.name));
    return way.kind === "edit" && isGiven ? [way.edit] : [];
  });
}

interface HelperText {
  readonly own: string;
  /** What separates it from what follows. */
  readonly after: string;
}

function helperTexts({ file, code }: AdditionRequest, helpers: readonly SyntaxNode[], { indent, ways }: { indent: string; ways: Ways }): HelperText[] {
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
    const missing = gives(node, [...ways.keys()]);
    const way = missing === undefined ? undefined : ways.get(missing);
    const isNamed = missing !== undefined && boundNames(node).includes(missing.name);
    return { own: indent + (isNamed && way !== undefined ? leaving(text, way, withAttributes(node).start - own.start) : text), after: after ?? gap };
  });
}

/** With the word by which names leave this file, and no other. */
function leaving(text: string, way: WayOut, head: number): string {
  const declaration = text.slice(head);
  const isExported = /^export\s/.test(declaration);
  if (way.kind === "word" && way.word !== "") return isExported ? text : text.slice(0, head) + way.word + declaration;
  return isExported ? text.slice(0, head) + declaration.replace(/^export\s+(?:default\s+)?/, "") : text;
}

/** Functions stand apart by so much. */
function gapOf({ language }: SyntaxTree): string {
  return language === "python" ? "\n\n\n" : "\n\n";
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
    const outer = headsBefore(node)[0] ?? outermost(file, node);
    const whole = { start: Math.min(withAttributes(outer).start, outer === node && first?.node === node ? first.whole.start : outer.start), end: outer.end };
    return commentStart(file.text, { whole, node });
  });
  return starts.length === 0 ? undefined : Math.min(...starts);
}
