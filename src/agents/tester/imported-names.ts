import type { FileView } from "../../domain/file-view.js";
import type { SyntaxNode, SyntaxTree } from "../../ports/syntax-trees.js";

export interface ImportPlace {
  readonly files: FileView;
  readonly testFile: string;
}

/** Names that a test file takes from the project itself, at its top level; those of libraries and of the runner are left out. */
export function importedNames(test: SyntaxTree, place: ImportPlace): ReadonlySet<string> {
  const names = test.root.namedChildren.flatMap((node) => (test.language === "python" ? pythonNames(node, place.files) : scriptNames(node)));
  return new Set(names);
}

function pythonNames(node: SyntaxNode, files: FileView): string[] {
  if (node.type === "import_from_statement") {
    const module = node.child("module_name");
    if (module === undefined || !isOwnModule(module.text, files)) return [];
    return node.namedChildren.filter((child) => child.start !== module.start).flatMap(localName);
  }
  if (node.type !== "import_statement") return [];
  return node.namedChildren
    .filter((child) => isOwnModule(child.child("name")?.text ?? child.text, files))
    .flatMap((child) => localName(child).map((name) => name.split(".")[0] ?? name));
}

function localName(node: SyntaxNode): string[] {
  if (node.type === "aliased_import") return [node.child("alias")?.text ?? ""];
  return node.type === "dotted_name" ? [node.text] : [];
}

/** Relative, or a module or package that stands somewhere in the tree. */
function isOwnModule(module: string, files: FileView): boolean {
  if (module.startsWith(".")) return true;
  const path = module.replaceAll(".", "/");
  const first = path.split("/")[0] ?? path;
  return files.paths().some((known) => `/${known}`.endsWith(`/${path}.py`) || `/${known}`.endsWith(`/${path}/__init__.py`) || known.startsWith(`${first}/`));
}

function scriptNames(node: SyntaxNode): string[] {
  const source = node.type === "import_statement" ? node.child("source")?.text.slice(1, -1) : requiredModule(node);
  // Relative paths, and the aliases by which projects reach their own sources.
  return source !== undefined && /^(?:\.|@\/|~\/|#)/.test(source) ? [...boundNames(node)] : [];
}

function requiredModule(node: SyntaxNode): string | undefined {
  if (node.type !== "lexical_declaration" && node.type !== "variable_declaration") return undefined;
  return /\b(?:require|import)\(\s*(["'])([^"']+)\1\s*\)/.exec(node.text)?.[2];
}

function* boundNames(node: SyntaxNode): Generator<string> {
  for (const child of node.namedChildren) {
    if (child.type === "import_specifier") yield child.child("alias")?.text ?? child.child("name")?.text ?? "";
    else if (child.type === "shorthand_property_identifier_pattern") yield child.text;
    else if (child.type === "pair_pattern") yield child.child("value")?.text ?? "";
    else if (child.type === "identifier" && child.fieldName !== "value") yield child.text;
    else if (/^(?:import_clause|named_imports|namespace_import|variable_declarator|object_pattern)$/.test(child.type)) yield* boundNames(child);
  }
}
