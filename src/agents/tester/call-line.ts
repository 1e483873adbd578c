import type { AdversarialCase } from "../../domain/adversarial-case.js";
import type { SyntaxNode, SyntaxTrees } from "../../ports/syntax-trees.js";
import { unsafeBecause } from "./safe-expression.js";
import type { TesterTarget } from "./target.js";

export type ReadLine = { readonly kind: "case"; readonly case: AdversarialCase } | { readonly kind: "refused"; readonly reason: string };

export interface LineReader {
  readonly trees: SyntaxTrees;
  readonly target: TesterTarget;
  /** Small models make up conditions that no right answer has to meet. */
  readonly conditions: "read" | "ignored";
}

const longestCall = 400;
const longestTitle = 80;

/**
 * One line a model wrote, e.g. `half(0)  # result >= 0`: the outermost call of the target in it, and what the comment says as its invariant
 * or title. An expected value around the call (`assert half(0) == 0`) is left out: values that a model made up are no evidence.
 * The grammar must be loaded.
 */
export function readCallLine(line: string, reader: LineReader): ReadLine {
  const { trees, target } = reader;
  const root = trees.parse(target.language, line).root;
  if (root.hasError) return refused("it does not parse");
  const call = [...root.namedNodes()].find((node) => isTargetCall(node, target));
  if (call === undefined) return refused("it does not call the function");
  const text = oneLine(call.text);
  if (text.length > longestCall) return refused("the call is too long");
  const reason = unsafeBecause(call, { language: target.language, names: namesFor(target) });
  if (reason !== undefined) return refused(`the call ${reason}`);
  return { kind: "case", case: { call: text, ...said(commentOf(root), text, reader) } };
}

function refused(reason: string): ReadLine {
  return { kind: "refused", reason };
}

function namesFor(target: TesterTarget): ReadonlySet<string> {
  return new Set([...target.names, ...target.callees.map((callee) => callee.split(".")[0] ?? callee)]);
}

/** `half(1)`, `calc.half(1)`, or a method on a freshly made object: `Stack([1]).pop()`, `new Stack().pop()`. */
function isTargetCall(node: SyntaxNode, target: TesterTarget): boolean {
  if (node.type !== "call" && node.type !== "call_expression") return false;
  const callee = node.child("function");
  if (callee === undefined) return false;
  if (target.callees.includes(callee.text.replace(/\s+/g, ""))) return true;
  const method = callee.child("attribute")?.text ?? callee.child("property")?.text;
  const made = callee.child("object");
  const methods = target.callees.flatMap((known) => (known.includes(".") ? [known.slice(known.lastIndexOf(".") + 1)] : []));
  return method !== undefined && methods.includes(method) && /^(?:call|new_expression|parenthesized_expression)$/.test(made?.type ?? "");
}

function commentOf(root: SyntaxNode): string {
  const comment = [...root.namedNodes()].find((node) => node.type === "comment")?.text ?? "";
  return comment.replace(/^(?:#+|\/\/+|\/\*+)|\*\/$/g, "").trim();
}

/** A comment that is an expression over `result` is an invariant; any other words are the title. */
function said(comment: string, call: string, reader: LineReader): Pick<AdversarialCase, "title" | "invariant"> {
  const expression = comment.replace(/^(?:invariant|property|assert|expect)\s*:?\s+/i, "").replace(/;$/, "");
  const shown = call.length > longestTitle ? `${call.slice(0, longestTitle - 3)}...` : call;
  if (!/\bresult\b/.test(expression)) return { title: comment === "" ? shown : oneLine(comment).slice(0, longestTitle) };
  return reader.conditions === "read" && isInvariant(expression, reader) ? { title: shown, invariant: oneLine(expression) } : { title: shown };
}

function isInvariant(text: string, { trees, target }: LineReader): boolean {
  const root = trees.parse(target.language, text).root;
  const [statement, ...others] = root.namedChildren;
  const expression = statement?.namedChildren[0];
  if (root.hasError || others.length > 0 || statement?.type !== "expression_statement" || expression === undefined) return false;
  if (unsafeBecause(expression, { language: target.language, names: new Set(["result"]) }) !== undefined) return false;
  return !pinsValue(expression);
}

/** `result == 3`: an expected value, not a property of every right answer. One side of an `or` may name a value. */
function pinsValue(node: SyntaxNode): boolean {
  const operators = node.children.filter((child) => !child.isNamed).map(({ text }) => text);
  if (node.type === "parenthesized_expression" || operators.includes("and") || operators.includes("&&")) return node.namedChildren.some(pinsValue);
  if (node.type !== "comparison_operator" && node.type !== "binary_expression") return false;
  const [left, right] = node.namedChildren;
  const operator = node.children.find((child) => !child.isNamed)?.text ?? "";
  if (left === undefined || right === undefined || !/^(?:==|===|is)$/.test(operator)) return false;
  const [value] = left.text === "result" ? [right] : right.text === "result" ? [left] : [];
  return value !== undefined && !/\bresult\b/.test(value.text);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim();
}
