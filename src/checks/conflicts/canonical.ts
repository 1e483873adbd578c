import type { SyntaxNode } from "../../ports/syntax-trees.js";

/** What names stand for at a place: imported things and local names that hold a closed expression. */
export type Scope = ReadonlyMap<string, string>;

/** Literals in one spelling; undefined = not a literal. Numbers by value, strings by content, sets and mappings in sorted order. */
export function literal(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "integer":
    case "float":
    case "number":
      return numberText(node.text);
    case "string":
      return stringText(node);
    case "true":
    case "false":
      return node.text.toLowerCase();
    case "none":
    case "null":
    case "undefined":
      return node.type;
    case "unary_operator":
    case "unary_expression":
      return negated(node);
    case "parenthesized_expression":
      return onlyChild(node, literal);
    case "list":
    case "array":
      return sequence(node, "[]", literal);
    case "tuple":
      return sequence(node, "()", literal);
    case "set":
    case "dictionary":
    case "object":
      return unordered(node);
    default:
      return undefined;
  }
}

function numberText(text: string): string | undefined {
  const value = Number(text.replaceAll("_", ""));
  return Number.isFinite(value) ? String(value) : undefined;
}

function stringText(node: SyntaxNode): string | undefined {
  if (node.namedChildren.some((child) => child.type === "interpolation")) return undefined;
  const match = /^([A-Za-z]*)("""|'''|"|')([\s\S]*)\2$/.exec(node.text);
  if (match === null || /f/i.test(match[1] ?? "")) return undefined;
  return `${(match[1] ?? "").toLowerCase()}"${match[3] ?? ""}"`;
}

function negated(node: SyntaxNode): string | undefined {
  const inner = node.namedChildren.at(-1);
  const value = inner === undefined || !node.text.startsWith("-") ? undefined : literal(inner);
  return value === undefined || !/^[\d.]/.test(value) ? undefined : String(-Number(value));
}

type Reader = (node: SyntaxNode) => string | undefined;

function onlyChild(node: SyntaxNode, read: Reader): string | undefined {
  const [child, ...others] = node.namedChildren;
  return child === undefined || others.length > 0 ? undefined : read(child);
}

function sequence(node: SyntaxNode, brackets: string, read: Reader): string | undefined {
  const parts = node.namedChildren.filter((child) => child.type !== "comment").map(read);
  return parts.some((part) => part === undefined) ? undefined : `${brackets[0]}${parts.join(",")}${brackets[1]}`;
}

function unordered(node: SyntaxNode): string | undefined {
  const parts = node.namedChildren.map((child) => (child.type === "pair" ? pairText(child) : literal(child)));
  return parts.some((part) => part === undefined) ? undefined : `{${parts.sort().join(",")}}`;
}

function pairText(node: SyntaxNode): string | undefined {
  const key = node.child("key");
  const value = node.child("value");
  const keyText = key === undefined ? undefined : key.type === "property_identifier" ? `"${key.text}"` : literal(key);
  const valueText = value === undefined ? undefined : literal(value);
  return keyText === undefined || valueText === undefined ? undefined : `${keyText}:${valueText}`;
}

/**
 * An expression made of imported names, attributes, calls and literals only, in one spelling: its value cannot depend
 * on the test around it. Undefined = it may.
 */
export function closed(node: SyntaxNode, scope: Scope): string | undefined {
  const read: Reader = (child) => closed(child, scope);
  switch (node.type) {
    case "identifier":
      return scope.get(node.text);
    case "attribute":
    case "member_expression":
      return memberText(node, scope);
    case "call":
    case "call_expression":
    case "new_expression":
      return callText(node, scope);
    case "keyword_argument": {
      const value = node.child("value");
      const text = value === undefined ? undefined : read(value);
      return text === undefined ? undefined : `${node.child("name")?.text ?? ""}=${text}`;
    }
    case "await":
    case "await_expression":
    case "parenthesized_expression":
      return onlyChild(node, read);
    default:
      return literal(node);
  }
}

function memberText(node: SyntaxNode, scope: Scope): string | undefined {
  const object = node.child("object");
  const name = node.child("attribute") ?? node.child("property");
  const text = object === undefined ? undefined : closed(object, scope);
  return text === undefined || name === undefined ? undefined : `${text}.${name.text}`;
}

function callText(node: SyntaxNode, scope: Scope): string | undefined {
  const callee = node.child("function") ?? node.child("constructor");
  const args = node.child("arguments");
  const head = callee === undefined ? undefined : closed(callee, scope);
  const tail = args === undefined ? "()" : sequence(args, "()", (child) => closed(child, scope));
  return head === undefined || tail === undefined ? undefined : `${head}${tail}`;
}

/** Is it a call that is given at least one literal? A call without arguments may rightly give something else each time. */
export function isCallWithInput(node: SyntaxNode): boolean {
  if (node.type === "await" || node.type === "await_expression" || node.type === "parenthesized_expression") {
    const inner = node.namedChildren[0];
    return inner !== undefined && isCallWithInput(inner);
  }
  return (node.type === "call" || node.type === "call_expression") && (node.child("arguments")?.namedChildren.length ?? 0) > 0;
}
