import type { SyntaxNode, SyntaxTree } from "../../../ports/syntax-trees.js";

/** A module that a test file takes, as it is written there. */
export interface TakenModule {
  readonly module: string;
  /** Names taken from it, or used of it where it is taken as a whole; "default" for a default import. */
  readonly names: readonly string[];
  readonly form: "import" | "require";
}

/** Every module a test file takes, also inside of its cases. */
export function takenModules(test: SyntaxTree): TakenModule[] {
  const read = test.language === "python" ? pythonModules : scriptModules;
  return [...test.root.namedNodes()].flatMap((node) => read(node, test.text));
}

function pythonModules(node: SyntaxNode, text: string): TakenModule[] {
  if (node.type === "import_from_statement") return [{ module: node.child("module_name")?.text ?? "", names: pythonNames(node), form: "import" }];
  if (node.type === "call") return pythonCall(node);
  if (node.type !== "import_statement") return [];
  return node.namedChildren.map((child) => {
    const module = (child.child("name") ?? child).text;
    return { module, names: usedOf(child.child("alias")?.text ?? module, text), form: "import" };
  });
}

function pythonNames(node: SyntaxNode): string[] {
  const module = node.child("module_name");
  return node.namedChildren.filter((child) => child.start !== module?.start).map((child) => (child.child("name") ?? child).text);
}

function pythonCall(node: SyntaxNode): TakenModule[] {
  const [first] = node.child("arguments")?.namedChildren ?? [];
  const isImport = /^(?:importlib\.)?(?:import_module|__import__)$/.test(node.child("function")?.text ?? "");
  return isImport && first?.type === "string" ? [{ module: unquoted(first), names: [], form: "import" }] : [];
}

function scriptModules(node: SyntaxNode, text: string): TakenModule[] {
  const source = node.type === "import_statement" ? node.child("source") : undefined;
  if (source !== undefined) return [{ module: unquoted(source), names: importedBy(node, text), form: "import" }];
  if (node.type !== "call_expression") return [];
  const callee = node.child("function")?.text;
  const [first] = node.child("arguments")?.namedChildren ?? [];
  if ((callee !== "require" && callee !== "import") || first?.type !== "string") return [];
  return [{ module: unquoted(first), names: boundBy(node, text), form: callee }];
}

function importedBy(statement: SyntaxNode, text: string): string[] {
  return [...statement.namedNodes()].flatMap((node) => {
    if (node.type === "import_specifier") return [node.child("name")?.text ?? ""];
    if (node.type !== "identifier") return [];
    if (node.parent?.type === "namespace_import") return usedOf(node.text, text);
    return node.parent?.type === "import_clause" ? ["default"] : [];
  });
}

/** `const { a, b: c } = require("x")`, `const x = await import("x")`, `require("x").a`. */
function boundBy(call: SyntaxNode, text: string): string[] {
  const holder = call.parent?.type === "await_expression" ? call.parent.parent : call.parent;
  const member = holder?.type === "member_expression" ? holder.child("property")?.text : undefined;
  if (member !== undefined) return [member];
  const pattern = holder?.type === "variable_declarator" ? holder.child("name") : undefined;
  if (pattern === undefined) return [];
  if (pattern.type === "identifier") return usedOf(pattern.text, text);
  return pattern.namedChildren.map((child) => (child.child("key") ?? child.child("left") ?? child).text);
}

function usedOf(local: string, text: string): string[] {
  const pattern = new RegExp(`(?<![\\w$.])${local.replace(/\W/g, "\\$&")}\\.([A-Za-z_$][\\w$]*)`, "g");
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ""))];
}

function unquoted(node: SyntaxNode): string {
  return node.text.slice(1, -1);
}
