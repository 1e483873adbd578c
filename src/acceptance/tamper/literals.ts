import type { SyntaxNode } from "../../ports/syntax-trees.js";

/** What a literal stands for, spelled one way for all languages and quotings; undefined = no literal. */
export function literalValue(node: SyntaxNode): string | undefined {
  const inner = unwrapped(node);
  if (isNumber(inner)) return numberText(inner.text);
  if (inner.type === "string") return inner.children.some((part) => part.type === "interpolation") ? undefined : JSON.stringify(stringContent(inner));
  if (inner.type === "template_string")
    return inner.namedChildren.some((part) => part.type === "template_substitution") ? undefined : JSON.stringify(stringContent(inner));
  if (inner.type === "concatenated_string") return concatenated(inner);
  if (words.has(inner.type)) return words.get(inner.type);
  if (isUnary(inner)) return signed(inner);
  if (inner.type === "binary_operator" || inner.type === "binary_expression") return calculated(inner);
  return undefined;
}

const arithmetic: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "//": (left, right) => Math.floor(left / right),
  "**": (left, right) => left ** right,
  "<<": (left, right) => left * 2 ** right,
  "^": (left, right) => left ^ right,
};

/** Arithmetic on literals is the literal it comes to. */
function calculated(node: SyntaxNode): string | undefined {
  const [left, right] = [node.child("left"), node.child("right")].map((side) => (side === undefined ? undefined : literalValue(side)));
  const operator = node.child("operator")?.text ?? "";
  if (left === undefined || right === undefined) return undefined;
  if (operator === "+" && left.startsWith('"') && right.startsWith('"')) return JSON.stringify(`${JSON.parse(left)}${JSON.parse(right)}`);
  const result = arithmetic[operator]?.(Number(left), Number(right));
  return result === undefined || Number.isNaN(result) ? undefined : String(result);
}

const words = new Map([
  ["true", "true"],
  ["false", "false"],
  ["none", "null"],
  ["null", "null"],
  ["undefined", "null"],
]);

function isNumber(node: SyntaxNode): boolean {
  return node.isNamed && (node.type === "integer" || node.type === "float" || node.type === "number");
}

function numberText(text: string): string {
  const value = Number(text.replace(/_/g, "").replace(/n$/, ""));
  return Number.isNaN(value) ? text : String(value);
}

function isUnary(node: SyntaxNode): boolean {
  return node.type === "unary_operator" || node.type === "unary_expression";
}

function signed(node: SyntaxNode): string | undefined {
  const operand = node.child("argument");
  const value = operand === undefined ? undefined : literalValue(operand);
  const sign = node.child("operator")?.text;
  if (value === undefined || (sign !== "-" && sign !== "+") || Number.isNaN(Number(value))) return undefined;
  return sign === "-" ? String(-Number(value)) : value;
}

function concatenated(node: SyntaxNode): string | undefined {
  const parts = node.namedChildren.map(literalValue);
  if (parts.some((part) => part === undefined)) return undefined;
  return JSON.stringify(parts.map((part) => JSON.parse(part ?? '""') as string).join(""));
}

/** The characters between the quotes, with the common escapes resolved. */
export function stringContent(node: SyntaxNode): string {
  const match = /^([a-zA-Z]*)("""|'''|"|'|`)([\s\S]*)\2$/.exec(node.text);
  if (match === null) return node.text;
  const [, prefix = "", , body = ""] = match;
  if (/r/i.test(prefix)) return body;
  return body.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}|.)/gs, (_, code: string) => escaped(code));
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", "\n": "" };

function escaped(code: string): string {
  if (/^[xu]./.test(code)) return String.fromCodePoint(Number.parseInt(code.replace(/[xu{}]/g, ""), 16));
  return escapes[code] ?? code;
}

const collectionTypes = new Set(["list", "tuple", "set", "array", "dictionary", "object", "expression_list"]);

export function isCollection(node: SyntaxNode): boolean {
  return collectionTypes.has(unwrapped(node).type);
}

export function isString(node: SyntaxNode): boolean {
  const inner = unwrapped(node);
  return inner.isNamed && (inner.type === "string" || inner.type === "template_string" || inner.type === "concatenated_string");
}

/** Entries of a literal collection: elements, or the values and keys of a mapping. */
export function collectionItems(node: SyntaxNode): readonly SyntaxNode[] {
  const inner = unwrapped(node);
  return inner.namedChildren.flatMap((item) =>
    item.type === "pair" ? [item.child("key"), item.child("value")].filter((part) => part !== undefined) : item.type === "comment" ? [] : [item],
  );
}

/** True for expressions without any name in them: literals, collections of them, arithmetic on them. */
export function isConstant(node: SyntaxNode): boolean {
  const inner = unwrapped(node);
  if (literalValue(inner) !== undefined) return true;
  if (isCollection(inner)) return collectionItems(inner).every((item) => item.type === "property_identifier" || isConstant(item));
  if (
    inner.type === "binary_operator" ||
    inner.type === "binary_expression" ||
    isUnary(inner) ||
    inner.type === "not_operator" ||
    inner.type === "boolean_operator"
  ) {
    return inner.namedChildren.every(isConstant);
  }
  if (isFrozen(inner)) return argumentsOf(inner).every(isConstant);
  return false;
}

const makers =
  /^(new)?(Set|Map|Object\.freeze|structuredClone|Number|String|BigInt|Boolean|Array\.of|Array|list|tuple|set|frozenset|dict|int|float|str|bool|Decimal|range)\(/;

function isFrozen(node: SyntaxNode): boolean {
  return (node.type === "call" || node.type === "call_expression" || node.type === "new_expression") && makers.test(node.text.replace(/\s+/g, ""));
}

export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  return call.child("arguments")?.namedChildren.filter((argument) => argument.type !== "comment") ?? [];
}

const wrappers = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "type_assertion",
  "await_expression",
  "await",
]);

/** Without parentheses and type assertions around it. */
export function unwrapped(node: SyntaxNode): SyntaxNode {
  let inner = node;
  for (let next: SyntaxNode | undefined = inner; next !== undefined && wrappers.has(inner.type); ) {
    next = inner.type === "type_assertion" ? inner.namedChildren.at(-1) : inner.namedChildren[0];
    if (next !== undefined) inner = next;
  }
  return inner;
}
