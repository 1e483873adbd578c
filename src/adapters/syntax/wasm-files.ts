import { createRequire } from "node:module";
import { join } from "node:path";
import type { SyntaxLanguage } from "../../ports/syntax-trees.js";

export const engineWasm = "web-tree-sitter/web-tree-sitter.wasm";

/** Where each grammar lies among the installed packages; a bundle keeps the files of the same base name side by side. */
export const grammarWasm: Readonly<Record<SyntaxLanguage, string>> = {
  python: "tree-sitter-python/tree-sitter-python.wasm",
  javascript: "tree-sitter-javascript/tree-sitter-javascript.wasm",
  typescript: "tree-sitter-typescript/tree-sitter-typescript.wasm",
  tsx: "tree-sitter-typescript/tree-sitter-tsx.wasm",
  go: "tree-sitter-go/tree-sitter-go.wasm",
  rust: "tree-sitter-rust/tree-sitter-rust.wasm",
  java: "tree-sitter-java/tree-sitter-java.wasm",
};

/** Absolute path of a wasm file: in `directory` by base name, or inside the installed packages when there is no such directory. */
export function wasmPath(specifier: string, directory: string | undefined): string {
  if (directory !== undefined) return join(directory, specifier.slice(specifier.lastIndexOf("/") + 1));
  return createRequire(import.meta.url).resolve(specifier);
}
