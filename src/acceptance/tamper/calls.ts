import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { literalValue, unwrapped } from "./literals.js";
import { compact } from "./walk.js";

/**
 * A member path spelled with dots, whatever way it is written: `process["exit"]`, `process?.exit`, `getattr(os, "_e" + "xit")`,
 * `os.__dict__["_exit"]`, `__import__("os")._exit`, `require("process").exit`, `(0, process.exit)`. Undefined for anything else.
 */
export function dottedName(expression: SyntaxNode): string | undefined {
  const node = unwrapped(expression);
  if (node.type === "identifier" || node.type === "this" || node.type === "property_identifier") return node.text;
  if (node.type === "attribute") return joined(node.child("object"), node.child("attribute")?.text);
  if (node.type === "member_expression") return joined(node.child("object"), node.child("property")?.text);
  if (node.type === "subscript_expression") return joined(node.child("object"), textOf(node.child("index")));
  if (node.type === "subscript") return ofDictionary(node);
  if (node.type === "sequence_expression") return dottedName(node.namedChildren.at(-1) ?? node.children[0] ?? node);
  if (node.type === "call" || node.type === "call_expression") return calledName(node);
  return undefined;
}

function joined(object: SyntaxNode | undefined, property: string | undefined): string | undefined {
  const base = object === undefined ? undefined : dottedName(object);
  if (base === undefined || property === undefined) return undefined;
  if (base === "__builtins__") return `builtins.${property}`;
  return /^(globalThis|global|window|self)$/.test(base) && property !== "environ" ? (base === "self" ? `self.${property}` : property) : `${base}.${property}`;
}

function textOf(node: SyntaxNode | undefined): string | undefined {
  const value = node === undefined ? undefined : literalValue(node);
  return value?.startsWith('"') === true ? (JSON.parse(value) as string) : undefined;
}

/** Python keeps the members of a module in a dictionary: `vars(os)["system"]`, `os.__dict__["system"]`, `__builtins__["eval"]`. */
function ofDictionary(node: SyntaxNode): string | undefined {
  const owner = node.child("value");
  if (owner === undefined) return undefined;
  const name = /^vars\((\w+)\)$|^(\w+)\.__dict__$|^(__builtins__)$/
    .exec(compact(owner))
    ?.slice(1)
    .find((found) => found !== undefined);
  const member = textOf(node.child("subscript"));
  if (name === undefined || member === undefined) return undefined;
  return `${name === "__builtins__" ? "builtins" : name}.${member}`;
}

const takesModule = /^(?:__import__|(?:importlib\.)?import_module|(?:(?:process\.mainModule|module)\.)?require|import|process\.getBuiltinModule)$/;

function calledName(node: SyntaxNode): string | undefined {
  const callee = node.child("function");
  const [first, second] = node.child("arguments")?.namedChildren ?? [];
  if (callee === undefined || first === undefined) return undefined;
  const name = compact(callee);
  if (name === "getattr" || name === "Reflect.get") return joined(first, textOf(second));
  if (takesModule.test(name)) return textOf(first)?.replace(/^node:/, "");
  return undefined;
}
