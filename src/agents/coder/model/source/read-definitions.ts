import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { type Definition, lineStart, type Range } from "./definition.js";

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
  return tree.functions.map((found) => {
    const { node } = found;
    return { ...found, core: { start: node.start, end: node.end }, whole: wholeOf(node), form: formOf(node) };
  });
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
  return withAttributes(outer);
}

/** A statement with the attributes and decorators that stand beside it, before it. */
export function withAttributes(node: SyntaxNode): Range {
  return { start: attributesBefore(node).start, end: node.end };
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

/** Where the comment lines right above it start, the documentation of most languages; its own start when there are none. */
export function commentStart(text: string, { whole, node }: Pick<Definition, "whole" | "node">): number {
  const own = lineStart(text, whole.start);
  if (text.slice(own, whole.start).trim() !== "") return whole.start;
  const marks = rootOf(node).type === "module" ? /^#(?!!)/ : /^\/\//;
  let start = own;
  for (let above = commentAbove(text, start, marks); above !== undefined; above = commentAbove(text, start, marks)) start = above;
  return start === own ? whole.start : start;
}

function rootOf(node: SyntaxNode): SyntaxNode {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  return root;
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
