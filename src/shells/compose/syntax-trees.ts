import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TreeSitterTrees } from "../../adapters/syntax/tree-sitter-trees.js";
import type { SyntaxTrees } from "../../ports/syntax-trees.js";

/** In a bundle the grammars lie beside it; from sources they come from the installed packages. */
export function syntaxTrees(): SyntaxTrees {
  const beside = dirname(fileURLToPath(import.meta.url));
  const bundled = existsSync(join(beside, "web-tree-sitter.wasm"));
  return new TreeSitterTrees(bundled ? beside : undefined);
}
