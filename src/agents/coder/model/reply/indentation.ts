import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { indentAt, lineStart, type Range } from "../source/definition.js";

/** The text without the indentation all its lines share. */
export function dedented(text: string): string {
  const lines = text.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const shared = indents.reduce((common, indent) => commonStart(common, indent), indents[0] ?? "");
  return shared === "" ? text : lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart())).join("\n");
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

/** The unit a text is indented by: how deep the first line after an opening one stands, strings and comments aside; undefined when there is none. */
export function stepOf(tree: SyntaxTree): string | undefined {
  const aside = [...textRanges(tree), ...commentRanges(tree)];
  const opening = /^\S.*[:{([][ \t]*(?:(?:#|\/\/).*)?\n(?:[ \t]*\n)*([ \t]+)\S/gm;
  for (const found of tree.text.matchAll(opening)) {
    const end = found.index + found[0].length - 1;
    const firstEnd = found.index + found[0].indexOf("\n");
    if (!aside.some((range) => range.start <= found.index && found.index < range.end) && !aside.some((range) => range.start <= firstEnd && end <= range.end))
      return found[1];
  }
  return undefined;
}

/** The same text indented by another unit, when every line is made of the old one; else as it was. Strings over several lines stay to the letter; documentation and comments move as a whole. */
export function withStep(tree: SyntaxTree, step: string | undefined): string {
  const own = stepOf(tree);
  const { text } = tree;
  if (own === undefined || step === undefined || own === step) return text;
  const strings = literalRanges(tree, { start: 0, end: text.length });
  const words = [...textRanges(tree), ...commentRanges(tree)];
  let at = 0;
  const result: string[] = [];
  for (const line of text.split("\n")) {
    const start = at;
    at += line.length + 1;
    if (isInside(strings, start)) {
      result.push(line);
      continue;
    }
    const around = words.find((range) => range.start < start && start <= range.end);
    const base = around === undefined ? (/^[ \t]*/.exec(line)?.[0] ?? "") : indentAt(text, around.start);
    const depth = Math.floor(base.length / own.length);
    if (line.trim() !== "" && !base.startsWith(own.repeat(depth))) return text;
    if (line.trim() === "") result.push("");
    else result.push(line.startsWith(base) ? step.repeat(depth) + line.slice(own.length * depth) : line);
  }
  return result.join("\n");
}

/** A piece of a parsed text moved to another depth. Its first line starts where the piece starts; lines inside strings, but for documentation, stay as they are. */
export function moved(tree: SyntaxTree, piece: Range, indent: string): string {
  const own = /^[ \t]*/.exec(tree.text.slice(lineStart(tree.text, piece.start)))?.[0] ?? "";
  const literal = literalRanges(tree, piece);
  let at = piece.start;
  const lines = tree.text.slice(piece.start, piece.end).split("\n");
  return lines
    .map((line, index) => {
      const start = at;
      at += line.length + 1;
      if (index === 0 || isInside(literal, start)) return line;
      if (line.trim() === "") return "";
      return indent + (line.startsWith(own) ? line.slice(own.length) : line.trimStart());
    })
    .join("\n");
}

/** Whether the line that starts there starts inside one of the ranges. */
export function isInside(ranges: readonly Range[], start: number): boolean {
  return ranges.some((range) => range.start < start && start <= range.end);
}

const stringTypes = new Set(["string", "template_string", "raw_string_literal", "string_literal", "text_block"]);

/** Strings over several lines whose text the program sees. */
export function literalRanges(tree: SyntaxTree, piece: Range): Range[] {
  return textRanges(tree, (node) => !isDocumentation(tree, node)).filter(({ start, end }) => start >= piece.start && end <= piece.end);
}

function isDocumentation(tree: SyntaxTree, node: SyntaxNode): boolean {
  return tree.language === "python" && node.parent?.type === "expression_statement";
}

function textRanges(tree: SyntaxTree, isWanted: (node: SyntaxNode) => boolean = () => true): Range[] {
  const found: Range[] = [];
  for (const node of tree.root.namedNodes())
    if (stringTypes.has(node.type) && node.text.includes("\n") && isWanted(node)) found.push({ start: node.start, end: node.end });
  return found;
}

function commentRanges(tree: SyntaxTree): Range[] {
  return [...tree.root.namedNodes()].filter(({ type, text }) => /comment/.test(type) && text.includes("\n")).map(({ start, end }) => ({ start, end }));
}
