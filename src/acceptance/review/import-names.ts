import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { descendants } from "../tamper/walk.js";

/** Local name → what it stands for, e.g. `sp` → `subprocess`, `run` → `child_process.exec`. */
export type ImportNames = ReadonlyMap<string, string>;

export function importNames(root: SyntaxNode): ImportNames {
  const names = new Map<string, string>();
  for (const node of descendants(root)) {
    for (const [local, meaning] of bindings(node)) if (local !== "") names.set(local, meaning);
  }
  return names;
}

/** Modules a file imports, as they are written, with the row of the import. */
export function importedModules(root: SyntaxNode): { readonly module: string; readonly row: number }[] {
  return [...descendants(root)].flatMap((node) => modulesOf(node).map((module) => ({ module, row: node.startRow })));
}

function modulesOf(node: SyntaxNode): string[] {
  if (node.type === "import_from_statement") return [node.child("module_name")?.text ?? ""];
  if (node.type === "import_statement" && node.child("source") === undefined) return node.namedChildren.map((child) => (child.child("name") ?? child).text);
  const text = node.type === "import_statement" || node.type === "export_statement" ? node.child("source")?.text : requiredText(node);
  return text === undefined ? [] : [text.slice(1, -1)];
}

/** `require("x")`, `import("x")`, `__import__("x")`, `importlib.import_module("x")`. */
function requiredText(node: SyntaxNode): string | undefined {
  if (node.type !== "call_expression" && node.type !== "call") return undefined;
  const callee = node.child("function")?.text ?? "";
  const first = node.child("arguments")?.namedChildren[0];
  return /^(?:require|import|__import__|importlib\.import_module)$/.test(callee) && first?.type === "string" ? first.text : undefined;
}

function bindings(node: SyntaxNode): (readonly [string, string])[] {
  if (node.type === "import_from_statement") return pythonFrom(node);
  if (node.type === "import_statement") return node.child("source") === undefined ? pythonImport(node) : scriptImport(node);
  return node.type === "variable_declarator" ? required(node) : [];
}

function pythonFrom(node: SyntaxNode): (readonly [string, string])[] {
  const module = node.child("module_name");
  const names = node.namedChildren.filter((child) => child.start !== module?.start);
  if (names.some(({ type }) => type === "wildcard_import")) return wholeModule(module?.text ?? "");
  return names.map((child) => {
    const name = (child.child("name") ?? child).text;
    return [child.child("alias")?.text ?? name, `${module?.text ?? ""}.${name}`] as const;
  });
}

/** Names that the rules look for, of modules that are taken with a star. */
const starred: Readonly<Record<string, string>> = {
  os: "system popen execv execve execvp execl execlp spawnl spawnv fork chmod environ getenv",
  subprocess: "run Popen call check_call check_output getoutput getstatusoutput",
  pickle: "load loads Unpickler",
  shutil: "rmtree",
  socket: "create_connection",
  "urllib.request": "urlopen urlretrieve",
};

function wholeModule(module: string): (readonly [string, string])[] {
  return (starred[module]?.split(" ") ?? []).map((name) => [name, `${module}.${name}`] as const);
}

function pythonImport(node: SyntaxNode): (readonly [string, string])[] {
  return node.namedChildren.flatMap((child) => {
    const alias = child.child("alias");
    return alias === undefined ? [] : [[alias.text, child.child("name")?.text ?? ""] as const];
  });
}

function scriptImport(node: SyntaxNode): (readonly [string, string])[] {
  const module = bareModule(node.child("source")?.text ?? "");
  return [...descendants(node)].flatMap((child) => {
    if (child.type === "import_specifier") {
      const name = child.child("name")?.text ?? "";
      return [[child.child("alias")?.text ?? name, `${module}.${name}`] as const];
    }
    const isWhole = child.type === "identifier" && (child.parent?.type === "import_clause" || child.parent?.type === "namespace_import");
    return isWhole ? [[child.text, module] as const] : [];
  });
}

function required(node: SyntaxNode): (readonly [string, string])[] {
  const value = node.child("value");
  const source = value === undefined ? undefined : requiredText(value.type === "await_expression" ? (value.namedChildren[0] ?? value) : value);
  const name = node.child("name");
  if (source === undefined || name === undefined) return [];
  const module = bareModule(source);
  if (name.type === "identifier") return [[name.text, module]];
  return name.namedChildren.flatMap((child) => {
    if (child.type === "shorthand_property_identifier_pattern") return [[child.text, `${module}.${child.text}`] as const];
    return child.type === "pair_pattern" ? [[child.child("value")?.text ?? "", `${module}.${child.child("key")?.text ?? ""}`] as const] : [];
  });
}

function bareModule(quoted: string): string {
  return quoted.slice(1, -1).replace(/^node:/, "");
}
