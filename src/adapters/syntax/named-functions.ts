import type { NamedFunction, SyntaxNode } from "../../ports/syntax-trees.js";

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

/** Nameless functions belong to what they stand in. */
export function namedFunctions(root: SyntaxNode): NamedFunction[] {
  const found: NamedFunction[] = [];
  for (const node of root.namedNodes()) {
    const own = node.isFunction ? ownName(node) : undefined;
    if (own === undefined) continue;
    const owner = ownersOf(node).join(".");
    found.push({ name: owner === "" ? own : `${owner}.${own}`, own, owner, node, isNested: isInsideFunction(node) ? "yes" : "no" });
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
    const name = ownerTypes.has(at.type) ? (at.child("name") ?? at.child("type"))?.text : at.isFunction ? ownName(at) : undefined;
    if (name !== undefined) names.unshift(name.replace(/<.*$/s, ""));
  }
  return names;
}

/** Go: the type a method belongs to stands in its head. */
function receiverType(node: SyntaxNode): string | undefined {
  const receiver = node.type === "method_declaration" ? node.child("receiver") : undefined;
  return receiver === undefined ? undefined : /\*?\s*([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*\)$/.exec(receiver.text)?.[1];
}

function isInsideFunction(node: SyntaxNode): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) if (at.isFunction) return true;
  return false;
}
