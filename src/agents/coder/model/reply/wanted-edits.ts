import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { boundNames, declarationIn } from "../source/bindings.js";
import type { MissingName } from "../source/missing-name.js";
import { commentStart } from "../source/read-definitions.js";
import { speaksOf } from "../source/speaks-of.js";
import type { AdditionRequest } from "./addition-request.js";
import { gapOf, insertionPlace, joined, type Piece, piecesOf } from "./beside-edits.js";
import { endPlace } from "./closing.js";
import { exportsIn, type WayOut, wayOut } from "./exports.js";
import { headsBefore } from "./overloads.js";
import { gives, type Wanted } from "./wanted.js";

/** Statements of a reply, by where they go. */
interface Parts {
  /** What is asked for and what completes it: to the end. */
  readonly asked: readonly SyntaxNode[];
  /** What else is needed: above the first place that may need it while the file is loaded. */
  readonly needed: readonly SyntaxNode[];
  /** What is asked for, given to `exports` at once: behind all that is given there. */
  readonly exported: readonly SyntaxNode[];
}

/**
 * Puts what is asked for behind everything but what closes the file, and lets it leave the file as its neighbours do.
 * Where another change of the file uses it, which may be while the file is loaded, it goes above that.
 * @param others what else of the file changes
 */
export function wantedEdits(request: AdditionRequest, helpers: readonly SyntaxNode[], others: readonly TextEdit[]): TextEdit[] {
  const { file, wanted } = request;
  if (helpers.length === 0 || wanted === undefined) return [];
  const parts = partsOf(helpers, wanted, others.length > 0 ? "apart" : "together");
  const isUsed = others.some(({ text }) => wanted.names.some(({ name }) => speaksOf(text, name)));
  const above = firstTouched(file, others);
  const ways = new Map(wanted.names.map((one) => [one, wayOut(file, one, whereValid(one, helpers))]));
  return [
    ...placed(request, piecesIn(request, parts.needed), above),
    ...placed(request, leaving(piecesIn(request, parts.asked), ways), isUsed ? above : endPlace(file)),
    ...placed(request, piecesIn(request, parts.exported), file.text.length),
    ...exportEdits(parts.asked, ways),
  ];
}

/** Where nothing else of the file changes, all stays together. */
function partsOf(helpers: readonly SyntaxNode[], { names }: Wanted, how: "apart" | "together"): Parts {
  const isNamed = (node: SyntaxNode): boolean => names.some(({ name }) => boundNames(node).includes(name));
  const isExport = (node: SyntaxNode): boolean => exportsIn(node) !== undefined;
  const exported = helpers.filter((node) => isExport(node) && !helpers.some((other) => isNamed(other) && gives(node, names) === gives(other, names)));
  const rest = helpers.filter((node) => !isExport(node));
  const first = Math.min(...rest.filter((node) => gives(node, names) !== undefined).map(({ start }) => start));
  const completes = (node: SyntaxNode): boolean =>
    names.some(({ name }) => node.text.startsWith(`@${name}.`)) || (node.start > first && boundNames(node).every((name) => /[.[]/.test(name)));
  const isAsked = (node: SyntaxNode): boolean => how === "together" || gives(node, names) !== undefined || completes(node);
  return { asked: rest.filter(isAsked), needed: rest.filter((node) => !isAsked(node)), exported };
}

function piecesIn({ file, code }: AdditionRequest, nodes: readonly SyntaxNode[]): Piece[] {
  return piecesOf({ file, code: code.tree, indent: "" }, nodes);
}

/** The start of the statement that holds the first of the places, its comments and heads of overloads included. */
function firstTouched(file: SyntaxTree, others: readonly TextEdit[]): number {
  const first = Math.min(...others.map(({ start }) => start));
  const holder = file.root.namedChildren.find(({ end, type }) => end >= first && !/comment/.test(type));
  if (holder === undefined) return file.text.length;
  const head = headsBefore(declarationIn(holder))[0] ?? holder;
  return commentStart(file.text, { whole: head, node: head });
}

function placed({ file }: AdditionRequest, pieces: readonly Piece[], anchor: number): TextEdit[] {
  if (pieces.length === 0) return [];
  if (anchor < file.text.length) {
    const at = insertionPlace(file, anchor);
    return [{ start: at, end: at, text: joined(pieces) }];
  }
  const end = file.text.trimEnd().length;
  const text = pieces.map((piece, index) => piece.text + (index === pieces.length - 1 ? "" : piece.after)).join("");
  return [{ start: end, end, text: end === 0 ? `${text}\n` : gapOf(file) + text }];
}

type Ways = ReadonlyMap<MissingName, WayOut>;

function whereValid(name: MissingName, helpers: readonly SyntaxNode[]): "everywhere" | "below" {
  const isHoisted = helpers.some((node) => gives(node, [name]) !== undefined && /^(?:generator_)?function_declaration$/.test(declarationIn(node).type));
  return isHoisted ? "everywhere" : "below";
}

/** With the word by which names leave this file, and no other. */
function leaving(pieces: readonly Piece[], ways: Ways): Piece[] {
  return pieces.map((piece) => {
    const { node, text, head } = piece;
    const name = [...ways.keys()].find((one) => boundNames(node).includes(one.name));
    const way = name === undefined ? undefined : ways.get(name);
    if (way === undefined) return piece;
    const bare = text.slice(head).replace(/^export\s+(?:default\s+)?/, "");
    return { ...piece, text: text.slice(0, head) + (way.kind === "word" ? way.word : "") + bare };
  });
}

function exportEdits(asked: readonly SyntaxNode[], ways: Ways): TextEdit[] {
  return [...ways].flatMap(([name, way]) => (way.kind === "edit" && asked.some((node) => boundNames(node).includes(name.name)) ? [way.edit] : []));
}
