import type { SyntaxTree } from "../../../../ports/syntax-trees.js";
import { lineStart, type Range } from "../source/definition.js";

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

/** The unit a text is indented by: how deep the first line after an opening one stands; undefined when there is none. */
export function stepOf(text: string): string | undefined {
  return /^\S.*[:{([][ \t]*\n(?:[ \t]*\n)*([ \t]+)\S/m.exec(text)?.[1];
}

/** The same text indented by another unit, when every line is a whole number of the old one; else as it was. */
export function withStep(text: string, step: string | undefined): string {
  const own = stepOf(text);
  if (own === undefined || step === undefined || own === step) return text;
  const lines = text.split("\n");
  const depths = lines.map((line) => (/^[ \t]*/.exec(line)?.[0] ?? "").length / own.length);
  if (lines.some((line, index) => line.trim() !== "" && (!Number.isInteger(depths[index]) || !line.startsWith(own.repeat(depths[index] ?? 0))))) return text;
  return lines.map((line, index) => (line.trim() === "" ? "" : step.repeat(depths[index] ?? 0) + line.slice((depths[index] ?? 0) * own.length))).join("\n");
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
      if (index === 0 || literal.some((range) => range.start < start && start <= range.end)) return line;
      if (line.trim() === "") return "";
      return indent + (line.startsWith(own) ? line.slice(own.length) : line.trimStart());
    })
    .join("\n");
}

const stringTypes = new Set(["string", "template_string", "raw_string_literal", "string_literal", "text_block"]);

/** Strings over several lines whose text the program sees. */
function literalRanges(tree: SyntaxTree, piece: Range): Range[] {
  const found: Range[] = [];
  for (const node of tree.root.namedNodes()) {
    if (!stringTypes.has(node.type) || node.start < piece.start || node.end > piece.end || !node.text.includes("\n")) continue;
    if (node.parent?.type === "expression_statement" && tree.language === "python") continue;
    found.push({ start: node.start, end: node.end });
  }
  return found;
}
