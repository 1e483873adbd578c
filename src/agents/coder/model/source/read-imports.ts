import type { SyntaxLanguage, SyntaxNode } from "../../../../ports/syntax-trees.js";

/** One name an import brings, or everything of a module, or the module's effects alone. */
export interface ImportedName {
  /** The name it is known by in the file; undefined = no name of its own (`*`, effects alone). */
  readonly bound: string | undefined;
  /** The module, as it is written. */
  readonly source: string;
  /** What of the module: its name there; "" = the module itself. */
  readonly member: string;
  /** As it stands in a list of names, ready to be put into another; undefined = it stands alone. */
  readonly listed: string | undefined;
  /** A statement of its own that brings this name and no other. */
  readonly alone: string;
  readonly statement: SyntaxNode;
  /** The part of the statement that brings it. */
  readonly part: SyntaxNode;
}

const importTypes = new Set([
  "import_statement",
  "import_from_statement",
  "future_import_statement",
  "import_declaration",
  "use_declaration",
  "extern_crate_declaration",
]);

export function isImport(node: SyntaxNode): boolean {
  return importTypes.has(node.type) || requireOf(node) !== undefined;
}

/** `const a = require("b")`, and the like with `await import("b")`: the declarator. */
function requireOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== "lexical_declaration" && node.type !== "variable_declaration") return undefined;
  const [declarator, ...others] = node.namedChildren;
  const value = declarator?.child("value")?.text ?? "";
  return others.length === 0 && /^(?:require\s*\(|\(?await import\s*\()/.test(value) ? declarator : undefined;
}

/** What the imports among the children of a node bring, in the order they stand. */
export function readImports(language: SyntaxLanguage, parent: SyntaxNode): ImportedName[] {
  return parent.namedChildren.filter(isImport).flatMap((statement) => importedBy(language, statement));
}

export function importedBy(language: SyntaxLanguage, statement: SyntaxNode): ImportedName[] {
  switch (language) {
    case "python":
      return pythonNames(statement);
    case "go":
      return goNames(statement);
    case "rust":
      return rustNames(statement);
    case "java":
      return javaNames(statement);
    default:
      return requireOf(statement) === undefined ? scriptNames(statement) : requireNames(statement);
  }
}

function pythonNames(statement: SyntaxNode): ImportedName[] {
  const source = statement.type === "future_import_statement" ? "__future__" : (statement.child("module_name")?.text ?? "");
  const parts = statement.children.filter(({ fieldName, isNamed, type }) => (fieldName === "name" && isNamed) || type === "wildcard_import");
  return parts.map((part) => {
    const { text } = part;
    if (part.type === "wildcard_import") return { bound: undefined, source, member: "*", listed: undefined, alone: `from ${source} import *`, statement, part };
    const name = part.child("name")?.text ?? text;
    const alias = part.child("alias")?.text;
    if (source !== "") return { bound: alias ?? name, source, member: name, listed: text, alone: `from ${source} import ${text}`, statement, part };
    return { bound: alias ?? name.split(".")[0], source: name, member: "", listed: undefined, alone: `import ${text}`, statement, part };
  });
}

function scriptNames(statement: SyntaxNode): ImportedName[] {
  const source = [...statement.namedNodes()].find((node) => node.fieldName === "source")?.text ?? "";
  const module = source.slice(1, -1);
  const clause = statement.namedChildren.find(({ type }) => type === "import_clause");
  const end = statement.text.endsWith(";") ? ";" : "";
  const type = /^import\s+type\b/.test(statement.text) ? "type " : "";
  const whole = { source: module, alone: statement.text, statement, part: statement, listed: undefined };
  if (clause === undefined) {
    const name = statement.namedChildren.find((node) => node.type === "import_require_clause")?.namedChildren[0]?.text;
    return [{ ...whole, bound: name, member: "" }];
  }
  return withoutComments(clause).flatMap((part): ImportedName[] => {
    const alone = (words: string): string => `import ${type}${words} from ${source}${end}`;
    if (part.type === "identifier") return [{ ...whole, bound: part.text, member: "default", alone: alone(part.text), part }];
    if (part.type === "namespace_import") return [{ ...whole, bound: part.namedChildren[0]?.text, member: "*", alone: alone(part.text), part }];
    return withoutComments(part).map((one) => {
      const name = one.child("name")?.text ?? one.text;
      return { ...whole, bound: one.child("alias")?.text ?? name, member: name, listed: one.text, alone: alone(`{ ${one.text} }`), part: one };
    });
  });
}

function withoutComments(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.filter(({ type }) => type !== "comment");
}

function requireNames(statement: SyntaxNode): ImportedName[] {
  const declarator = statement.namedChildren[0] as SyntaxNode;
  const pattern = declarator.child("name");
  const value = declarator.child("value")?.text ?? "";
  const source = /["'`]([^"'`]*)/.exec(value)?.[1] ?? "";
  const words = statement.child("kind")?.text ?? "const";
  const end = statement.text.endsWith(";") ? ";" : "";
  if (pattern?.type !== "object_pattern")
    return [{ bound: pattern?.text, source, member: "", listed: undefined, alone: statement.text, statement, part: statement }];
  return withoutComments(pattern).map((part) => {
    const named = /^object_assignment_pattern|^assignment_pattern/.test(part.type) ? (part.child("left") ?? part) : part;
    const member = named.child("key")?.text ?? named.text;
    const bound = named.child("value")?.text ?? named.text;
    return { bound, source, member, listed: part.text, alone: `${words} { ${part.text} } = ${value}${end}`, statement, part };
  });
}

/** A path's last part that names something: of `…/v2` the part before, of `yaml.v3` what stands before the dot. */
function goName(path: string): string {
  const parts = path.split("/").filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? path).replace(/\.v\d+$/, "");
}

function goNames(statement: SyntaxNode): ImportedName[] {
  const specs = [...statement.namedNodes()].filter(({ type }) => type === "import_spec");
  return specs.map((part) => {
    const source = (part.child("path")?.text ?? "").slice(1, -1);
    const bound = part.child("name")?.text ?? goName(source);
    return { bound: bound === "_" || bound === "." ? undefined : bound, source, member: "", listed: part.text, alone: `import ${part.text}`, statement, part };
  });
}

function rustNames(statement: SyntaxNode): ImportedName[] {
  const argument = statement.child("argument");
  const head = statement.children.find(({ type }) => type === "visibility_modifier")?.text;
  const words = head === undefined ? "use" : `${head} use`;
  if (argument === undefined) {
    const name = (statement.child("alias") ?? statement.child("name"))?.text;
    return [{ bound: name, source: name ?? "", member: "", listed: undefined, alone: statement.text, statement, part: statement }];
  }
  return rustPaths(argument, "").map(({ path, alias, part }) => {
    const member = path.split("::").at(-1) ?? path;
    const alone = `${words} ${path}${alias === undefined ? "" : ` as ${alias}`};`;
    const bound = alias ?? (member === "*" ? undefined : member);
    return { bound, source: path.split("::").slice(0, -1).join("::"), member, listed: undefined, alone, statement, part };
  });
}

interface RustPath {
  readonly path: string;
  readonly alias: string | undefined;
  readonly part: SyntaxNode;
}

/** Every path a `use` with groups in groups stands for. */
function rustPaths(node: SyntaxNode, before: string): RustPath[] {
  const under = (path: string): string => (before === "" ? path : `${before}::${path}`);
  switch (node.type) {
    case "use_list":
      return node.namedChildren.flatMap((child) => rustPaths(child, before));
    case "scoped_use_list": {
      const list = node.child("list");
      return list === undefined ? [] : rustPaths(list, under(node.child("path")?.text ?? ""));
    }
    case "use_as_clause":
      return [{ path: under(node.child("path")?.text ?? ""), alias: node.child("alias")?.text, part: node }];
    case "self":
      return [{ path: before, alias: undefined, part: node }];
    case "line_comment":
    case "block_comment":
      return [];
    default:
      return [{ path: under(node.text), alias: undefined, part: node }];
  }
}

function javaNames(statement: SyntaxNode): ImportedName[] {
  const path = statement.text.replace(/^import\s+(?:static\s+)?|\s*;$/g, "");
  const member = path.split(".").at(-1) ?? path;
  const source = path.split(".").slice(0, -1).join(".");
  return [{ bound: member === "*" ? undefined : member, source, member, listed: undefined, alone: statement.text, statement, part: statement }];
}
