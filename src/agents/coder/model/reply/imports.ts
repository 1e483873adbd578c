import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";

const importTypes = new Set([
  "import_statement",
  "import_from_statement",
  "future_import_statement",
  "import_declaration",
  "use_declaration",
  "extern_crate_declaration",
]);

export function isImport(node: SyntaxNode): boolean {
  return importTypes.has(node.type) || isRequire(node);
}

/** `const a = require("b")` */
function isRequire(node: SyntaxNode): boolean {
  if (node.type !== "lexical_declaration" && node.type !== "variable_declaration") return false;
  const value = node.namedChildren[0]?.child("value");
  return /^require\s*\(/.test(value?.text ?? "") || /^\(?await import\s*\(/.test(value?.text ?? "");
}

/** Imports of the reply that bring a needed name the file does not have yet, behind the file's last import. */
export function importEdits(file: SyntaxTree, code: SyntaxTree, needed: ReadonlySet<string>): TextEdit[] {
  const known = new Set(file.root.namedChildren.filter(isImport).flatMap((node) => [...boundBy(node)]));
  const texts = new Set(file.root.namedChildren.filter(isImport).flatMap(linesOf));
  const wanted = code.root.namedChildren
    .filter(isImport)
    .filter((node) => [...boundBy(node)].some((name) => needed.has(name) && !known.has(name)))
    .flatMap(linesOf)
    .filter((line) => !texts.has(line));
  if (wanted.length === 0) return [];
  const last = file.root.namedChildren.filter(isImport).at(-1);
  if (last !== undefined) return [{ start: last.end, end: last.end, text: wanted.map((line) => `\n${line}`).join("") }];
  const at = headEnd(file);
  return [{ start: at, end: at, text: `${wanted.join("\n")}\n${file.text.slice(at).startsWith("\n") ? "" : "\n"}` }];
}

/** Each a statement of its own; a Go block of imports gives one for each of its lines. */
function linesOf(node: SyntaxNode): string[] {
  if (node.type !== "import_declaration" || !/^import\s*\(/.test(node.text)) return [node.text];
  return [...node.namedNodes()].filter(({ type }) => type === "import_spec").map((spec) => `import ${spec.text}`);
}

/** Names an import makes known; of a path its last part. */
function boundBy(node: SyntaxNode): Set<string> {
  const names = new Set<string>();
  for (const one of node.namedNodes()) {
    if (one.type === "identifier" || one.type === "type_identifier" || one.type === "shorthand_property_identifier_pattern") names.add(one.text);
    if (one.type === "interpreted_string_literal") names.add(one.text.slice(1, -1).split("/").at(-1) ?? "");
  }
  return names;
}

/** Behind what must stand first: a shebang, comments, a module's documentation, directives, `package`. */
function headEnd(file: SyntaxTree): number {
  let end = file.text.startsWith("\uFEFF") ? 1 : 0;
  for (const node of file.root.namedChildren) {
    const isHead =
      ["hash_bang_line", "comment", "package_clause", "package_declaration", "inner_attribute_item"].includes(node.type) ||
      (node.type === "expression_statement" && node.namedChildren[0]?.type === "string");
    if (!isHead) break;
    const next = file.text.indexOf("\n", node.end);
    end = next < 0 ? file.text.length : next + 1;
  }
  return end;
}
