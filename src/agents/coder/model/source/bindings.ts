import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { Range } from "./definition.js";
import { withAttributes } from "./read-definitions.js";
import { readImports } from "./read-imports.js";

/** A statement that gives names to something: a constant, a type, a class, a field. */
export interface Binding {
  readonly names: readonly string[];
  readonly node: SyntaxNode;
  /** With the attributes and decorators that stand beside it. */
  readonly whole: Range;
}

const covers = new Set(["export_statement", "decorated_definition", "ambient_declaration", "expression_statement"]);

/** The declaration itself, without `export`, decorators and the like around it. */
export function declarationIn(node: SyntaxNode): SyntaxNode {
  if (!covers.has(node.type)) return node;
  const inner = node.child("declaration") ?? node.child("definition") ?? node.namedChildren.at(-1);
  return inner === undefined ? node : declarationIn(inner);
}

/** Names a statement gives to something; none for calls, tests and whatever else may stand there. What is no plain name is given as it is written: `module.exports`. */
export function boundNames(node: SyntaxNode): readonly string[] {
  const inner = declarationIn(node);
  switch (inner.type) {
    case "assignment":
    case "assignment_expression": {
      const right = inner.child("right");
      return [...targets(inner.child("left")), ...(right?.type === "assignment" ? boundNames(right) : [])];
    }
    case "type_alias_statement":
      return inner.child("left") === undefined ? [] : [(inner.child("left")?.text ?? "").replace(/\[.*$/s, "")];
    case "lexical_declaration":
    case "variable_declaration":
    case "field_declaration":
    case "constant_declaration":
    case "local_variable_declaration":
      return inner.namedChildren.filter(({ type }) => type === "variable_declarator").flatMap((one) => targets(one.child("name")));
    case "const_declaration":
    case "var_declaration":
    case "type_declaration":
      return [...inner.namedNodes()].filter(({ type }) => /^(?:const|var|type)_(?:spec|alias)$/.test(type)).flatMap(specNames);
    case "comment":
    case "pair":
      return [];
    default: {
      const name = inner.child("name") ?? inner.child("property");
      return name === undefined ? [] : [name.text];
    }
  }
}

function specNames(spec: SyntaxNode): string[] {
  return spec.children.filter((child) => child.fieldName === "name" && child.isNamed).map(({ text }) => text);
}

const plainNames = new Set(["identifier", "shorthand_property_identifier_pattern"]);
const patterns = new Set("pattern_list tuple_pattern list_pattern list_splat_pattern object_pattern array_pattern rest_pattern expression_list".split(" "));

/** The names in what is given a value: one, or those of a pattern. */
export function targets(node: SyntaxNode | undefined): readonly string[] {
  if (node === undefined) return [];
  if (plainNames.has(node.type)) return [node.text];
  if (node.type === "pair_pattern") return targets(node.child("value"));
  if (node.type === "assignment_pattern" || node.type === "object_assignment_pattern") return targets(node.child("left"));
  if (patterns.has(node.type)) return node.namedChildren.flatMap(targets);
  return [node.text];
}

/** Statements with names among the children of a node. */
export function bindingsIn(parent: SyntaxNode): Binding[] {
  const found: Binding[] = [];
  for (const node of parent.namedChildren) {
    const names = boundNames(node);
    if (names.length > 0) found.push({ names, node, whole: withAttributes(node) });
  }
  return found;
}

const blocks = new Set(
  "if_statement elif_clause else_clause try_statement except_clause except_group_clause finally_clause with_statement for_statement while_statement block statement_block catch_clause for_in_statement".split(
    " ",
  ),
);

/** Names that hold at the top level of a file, those bound inside `if` and `try` included. */
export function topLevelNames(file: SyntaxTree): Set<string> {
  const names = new Set<string>();
  const waiting = [file.root];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const one of readImports(file.language, parent)) if (one.bound !== undefined) names.add(one.bound);
    for (const node of parent.namedChildren) {
      for (const name of boundNames(node)) names.add(name);
      if (blocks.has(node.type) && !isForTypesOnly(node)) waiting.push(node);
    }
  }
  return names;
}

/** What Python's `if TYPE_CHECKING:` imports is not there when the code runs. */
function isForTypesOnly(node: SyntaxNode): boolean {
  return /\bTYPE_CHECKING\b/.test(node.child("condition")?.text ?? "");
}

/** The statement of the file that holds a node. */
export function outermost(file: SyntaxTree, inner: SyntaxNode): SyntaxNode {
  let node = inner;
  while (node.parent !== undefined && node.parent !== file.root) node = node.parent;
  return node;
}
