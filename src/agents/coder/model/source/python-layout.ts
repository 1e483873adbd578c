import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { lineStart } from "./definition.js";

/**
 * The grammar forgives what Python does not: empty blocks and statements at a depth of their own.
 * Gives the 1-based line that Python would refuse, undefined when there is none.
 */
export function pythonLayoutProblem(tree: SyntaxTree): number | undefined {
  for (const node of tree.root.namedNodes()) {
    const wrong = node.type === "block" ? wrongInBlock(tree.text, node) : node === tree.root ? outOfLine(tree.text, node, 0) : undefined;
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongInBlock(text: string, block: SyntaxNode): number | undefined {
  const statements = block.namedChildren.filter(({ type }) => type !== "comment");
  const first = statements[0];
  const header = block.parent;
  if (header === undefined) return undefined;
  if (first === undefined) return header.startRow + 1;
  if (first.startRow === headerRow(header, block)) return undefined;
  const column = columnOf(text, first);
  if (column <= depthOf(text, header)) return first.startRow + 1;
  return outOfLine(text, block, column);
}

/** Row of the colon before the block. */
function headerRow(header: SyntaxNode, block: SyntaxNode): number {
  const colon = header.children.filter((child) => child.type === ":" && child.start < block.start).at(-1);
  return colon?.startRow ?? header.startRow;
}

/** An `elif` or `else` stands as deep as the statement it belongs to. */
function depthOf(text: string, header: SyntaxNode): number {
  return /^[ \t]*/.exec(text.slice(lineStart(text, header.start)))?.[0].length ?? 0;
}

function outOfLine(text: string, block: SyntaxNode, column: number): number | undefined {
  const wrong = block.namedChildren.find((child) => child.type !== "comment" && startsLine(text, child) && columnOf(text, child) !== column);
  return wrong === undefined ? undefined : wrong.startRow + 1;
}

function startsLine(text: string, node: SyntaxNode): boolean {
  return (
    text
      .slice(lineStart(text, node.start), node.start)
      .replace(/^\uFEFF/, "")
      .trim() === ""
  );
}

function columnOf(text: string, node: SyntaxNode): number {
  return text.slice(lineStart(text, node.start), node.start).replace(/^\uFEFF/, "").length;
}
