import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { type Definition, lineStart, namedNodes, type Range } from "./definition.js";

const functionTypes = new Set([
  // Python, Go, Java, Rust
  "function_definition",
  "method_declaration",
  "constructor_declaration",
  "compact_constructor_declaration",
  "function_item",
  // JavaScript, TypeScript; Go's own functions as well
  "function_declaration",
  "generator_function_declaration",
  "method_definition",
  "function_expression",
  "generator_function",
  "arrow_function",
  "func_literal",
]);

const ownerTypes = new Set([
  "class_definition",
  "class_declaration",
  "class",
  "abstract_class_declaration",
  "interface_declaration",
  "enum_declaration",
  "record_declaration",
  "impl_item",
  "trait_item",
  "mod_item",
]);

/** Nodes around a function that belong to it, from the inside out. */
const wrapperTypes = new Set([
  "decorated_definition",
  "export_statement",
  "variable_declarator",
  "lexical_declaration",
  "variable_declaration",
  "public_field_definition",
  "field_definition",
  "pair",
  "assignment_expression",
  "var_spec",
  "var_declaration",
  "expression_list",
]);

/** Named functions of a file in document order. */
export function definitionsIn(tree: SyntaxTree): Definition[] {
  const found: Definition[] = [];
  for (const node of namedNodes(tree.root)) {
    const own = functionTypes.has(node.type) ? ownName(node) : undefined;
    if (own === undefined) continue;
    const owner = ownersOf(node).join(".");
    found.push({
      name: owner === "" ? own : `${owner}.${own}`,
      own,
      owner,
      node,
      core: { start: node.start, end: node.end },
      whole: wholeOf(node),
      form: formOf(node),
      isNested: isInsideFunction(node) ? "yes" : "no",
    });
  }
  return found;
}

/** Its own name, or that of the variable, property or field it is given to. */
function ownName(node: SyntaxNode): string | undefined {
  const own = node.child("name");
  if (own !== undefined) return own.text;
  if (node.type === "func_literal") return node.parent?.parent?.type === "var_spec" ? node.parent.parent.child("name")?.text : undefined;
  const holder = node.parent;
  switch (holder?.type) {
    case "variable_declarator":
    case "public_field_definition":
    case "field_definition":
      return (holder.child("name") ?? holder.child("property"))?.text;
    case "pair":
      return holder.child("key")?.text;
    case "assignment_expression":
      return holder.child("right")?.start === node.start ? holder.child("left")?.text.replace(/^(?:module\.)?exports\./, "") : undefined;
    default:
      return undefined;
  }
}

function ownersOf(node: SyntaxNode): string[] {
  const names: string[] = [];
  const receiver = receiverType(node);
  if (receiver !== undefined) names.push(receiver);
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const name = ownerTypes.has(at.type) ? (at.child("name") ?? at.child("type"))?.text : functionTypes.has(at.type) ? ownName(at) : undefined;
    if (name !== undefined) names.unshift(name.replace(/<.*$/s, ""));
  }
  return names;
}

/** Go: the type a method belongs to. */
function receiverType(node: SyntaxNode): string | undefined {
  const receiver = node.type === "method_declaration" ? node.child("receiver") : undefined;
  return receiver === undefined ? undefined : /\*?\s*([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*\)$/.exec(receiver.text)?.[1];
}

function formOf(node: SyntaxNode): Definition["form"] {
  if (node.type === "method_definition") return "member";
  if (node.type === "arrow_function" || node.type === "function_expression" || node.type === "generator_function" || node.type === "func_literal")
    return "value";
  return "declaration";
}

function wholeOf(node: SyntaxNode): Range {
  let outer = node;
  for (let at = node.parent; at !== undefined && wrapperTypes.has(at.type) && isOnly(at, outer); at = at.parent) outer = at;
  if (outer.parent?.type === "expression_statement") outer = outer.parent;
  return { start: attributesBefore(outer).start, end: outer.end };
}

/** `const a = () => 1, b = 2` belongs to nobody alone. */
function isOnly(wrapper: SyntaxNode, inner: SyntaxNode): boolean {
  if (wrapper.type !== "lexical_declaration" && wrapper.type !== "variable_declaration") return true;
  return wrapper.namedChildren.filter((child) => child.type === inner.type).length === 1;
}

/** Rust attributes and TypeScript decorators stand beside the function, before it. */
function attributesBefore(node: SyntaxNode): SyntaxNode {
  const siblings = node.parent?.namedChildren ?? [];
  let first = node;
  for (let index = siblings.indexOf(node) - 1; index >= 0; index -= 1) {
    const sibling = siblings[index];
    if (sibling?.type !== "attribute_item" && sibling?.type !== "decorator") break;
    first = sibling;
  }
  return first;
}

function isInsideFunction(node: SyntaxNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) if (functionTypes.has(at.type)) return true;
  return false;
}

/** Where the comment lines right above it start, the documentation of most languages; its own start when there are none. */
export function commentStart(text: string, { whole, node }: Pick<Definition, "whole" | "node">): number {
  const own = lineStart(text, whole.start);
  if (text.slice(own, whole.start).trim() !== "") return whole.start;
  const marks = node.type === "function_definition" ? /^#(?!!)/ : /^\/\//;
  let start = own;
  for (let above = commentAbove(text, start, marks); above !== undefined; above = commentAbove(text, start, marks)) start = above;
  return start === own ? whole.start : start;
}

/** Start of the comment that ends on the line before `start`; undefined = that line is something else. */
function commentAbove(text: string, start: number, marks: RegExp): number | undefined {
  if (start === 0) return undefined;
  const previous = lineStart(text, start - 1);
  const line = text.slice(previous, start - 1).trim();
  if (marks.test(line)) return previous;
  const open = line.endsWith("*/") ? text.lastIndexOf("/*", start) : -1;
  if (open < 0) return undefined;
  const at = lineStart(text, open);
  return text.slice(at, open).trim() === "" ? at : undefined;
}
