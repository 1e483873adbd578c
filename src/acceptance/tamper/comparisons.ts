import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { argumentsOf, collectionItems, isCollection, isConstant, literalValue, unwrapped } from "./literals.js";
import { type InputNames, type SubjectKind, subjectKind } from "./subjects.js";
import { compact } from "./walk.js";

/** A test of the input against one literal. */
export interface Comparison {
  readonly subject: string;
  readonly kind: SubjectKind;
  readonly literal: SyntaxNode;
  /** True when the condition holds for other inputs, as with `!=` and `not in`. */
  readonly negated: boolean;
}

/** Every equality with a literal that a condition is made of. */
export function comparisonsIn(condition: SyntaxNode, names: InputNames): Comparison[] {
  const node = unwrapped(condition);
  switch (node.type) {
    case "boolean_operator":
      return node.namedChildren.flatMap((part) => comparisonsIn(part, names));
    case "not_operator":
    case "unary_expression":
      return node.namedChildren.flatMap((part) => comparisonsIn(part, names)).map((found) => ({ ...found, negated: !found.negated }));
    case "comparison_operator":
      return pythonComparisons(node, names);
    case "binary_expression":
      return scriptComparisons(node, names);
    case "binary_operator":
      return difference(node, { names, negated: true });
    case "call":
    case "call_expression":
      return callComparisons(node, names);
    default:
      return [];
  }
}

function pythonComparisons(node: SyntaxNode, names: InputNames): Comparison[] {
  const [left, right] = node.namedChildren;
  if (left === undefined || right === undefined) return [];
  const operator = node.text
    .slice(left.end - node.start, right.start - node.start)
    .trim()
    .replace(/\s+/g, " ");
  if (operator === "==" || operator === "is") return equality(left, right, { names, negated: false });
  if (operator === "!=" || operator === "is not") return equality(left, right, { names, negated: true });
  if (operator === "in" || operator === "not in") return membership(left, right, { names, negated: operator === "not in" });
  return [];
}

function scriptComparisons(node: SyntaxNode, names: InputNames): Comparison[] {
  const left = node.child("left");
  const right = node.child("right");
  const operator = node.child("operator")?.text;
  if (left === undefined || right === undefined) return [];
  if (operator === "&&" || operator === "||" || operator === "??") return [...comparisonsIn(left, names), ...comparisonsIn(right, names)];
  if (operator === "==" || operator === "===") return equality(left, right, { names, negated: false });
  if (operator === "!=" || operator === "!==") return equality(left, right, { names, negated: true });
  if (operator === "-" || operator === "^") return difference(node, { names, negated: true });
  const asked = comparisonsIn(left, names);
  return asked.length > 0 && /^(>=|>)$/.test(operator ?? "") ? asked : [];
}

interface Context {
  readonly names: InputNames;
  readonly negated: boolean;
}

function equality(left: SyntaxNode, right: SyntaxNode, context: Context): Comparison[] {
  const straight = against(left, right, context);
  if (straight.length > 0) return straight;
  const turned = against(right, left, context);
  if (turned.length > 0) return turned;
  const [zero, other] = literalValue(right) === "0" ? [right, left] : [left, right];
  return literalValue(zero) === "0" ? difference(unwrapped(other), context) : [];
}

/** `x - 7` and `x ^ 7` are zero for one input only; `negated` = the condition is read as "not zero". */
function difference(node: SyntaxNode, context: Context): Comparison[] {
  const [left, right] = [node.child("left"), node.child("right")];
  if (left === undefined || right === undefined || !/^[-^]$/.test(node.child("operator")?.text ?? "")) return [];
  const straight = against(left, right, context);
  return straight.length > 0 ? straight : against(right, left, context);
}

function against(subject: SyntaxNode, literal: SyntaxNode, context: Context): Comparison[] {
  const kind = subjectKind(subject, context.names);
  if (kind === undefined || !isConstant(literal)) return [];
  return [{ subject: compact(unwrapped(subject)), kind, literal: unwrapped(literal), negated: context.negated }];
}

function membership(subject: SyntaxNode, set: SyntaxNode, context: Context): Comparison[] {
  const kind = subjectKind(subject, context.names);
  const collection = collectionOf(set);
  if (kind === undefined || collection === undefined) return [];
  return collectionItems(collection)
    .filter(isConstant)
    .map((literal) => ({ subject: compact(unwrapped(subject)), kind, literal: unwrapped(literal), negated: context.negated }));
}

function collectionOf(expression: SyntaxNode): SyntaxNode | undefined {
  const node = unwrapped(expression);
  if (isCollection(node)) return node;
  return node.type === "call" || node.type === "new_expression" ? argumentsOf(node).find(isCollection) : undefined;
}

const equals = /^(Object\.is|isDeepStrictEqual|util\.isDeepStrictEqual|isEqual|_\.isEqual|eq|operator\.eq|deepEqual)$/;
const equalMethods = /^(equals|__eq__|localeCompare|startsWith|endsWith|startswith|endswith)$/;

function callComparisons(node: SyntaxNode, names: InputNames): Comparison[] {
  const callee = node.child("function");
  const [first, second] = argumentsOf(node);
  if (callee === undefined || first === undefined) return [];
  const context = { names, negated: false };
  if (second !== undefined && equals.test(compact(callee))) return equality(first, second, context);
  if (second !== undefined && /^re\.(match|fullmatch|search)$/.test(compact(callee))) return equality(second, first, context);
  const method = (callee.child("attribute") ?? callee.child("property"))?.text ?? "";
  const base = callee.child("object");
  if (base === undefined) return [];
  if (method === "test" && unwrapped(base).type === "regex") return patternTest(unwrapped(base), first, context);
  if (equalMethods.test(method)) return equality(base, first, context);
  if (!/^(includes|has|indexOf|__contains__)$/.test(method)) return [];
  const member = membership(first, base, context);
  return member.length > 0 || method === "has"
    ? member
    : against(base, first, context).filter((found) => found.kind === "whole" && found.literal.type === "string");
}

function patternTest(pattern: SyntaxNode, subject: SyntaxNode, context: Context): Comparison[] {
  const kind = subjectKind(subject, context.names);
  return kind === undefined ? [] : [{ subject: compact(unwrapped(subject)), kind, literal: pattern, negated: context.negated }];
}
