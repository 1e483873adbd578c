import type { SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { Definition, Range } from "../source/definition.js";
import { commentStart } from "../source/read-definitions.js";

/** With the comments right above it. */
export function pieceOf(tree: SyntaxTree, { whole, node }: Pick<Definition, "whole" | "node">): Range {
  const start = commentStart(tree.text, { whole, node });
  return { start: start + (/^[ \t]*/.exec(tree.text.slice(start))?.[0].length ?? 0), end: whole.end };
}
