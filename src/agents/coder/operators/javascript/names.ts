import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import type { Declaration } from "../dialect.js";

type Role = Declaration["role"];

function plain(name: SyntaxNode, role: Role, value?: SyntaxNode): Declaration {
  return { name, role, value, annotation: undefined, element: false };
}

const patterns = new Set(["array_pattern", "object_pattern", "rest_pattern", "assignment_pattern", "object_assignment_pattern", "pair_pattern"]);

function bound(target: SyntaxNode): readonly SyntaxNode[] {
  if (target.type === "identifier" || target.type === "shorthand_property_identifier_pattern") return [target];
  if (!patterns.has(target.type)) return [];
  const inner = target.child("left") ?? target.child("value");
  return inner ? bound(inner) : target.namedChildren.flatMap(bound);
}

function parameter(node: SyntaxNode): Declaration[] {
  const target = node.child("pattern") ?? (node.type === "assignment_pattern" ? node.child("left") : node);
  if (!target) return [];
  const value = node.child("value") ?? node.child("right");
  const annotation = node.child("type")?.text;
  return bound(target).map((name) => ({ name, role: "parameter", value, annotation, element: false }));
}

function declared(node: SyntaxNode): Declaration[] {
  const target = node.child("name");
  if (!target) return [];
  const value = node.child("value");
  const role = value?.type === "arrow_function" || value?.type === "function_expression" ? "function" : "variable";
  if (target.type === "identifier") return [{ name: target, role, value, annotation: node.child("type")?.text, element: false }];
  return bound(target).map((name) => plain(name, "variable"));
}

function looped(node: SyntaxNode): Declaration[] {
  const target = node.child("left");
  const value = node.child("right");
  if (!target) return [];
  const names = bound(target);
  const element = node.child("operator")?.text === "of" && names.length === 1;
  return names.map((name) => ({ name, role: "loop", value: element ? value : undefined, annotation: undefined, element }));
}

function named(node: SyntaxNode): Declaration[] {
  const name = node.child("name");
  return name ? [plain(name, "function")] : [];
}

const readers: Readonly<Record<string, (node: SyntaxNode) => Declaration[]>> = {
  variable_declarator: declared,
  for_in_statement: looped,
  function_declaration: named,
  generator_function_declaration: named,
  class_declaration: named,
  formal_parameters: (node) => node.namedChildren.flatMap(parameter),
  arrow_function: (node) => [node.child("parameter")].flatMap((single) => (single ? [plain(single, "parameter")] : [])),
  catch_clause: (node) => [node.child("parameter")].flatMap((target) => (target ? bound(target).map((name) => plain(name, "variable")) : [])),
  import_clause: (node) => node.namedChildren.filter((child) => child.type === "identifier").map((name) => plain(name, "import")),
  import_specifier: (node) => [node.child("alias") ?? node.child("name")].flatMap((name) => (name ? [plain(name, "import")] : [])),
  namespace_import: (node) => node.namedChildren.map((name) => plain(name, "import")),
};

export function javascriptDeclarations(node: SyntaxNode): readonly Declaration[] {
  return readers[node.type]?.(node) ?? [];
}

const functions = new Set([
  "function_declaration",
  "function_expression",
  "arrow_function",
  "method_definition",
  "generator_function",
  "generator_function_declaration",
  "program",
]);
const blocks = new Set([...functions, "statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body"]);

/** `var` is seen in the whole function, everything else in its block; parameters stand right inside their function. */
export function javascriptScope(declaring: SyntaxNode): SyntaxNode {
  if (declaring.type === "for_in_statement" || declaring.type === "arrow_function" || declaring.type === "catch_clause") return declaring;
  const wanted = declaring.parent?.type === "variable_declaration" ? functions : blocks;
  let node = declaring;
  while (node.parent !== undefined) {
    node = node.parent;
    if (wanted.has(node.type)) return node;
  }
  return node;
}
