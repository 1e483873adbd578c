import { TreeSitterTrees } from "../../../../../src/adapters/syntax/tree-sitter-trees.js";
import type { SyntaxLanguage, SyntaxTree } from "../../../../../src/ports/syntax-trees.js";

/** Parses as ever, and counts how often. */
export class CountingTrees extends TreeSitterTrees {
  parses = 0;

  override parse(language: SyntaxLanguage, text: string): SyntaxTree {
    this.parses += 1;
    return super.parse(language, text);
  }
}
