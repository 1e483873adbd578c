import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { bindingsIn, declarationIn } from "./bindings.js";

const classTypes = new Set("class_definition class_declaration abstract_class_declaration class impl_item trait_item record_declaration".split(" "));

export function isClass(node: SyntaxNode): boolean {
  return classTypes.has(node.type);
}

/** A class of the file's top level, as its own node: also one that is given to a constant. */
export function classNamed(file: SyntaxTree, name: string): SyntaxNode | undefined {
  const own = bindingsIn(file.root).find((one) => one.names.includes(name) && classIn(one.node) !== undefined);
  return own === undefined ? undefined : classIn(own.node);
}

/** Names of the classes of the top level. */
export function classNames(file: SyntaxTree): string[] {
  return bindingsIn(file.root).flatMap(({ names, node }) => (classIn(node) === undefined ? [] : names));
}

/** The class a statement declares. */
function classIn(statement: SyntaxNode): SyntaxNode | undefined {
  const inner = declarationIn(statement);
  if (isClass(inner)) return inner;
  const value = inner.namedChildren.find(({ type }) => type === "variable_declarator")?.child("value");
  return value !== undefined && isClass(value) ? value : undefined;
}
