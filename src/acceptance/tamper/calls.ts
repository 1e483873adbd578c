import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { isString, stringContent, unwrapped } from "./literals.js";
import { compact } from "./walk.js";

/**
 * A member path spelled with dots, whatever way it is written: `process["exit"]`, `process?.exit`, `getattr(os, "_exit")`,
 * `__import__("os")._exit`, `require("process").exit`. Undefined for anything else.
 */
export function dottedName(expression: SyntaxNode): string | undefined {
  const node = unwrapped(expression);
  if (node.type === "identifier" || node.type === "this" || node.type === "property_identifier") return node.text;
  if (node.type === "attribute") return joined(node.child("object"), node.child("attribute")?.text);
  if (node.type === "member_expression") return joined(node.child("object"), node.child("property")?.text);
  if (node.type === "subscript_expression") return joined(node.child("object"), textOf(node.child("index")));
  if (node.type === "call" || node.type === "call_expression") return calledName(node);
  return undefined;
}

function joined(object: SyntaxNode | undefined, property: string | undefined): string | undefined {
  const base = object === undefined ? undefined : dottedName(object);
  if (base === undefined || property === undefined) return undefined;
  return /^(globalThis|global|window|self)$/.test(base) && property !== "environ" ? (base === "self" ? `self.${property}` : property) : `${base}.${property}`;
}

function textOf(node: SyntaxNode | undefined): string | undefined {
  return node !== undefined && isString(node) ? stringContent(unwrapped(node)) : undefined;
}

function calledName(node: SyntaxNode): string | undefined {
  const callee = node.child("function");
  const [first, second] = node.child("arguments")?.namedChildren ?? [];
  if (callee === undefined || first === undefined) return undefined;
  const name = compact(callee);
  if (name === "getattr" || name === "Reflect.get") return joined(first, textOf(second));
  if (name === "__import__" || name === "importlib.import_module" || name === "import_module" || name === "require")
    return textOf(first)?.replace(/^node:/, "");
  return undefined;
}
