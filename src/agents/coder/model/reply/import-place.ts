import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { lineStart } from "../source/definition.js";
import { isImport } from "../source/read-imports.js";

/** Where new lines of imports go. */
export interface ImportPlace {
  readonly at: number;
  /** Whether imports stand before it; else it is where a file begins. */
  readonly follows: "imports" | "head";
}

/** Behind the last import that stands before `limit`, the first place that may use what is imported; without one behind what must stand first. */
export function importPlace(file: SyntaxTree, limit: number): ImportPlace {
  const first = Math.min(limit, ...file.root.namedChildren.filter(definesSomething).map(({ start }) => start));
  const last = file.root.namedChildren.filter((node) => isImport(node) && node.end <= first).at(-1);
  return last === undefined ? { at: headEnd(file), follows: "head" } : { at: endOfLine(file, last.end), follows: "imports" };
}

/** `from __future__` must stand before every other statement. */
export function futurePlace(file: SyntaxTree): ImportPlace {
  const last = file.root.namedChildren.filter(({ type }) => type === "future_import_statement").at(-1);
  return last === undefined ? { at: headEnd(file), follows: "head" } : { at: endOfLine(file, last.end), follows: "imports" };
}

function definesSomething(node: SyntaxNode): boolean {
  return node.isFunction || /^(?:class|decorated|abstract_class|impl|trait|interface|enum|record)_?/.test(node.type);
}

/** Behind the comment that ends the line. */
export function endOfLine(file: SyntaxTree, offset: number): number {
  const end = file.text.indexOf("\n", offset);
  const at = end < 0 ? file.text.length : end;
  const over = file.root.namedChildren.find((node) => node.start < at && at < node.end && node.start >= offset);
  return over === undefined ? at : endOfLine(file, over.end);
}

const headTypes = new Set(["hash_bang_line", "package_clause", "package_declaration", "inner_attribute_item"]);

/** Behind what must stand first: a shebang, a module's documentation, directives, `package`, and comments that are not about what follows them. */
function headEnd(file: SyntaxTree): number {
  let end = file.text.startsWith("\uFEFF") ? 1 : 0;
  let waiting: number | undefined;
  for (const node of file.root.namedChildren) {
    const next = afterLine(file.text, node.end);
    if (/comment/.test(node.type)) {
      if (file.text[next] === "\n" || isForTheFile(node, file.text)) end = next;
      waiting = next;
      continue;
    }
    const isHead = headTypes.has(node.type) || (node.type === "expression_statement" && node.namedChildren[0]?.type === "string");
    if (!isHead) break;
    end = next;
  }
  // Nothing but comments: all of them are the head.
  return file.root.namedChildren.every(({ type }) => /comment/.test(type)) ? (waiting ?? end) : end;
}

function afterLine(text: string, offset: number): number {
  if (text[offset - 1] === "\n") return offset;
  const next = text.indexOf("\n", offset);
  return next < 0 ? text.length : next + 1;
}

/** Comments that tools read at the top of a file, inner documentation of Rust, and licences. */
function isForTheFile(node: SyntaxNode, text: string): boolean {
  if (/^(?:#!|\/\/!|\/\*!|\/\/go:build|\/\/ \+build|\/\/\s*@ts-|#.*coding[:=]|\/[/*]\s*(?:eslint|global|@ts-|@flow|@jsx))/.test(node.text)) return true;
  return lineStart(text, node.start) <= 1 && /copyright|license|spdx/i.test(node.text);
}
