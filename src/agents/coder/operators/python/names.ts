import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Declaration } from "../dialect.js";

type Role = Declaration["role"];

function plain(name: SyntaxNode, role: Role, value?: SyntaxNode): Declaration {
  return { name, role, value, annotation: undefined, element: false };
}

/** The identifiers bound by a target: `a`, `(a, b)`, `a, *rest`. A single name keeps its value, the parts of a pattern have none of their own. */
function bound(target: SyntaxNode): readonly SyntaxNode[] {
  if (target.type === "identifier") return [target];
  if (!["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "as_pattern_target", "tuple", "list"].includes(target.type)) return [];
  return target.namedChildren.flatMap(bound);
}

function parameter(node: SyntaxNode): Declaration[] {
  const name = node.type === "identifier" ? node : (node.child("name") ?? node.namedChildren[0]);
  const target = name?.type === "identifier" ? name : name?.namedChildren[0];
  if (target?.type !== "identifier") return [];
  return [{ name: target, role: "parameter", value: node.child("value"), annotation: node.child("type")?.text, element: false }];
}

function assigned(node: SyntaxNode): Declaration[] {
  const target = node.child("left");
  const value = node.child("right");
  if (!target) return [];
  if (target.type === "identifier") return [{ name: target, role: "variable", value, annotation: node.child("type")?.text, element: false }];
  const values = value?.type === "expression_list" ? value.namedChildren : [];
  return bound(target).map((name, place) => plain(name, "variable", values[place]));
}

function looped(node: SyntaxNode): Declaration[] {
  const target = node.child("left");
  const value = node.child("right");
  if (!target) return [];
  const names = bound(target);
  return names.map((name) => ({ name, role: "loop", value: names.length === 1 ? value : undefined, annotation: undefined, element: true }));
}

function imported(node: SyntaxNode): Declaration[] {
  const module = node.child("module_name");
  const entries = node.namedChildren.filter((child) => child !== module && child.start !== module?.start);
  return entries.flatMap((entry) => {
    const name = entry.child("alias") ?? entry.namedChildren[0];
    return name?.type === "identifier" ? [plain(name, "import")] : [];
  });
}

const readers: Readonly<Record<string, (node: SyntaxNode) => Declaration[]>> = {
  assignment: assigned,
  named_expression: (node) => [node.child("name")].flatMap((name) => (name ? [plain(name, "variable", node.child("value"))] : [])),
  for_statement: looped,
  for_in_clause: looped,
  function_definition: (node) => [node.child("name")].flatMap((name) => (name ? [plain(name, "function")] : [])),
  class_definition: (node) => [node.child("name")].flatMap((name) => (name ? [plain(name, "function")] : [])),
  parameters: (node) => node.namedChildren.flatMap(parameter),
  lambda_parameters: (node) => node.namedChildren.flatMap(parameter),
  as_pattern_target: (node) => bound(node).map((name) => plain(name, "variable")),
  import_statement: imported,
  import_from_statement: imported,
};

export function pythonDeclarations(node: SyntaxNode): readonly Declaration[] {
  return readers[node.type]?.(node) ?? [];
}

const scopes = new Set([
  "function_definition",
  "lambda",
  "module",
  "class_definition",
  "list_comprehension",
  "set_comprehension",
  "generator_expression",
  "dictionary_comprehension",
]);

export function pythonScope(declaring: SyntaxNode): SyntaxNode {
  let node = declaring;
  while (node.parent !== undefined) {
    node = node.parent;
    if (scopes.has(node.type)) return node;
  }
  return node;
}
