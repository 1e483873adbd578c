import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { argumentsOf, isString, unwrapped } from "./literals.js";
import { ancestors, descendants } from "./walk.js";

/** How an expression looks at a function's input. */
export type SubjectKind = "whole" | "length" | "element" | "text";

/** Names that stand for the input inside a function: parameters, names bound from them, loop variables over them. */
export type InputNames = ReadonlyMap<string, SubjectKind>;

export function inputNames(node: SyntaxNode): InputNames {
  const names = new Map<string, SubjectKind>([["arguments", "whole"]]);
  const functions = [...ancestors(node)].filter((node) => node.isFunction).reverse();
  for (const owner of functions) {
    for (const name of parameterNames(owner)) names.set(name, "whole");
    for (const part of descendants(owner)) addBinding(part, names);
  }
  names.delete("self");
  names.delete("cls");
  return names;
}

export function parameterNames(owner: SyntaxNode): string[] {
  const list = owner.child("parameters") ?? owner.child("parameter");
  if (list === undefined) return [];
  if (list.type === "identifier") return [list.text];
  return list.namedChildren.flatMap(boundNames);
}

function boundNames(parameter: SyntaxNode): string[] {
  const bound =
    parameter.child("name") ??
    parameter.child("pattern") ??
    parameter.child("left") ??
    (parameter.type === "typed_parameter" ? parameter.namedChildren[0] : parameter) ??
    parameter;
  if (bound.type === "identifier") return [bound.text];
  return [...descendants(bound)].filter((node) => node.type === "identifier" || node.type === "shorthand_property_identifier_pattern").map((node) => node.text);
}

const declarations = new Set([
  "assignment",
  "variable_declarator",
  "assignment_expression",
  "for_statement",
  "for_in_statement",
  "for_in_clause",
  "named_expression",
]);

function addBinding(node: SyntaxNode, names: Map<string, SubjectKind>): void {
  if (!declarations.has(node.type)) return;
  const target = node.child("left") ?? node.child("name");
  const source = node.child("right") ?? node.child("value");
  if (target === undefined || source === undefined) return;
  const kind = subjectKind(source, names);
  if (kind === undefined) return;
  const bound = boundNames(target);
  const isPart = node.type.startsWith("for_") || bound.length > 1;
  for (const name of bound) if (!names.has(name)) names.set(name, isPart ? "element" : kind);
}

/** Undefined = the expression is no plain look at the input. Sums, remainders and other calculations are none: comparing those is how ordinary code decides. */
export function subjectKind(expression: SyntaxNode, names: InputNames): SubjectKind | undefined {
  const node = unwrapped(expression);
  if (node.type === "identifier") return names.get(node.text);
  if (node.type === "subscript" || node.type === "subscript_expression") return accessKind(node.child("value") ?? node.child("object"), names);
  if (node.type === "attribute" || node.type === "member_expression") return memberKind(node, names);
  if (node.type === "call" || node.type === "call_expression") return callKind(node, names);
  if (isString(node) || node.type === "template_string") return interpolationKind(node, names);
  if (bundles.has(node.type)) return bundleKind(node, names);
  return undefined;
}

const bundles = new Set(["tuple", "list", "array", "expression_list"]);

function accessKind(base: SyntaxNode | undefined, names: InputNames): SubjectKind | undefined {
  return base !== undefined && subjectKind(base, names) !== undefined ? "element" : undefined;
}

function memberKind(node: SyntaxNode, names: InputNames): SubjectKind | undefined {
  const property = (node.child("attribute") ?? node.child("property"))?.text ?? "";
  const access = accessKind(node.child("object"), names);
  return access !== undefined && /^(length|size|byteLength)$/.test(property) ? "length" : access;
}

const textMakers = /^(str|repr|String|JSON\.stringify|json\.dumps|toString|join|hash|ascii|format|inspect)$/;
const copies =
  /^(tuple|list|sorted|set|frozenset|dict|int|float|bool|abs|Number|parseInt|parseFloat|BigInt|Array\.from|structuredClone|Object\.keys|Object\.values|Object\.entries|Set)$/;
const cleaners =
  /^(strip|lstrip|rstrip|lower|upper|casefold|trim|trimStart|trimEnd|toLowerCase|toUpperCase|normalize|slice|sort|toSorted|copy|valueOf|concat|flat|split)$/;
const readers = /^(at|get|pop|shift|charAt|charCodeAt|codePointAt|item)$/;

function callKind(node: SyntaxNode, names: InputNames): SubjectKind | undefined {
  const callee = node.child("function");
  const first = argumentsOf(node)[0];
  const name = callee?.text.replace(/\s+/g, "") ?? "";
  const argument = first === undefined ? undefined : subjectKind(first, names);
  if (argument !== undefined && name === "len") return "length";
  if (argument !== undefined && copies.test(name)) return argument === "length" ? undefined : argument;
  if (argument !== undefined && textMakers.test(name)) return "text";
  const method = (callee?.child("attribute") ?? callee?.child("property"))?.text ?? "";
  if (method === "join" && argument !== undefined) return "text";
  const base = callee?.child("object");
  const kind = base === undefined ? undefined : subjectKind(base, names);
  if (kind === undefined) return undefined;
  if (textMakers.test(method)) return "text";
  if (readers.test(method)) return "element";
  return cleaners.test(method) ? kind : undefined;
}

/** A string that does nothing but print the input. */
function interpolationKind(node: SyntaxNode, names: InputNames): SubjectKind | undefined {
  const holes = node.namedChildren.filter((part) => part.type === "interpolation" || part.type === "template_substitution");
  const reads = holes.some((hole) => hole.namedChildren.some((part) => subjectKind(part, names) !== undefined));
  return reads ? "text" : undefined;
}

function bundleKind(node: SyntaxNode, names: InputNames): SubjectKind | undefined {
  const items = node.namedChildren;
  const reads =
    items.length > 0 && items.every((item) => subjectKind(item.type === "spread_element" ? (item.namedChildren[0] ?? item) : item, names) !== undefined);
  return reads ? "whole" : undefined;
}
