import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { type Comparison, comparisonsIn } from "./comparisons.js";
import { argumentsOf, collectionItems, isCollection, isConstant, unwrapped } from "./literals.js";
import { type ConstantOutcome, constantOutcomes, isConstantHere } from "./outcomes.js";
import { type InputNames, inputNames, subjectKind } from "./subjects.js";
import { compact, descendants, enclosingFunction, functionName } from "./walk.js";

/** Input compared with a literal, constant out. */
export interface SpecialBranch {
  readonly function: string;
  readonly comparison: Comparison;
  readonly constant: ConstantOutcome;
  readonly row: number;
  /** The function it stands in. */
  readonly owner: SyntaxNode;
  /** A mapping looked up instead of a branch. */
  readonly isTable: boolean;
}

const branchTypes = new Set([
  "if_statement",
  "elif_clause",
  "conditional_expression",
  "ternary_expression",
  "match_statement",
  "switch_statement",
  "boolean_operator",
  "binary_expression",
  "binary_operator",
  "subscript",
  "subscript_expression",
  "call",
  "call_expression",
]);

const lookups = new Set(["subscript", "subscript_expression", "call", "call_expression"]);

/** Every branch of a file that has this form, whatever its literals are. */
export function specialBranches(root: SyntaxNode): SpecialBranch[] {
  const found: SpecialBranch[] = [];
  const known = new Map<SyntaxNode, InputNames>();
  for (const node of descendants(root)) {
    if (!branchTypes.has(node.type)) continue;
    const owner = enclosingFunction(node);
    if (owner === undefined) continue;
    const names = known.get(owner) ?? inputNames(node);
    known.set(owner, names);
    for (const pair of pairsOf(node, names)) found.push({ ...pair, function: functionName(owner), owner, row: node.startRow, isTable: lookups.has(node.type) });
  }
  return found;
}

type Pair = Pick<SpecialBranch, "comparison" | "constant">;

function pairsOf(node: SyntaxNode, names: InputNames): Pair[] {
  switch (node.type) {
    case "if_statement":
    case "elif_clause":
      return conditionalPairs(node, names);
    case "conditional_expression":
      return expressionPairs({ condition: node.namedChildren[1], yes: node.namedChildren[0], no: node.namedChildren[2] }, names);
    case "ternary_expression":
      return expressionPairs({ condition: node.child("condition"), yes: node.child("consequence"), no: node.child("alternative") }, names);
    case "boolean_operator":
    case "binary_expression":
      return [...shortCircuitPairs(node, names), ...productPairs(node, names)];
    case "binary_operator":
      return productPairs(node, names);
    case "match_statement":
    case "switch_statement":
      return casePairs(node, names);
    default:
      return [...tablePairs(node, names), ...selectionPairs(node, names)];
  }
}

/** A choice written as a look-up by a truth value: `[f(x), 42][x == 7]`, `{True: 42, False: f(x)}[x == 7]`. */
function selectionPairs(node: SyntaxNode, names: InputNames): Pair[] {
  const base = node.child("object") ?? node.child("value");
  const index = node.child("index") ?? node.child("subscript");
  if (base === undefined || index === undefined || !isCollection(base)) return [];
  const constants = collectionItems(base).flatMap(valueOutcome);
  return combine(comparisonsIn(asTruth(index), names), constants, constants);
}

/** Without what turns a truth value into a number: `int(x == 7)`, `+(x === 7)`, `Number(x === 7)`. */
function asTruth(index: SyntaxNode): SyntaxNode {
  const inner = unwrapped(index);
  if (inner.type === "unary_expression" || inner.type === "unary_operator") return inner.child("argument") ?? inner;
  const isConversion = /^(int|bool|Number|Boolean)$/.test(inner.child("function")?.text ?? "");
  return isConversion ? (argumentsOf(inner)[0] ?? inner) : inner;
}

function conditionalPairs(node: SyntaxNode, names: InputNames): Pair[] {
  const condition = node.child("condition");
  const yes = node.child("consequence");
  if (condition === undefined || yes === undefined) return [];
  const no = node.child("alternative") ?? followingStatement(node);
  return combine(comparisonsIn(condition, names), constantOutcomes(yes, names), no === undefined ? [] : constantOutcomes(no, names));
}

/** What runs when the condition does not hold and the branch left the function. */
function followingStatement(node: SyntaxNode): SyntaxNode | undefined {
  const siblings = node.parent?.namedChildren ?? [];
  const next = siblings[siblings.findIndex((sibling) => sibling.start === node.start) + 1];
  return next?.type === "return_statement" && next.startRow <= node.startRow + 12 ? next : undefined;
}

interface Choice {
  readonly condition: SyntaxNode | undefined;
  readonly yes: SyntaxNode | undefined;
  readonly no: SyntaxNode | undefined;
}

function expressionPairs(choice: Choice, names: InputNames): Pair[] {
  if (choice.condition === undefined) return [];
  return combine(comparisonsIn(choice.condition, names), valueOutcome(choice.yes), valueOutcome(choice.no));
}

function valueOutcome(value: SyntaxNode | undefined): ConstantOutcome[] {
  return value !== undefined && isConstantHere(value) ? [{ node: unwrapped(value), text: compact(unwrapped(value)) }] : [];
}

function combine(comparisons: readonly Comparison[], yes: readonly ConstantOutcome[], no: readonly ConstantOutcome[]): Pair[] {
  return comparisons.flatMap((comparison) => {
    const constant = (comparison.negated ? no : yes)[0];
    return constant === undefined ? [] : [{ comparison, constant }];
  });
}

/** `x == 7 and 42 or f(x)`, `x === 7 && 42`. A truth value is left out: that is a predicate, not a branch. */
function shortCircuitPairs(node: SyntaxNode, names: InputNames): Pair[] {
  const operator = node.child("operator")?.text;
  const left = node.child("left");
  const right = node.child("right");
  if (left === undefined || right === undefined || (operator !== "and" && operator !== "&&")) return [];
  const outcome = valueOutcome(right).filter(({ node: value }) => value.type !== "true" && value.type !== "false");
  return combine(comparisonsIn(left, names), outcome, []);
}

/** A constant that is added for one input only: `x + 21 * (x == 21)`. */
function productPairs(node: SyntaxNode, names: InputNames): Pair[] {
  const [left, right] = [node.child("left"), node.child("right")];
  if (left === undefined || right === undefined || node.child("operator")?.text !== "*") return [];
  return [
    ...combine(comparisonsIn(asTruth(left), names), valueOutcome(right), []),
    ...combine(comparisonsIn(asTruth(right), names), valueOutcome(left), []),
  ].filter(({ comparison }) => !isDifference(comparison, [left, right]));
}

/** `(x - 7) * 2` is a calculation. */
function isDifference({ literal }: Comparison, sides: readonly SyntaxNode[]): boolean {
  return sides.some((side) => /^[-^]$/.test(asTruth(side).child("operator")?.text ?? "") && literal.start >= side.start && literal.end <= side.end);
}

function casePairs(node: SyntaxNode, names: InputNames): Pair[] {
  const subject = node.child("subject") ?? node.child("value");
  const kind = subject === undefined ? undefined : subjectKind(subject, names);
  if (subject === undefined) return [];
  const clauses = [...descendants(node)].filter((part) => part.type === "case_clause" || part.type === "switch_case");
  return clauses.flatMap((clause) => {
    const constant = constantOutcomes(firstBodyFrom(clause), names)[0] ?? constantOutcomes(clause, names)[0];
    if (constant === undefined) return [];
    const guarded = clauseConditions(clause, names);
    const literals =
      kind === undefined ? [] : clauseLiterals(clause).map((literal): Comparison => ({ subject: compact(unwrapped(subject)), kind, literal, negated: false }));
    return [...literals, ...guarded].map((comparison) => ({ comparison, constant }));
  });
}

/** A case without a body falls through to the next one that has one. */
function firstBodyFrom(clause: SyntaxNode): SyntaxNode {
  const siblings = clause.parent?.namedChildren ?? [clause];
  const from = siblings.findIndex((sibling) => sibling.start === clause.start);
  return siblings.slice(from).find((sibling) => sibling.namedChildren.length > 1) ?? clause;
}

function clauseLiterals(clause: SyntaxNode): SyntaxNode[] {
  if (clause.type === "switch_case") {
    const value = clause.child("value");
    return value !== undefined && isConstant(value) ? [unwrapped(value)] : [];
  }
  return clause.namedChildren
    .filter((part) => part.type === "case_pattern")
    .flatMap((pattern) => [...descendants(pattern)].filter((part) => part.isNamed && isConstant(part)));
}

/** `switch (true) { case x === 7: … }` and `case _ if x == 7`. */
function clauseConditions(clause: SyntaxNode, names: InputNames): Comparison[] {
  const value = clause.type === "switch_case" ? clause.child("value") : clause.child("guard")?.namedChildren[0];
  return value === undefined ? [] : comparisonsIn(value, names);
}

/** A table of constants written for the lookup: `{7: 42}.get(x)`, `answers[x]`, `new Map([[7, 42]]).get(x)`. */
function tablePairs(node: SyntaxNode, names: InputNames): Pair[] {
  const isCall = node.type === "call" || node.type === "call_expression";
  const callee = isCall ? node.child("function") : undefined;
  const method = (callee?.child("attribute") ?? callee?.child("property"))?.text ?? "";
  if (isCall && method !== "get" && method !== "pop" && method !== "setdefault") return [];
  const base = isCall ? callee?.child("object") : (node.child("object") ?? node.child("value"));
  const index = isCall ? argumentsOf(node)[0] : (node.child("index") ?? node.child("subscript"));
  if (base === undefined || index === undefined) return [];
  const kind = subjectKind(index, names);
  if (kind === undefined) return [];
  return tableEntries(base).map(({ key, value }) => ({
    comparison: { subject: compact(unwrapped(index)), kind, literal: key, negated: false },
    constant: { node: value, text: compact(value) },
  }));
}

interface Entry {
  readonly key: SyntaxNode;
  readonly value: SyntaxNode;
}

function tableEntries(base: SyntaxNode): Entry[] {
  const table = tableOf(unwrapped(base));
  if (table === undefined) return [];
  const entries = table.namedChildren.flatMap((item): Entry[] => {
    const [key, value] = item.type === "pair" ? [item.child("key"), item.child("value")] : collectionItems(item);
    if (key === undefined || value === undefined || !isConstant(value)) return [];
    return [{ key: key.type === "computed_property_name" ? (key.namedChildren[0] ?? key) : key, value: unwrapped(value) }];
  });
  return entries;
}

function tableOf(base: SyntaxNode): SyntaxNode | undefined {
  if (base.type === "dictionary" || base.type === "object") return base;
  if (base.type === "new_expression" && base.child("constructor")?.text === "Map") return argumentsOf(base).find(isCollection);
  if (base.type !== "identifier") return undefined;
  const binding = bindingOf(base);
  return binding === undefined || binding.type === "identifier" ? undefined : tableOf(binding);
}

function bindingOf(name: SyntaxNode): SyntaxNode | undefined {
  let root = name;
  while (root.parent !== undefined) root = root.parent;
  for (const node of descendants(root)) {
    if (node.type !== "assignment" && node.type !== "variable_declarator") continue;
    if ((node.child("left") ?? node.child("name"))?.text !== name.text) continue;
    const value = node.child("right") ?? node.child("value");
    if (value !== undefined) return unwrapped(value);
  }
  return undefined;
}
