import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { isConstant, unwrapped } from "./literals.js";
import { type InputNames, parameterNames } from "./subjects.js";
import { compact, descendants, enclosingFunction } from "./walk.js";

/** A constant that a branch hands out: returned, or put where the function's result comes from. */
export interface ConstantOutcome {
  readonly node: SyntaxNode;
  readonly text: string;
}

/** Constants that the statements of a branch return or assign. Branches inside the branch speak for themselves. */
export function constantOutcomes(branch: SyntaxNode, names: InputNames): ConstantOutcome[] {
  const found: ConstantOutcome[] = [];
  for (const statement of directStatements(branch)) {
    const value = returned(statement) ?? assigned(statement, names);
    if (value !== undefined && isConstantHere(value)) found.push({ node: value, text: compact(unwrapped(value)) });
  }
  return found;
}

/** A literal, or a name that the module binds to one. */
export function isConstantHere(value: SyntaxNode): boolean {
  const node = unwrapped(value);
  if (node.type !== "identifier") return isConstant(node);
  return moduleBindings(node).some((binding) => {
    const target = binding.child("left") ?? binding.child("name");
    const bound = binding.child("right") ?? binding.child("value");
    return target?.text === node.text && bound !== undefined && isConstant(bound);
  });
}

function moduleBindings(node: SyntaxNode): SyntaxNode[] {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  return root.namedChildren
    .flatMap((statement) => [statement, ...statement.namedChildren, ...statement.namedChildren.flatMap((part) => part.namedChildren)])
    .filter((part) => part.type === "assignment" || part.type === "variable_declarator");
}

const containers = new Set([
  "block",
  "statement_block",
  "else_clause",
  "switch_case",
  "switch_default",
  "case_clause",
  "switch_body",
  "expression_statement",
  "lexical_declaration",
]);

function directStatements(branch: SyntaxNode): SyntaxNode[] {
  if (!containers.has(branch.type)) return [branch];
  return branch.namedChildren.flatMap((child) => (containers.has(child.type) ? directStatements(child) : [child]));
}

function returned(statement: SyntaxNode): SyntaxNode | undefined {
  return statement.type === "return_statement" || statement.type === "yield" ? statement.namedChildren[0] : undefined;
}

function assigned(statement: SyntaxNode, names: InputNames): SyntaxNode | undefined {
  if (statement.type !== "assignment" && statement.type !== "assignment_expression" && statement.type !== "variable_declarator") return undefined;
  const target = statement.child("left") ?? statement.child("name");
  const value = statement.child("right") ?? statement.child("value");
  if (target === undefined || value === undefined) return undefined;
  return reachesResult(target, names) ? value : undefined;
}

/** The target is the input itself, or a return statement of the same function reads it. */
function reachesResult(target: SyntaxNode, names: InputNames): boolean {
  const base = baseName(target);
  const owner = enclosingFunction(target);
  if (owner === undefined) return false;
  if (names.has(base) && parameterNames(owner).includes(base)) return true;
  return [...descendants(owner)].some((node) => node.type === "return_statement" && mentions(node, base));
}

function baseName(target: SyntaxNode): string {
  const node = unwrapped(target);
  const inner = node.child("object") ?? (node.type === "subscript" ? node.child("value") : undefined);
  return inner === undefined ? node.text : baseName(inner);
}

function mentions(node: SyntaxNode, name: string): boolean {
  return [...descendants(node)].some((part) => part.type === "identifier" && part.text === name);
}
