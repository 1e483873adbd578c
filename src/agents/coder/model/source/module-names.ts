import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import { bindingsIn, declarationIn, topLevelNames } from "./bindings.js";

/** A file that hands on what others hold: the name would belong there. */
export function passesOn({ language, root, text }: SyntaxTree): boolean {
  if (language === "python") return /\bglobals\(\)\s*\[|\bsys\.modules\[/.test(text) || [...root.namedNodes()].some(({ type }) => type === "wildcard_import");
  return root.namedChildren.some((node) => {
    if (node.type === "export_statement") return /^export\s*(?:\*|=)/.test(node.text);
    return (
      /^(?:module\.)?exports\s*(?:=\s*require\s*\(|\[)|\.\.\.\s*require\s*\(|Object\.assign\(\s*(?:module\.)?exports\b/.test(node.text) ||
      /\b(?:module\.)?exports\[/.test(node.text)
    );
  });
}

/** In scripts a name may leave its file in many ways: what is written anywhere is taken to be there. */
export function isFree(name: string, tree: SyntaxTree): boolean {
  if (tree.language !== "python") return !saysAnywhere(name, tree);
  const known = topLevelNames(tree);
  return !known.has(name) && !known.has("__getattr__") && !bindsAnywhere(name, tree);
}

/** Python: bound in a place that is no plain statement of the file, such as a loop, a `with` or a `match`. */
function bindsAnywhere(name: string, { root }: SyntaxTree): boolean {
  const isInFunction = (node: SyntaxNode): boolean => {
    for (let at = node.fieldName === "name" ? node.parent?.parent : node.parent; at !== undefined; at = at.parent)
      if (at.isFunction || at.type === "class_definition") return true;
    return false;
  };
  return [...root.namedNodes()].some(
    (node) =>
      node.type === "identifier" && node.text === name && node.fieldName !== "attribute" && (!isInFunction(node) || node.parent?.type === "global_statement"),
  );
}

export function saysAnywhere(name: string, { root }: SyntaxTree): boolean {
  return [...root.namedNodes()].some(
    (node) => node.namedChildren.length === 0 && (/identifier/.test(node.type) || node.type === "string_fragment") && node.text === name,
  );
}

/** Whether there is one object that further names can be put into. */
export function givesObject({ root }: SyntaxTree): boolean {
  return root.namedChildren.some((node) => {
    const value = node.type === "export_statement" ? node.child("value") : undefined;
    return value?.type === "object" || /^(?:module\.)?exports\b/.test(node.text);
  });
}

/** The class of a file that has this name; `only` = whatever its name is, the one class the file has. */
export function classIn({ root }: SyntaxTree, name: string | undefined, otherwise: "only" | "none"): string | undefined {
  const classes = bindingsIn(root).filter(({ node }) => isClassLike(node));
  const named = classes.find(({ names }) => name !== undefined && names.includes(name));
  const only = otherwise === "only" && classes.length === 1 ? classes[0] : undefined;
  return (named ?? only)?.names[0];
}

function isClassLike(node: SyntaxNode): boolean {
  const inner = declarationIn(node);
  if (/^(?:abstract_)?class/.test(inner.type)) return true;
  return inner.namedChildren.some((one) => one.type === "variable_declarator" && one.child("value")?.type === "class") || isConstructor(inner);
}

/** `function Queue() {}` with a prototype. */
function isConstructor(node: SyntaxNode): boolean {
  return node.type === "function_declaration" && /^[A-Z]/.test(node.child("name")?.text ?? "");
}
