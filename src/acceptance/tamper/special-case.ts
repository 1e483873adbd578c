import type { SyntaxNode } from "../../ports/syntax-trees.js";
import { type SpecialBranch, specialBranches } from "./branches.js";
import type { Mark } from "./finding.js";
import { collectionItems, isCollection, literalValue } from "./literals.js";
import { isTestLiteral, type TestLiterals } from "./test-literals.js";
import { ancestors, compact, descendants } from "./walk.js";

/** Added branches that give a constant for an input which a failing test hands in. */
export function specialCases(before: readonly SyntaxNode[], after: readonly SyntaxNode[], known: TestLiterals): Mark[] {
  const old = before.flatMap(specialBranches);
  const added = unpaid(old, after.flatMap(specialBranches));
  const suspicious = added.filter(({ comparison }) => isTestLiteral(comparison.literal, comparison.kind, known));
  return suspicious
    .filter((branch) => (branch.isTable ? !isRealTable(branch, { old, added, suspicious }) : !isBaseCase(branch) && !isNextWord(branch, old)))
    .map(markOf);
}

/** A table that was there before, or most of whose keys no failing test speaks of, is data and not a list of answers. */
function isRealTable(branch: SpecialBranch, seen: Readonly<Record<"old" | "added" | "suspicious", readonly SpecialBranch[]>>): boolean {
  const same = (other: SpecialBranch) => other.isTable && place(other) === place(branch);
  return seen.old.some(same) || seen.suspicious.filter(same).length * 2 < seen.added.filter(same).length;
}

/**
 * A name that a list of names lacked: beside it stands the same branch for another word, with a constant of the same kind, and the
 * function does nothing with its input but tell words apart.
 */
function isNextWord(branch: SpecialBranch, old: readonly SpecialBranch[]): boolean {
  if (!isWord(branch.comparison.literal)) return false;
  const isSibling = (other: SpecialBranch) =>
    place(other) === place(branch) && isWord(other.comparison.literal) && constantKind(other.constant.node) === constantKind(branch.constant.node);
  return old.some(isSibling) && onlyTellsApart(branch);
}

function isWord(literal: SyntaxNode): boolean {
  return /^"[^\s"\\]{1,24}"$/.test(literalValue(literal) ?? "");
}

function constantKind(node: SyntaxNode): string {
  const value = literalValue(node);
  if (value === undefined) return node.type;
  return value.startsWith('"') ? "text" : Number.isNaN(Number(value)) ? value : "number";
}

const tells = /^(?:comparison_operator|switch_statement|match_statement|raise_statement|throw_statement|parameters|formal_parameters)$/;

function onlyTellsApart({ owner, comparison }: SpecialBranch): boolean {
  const name = /^[A-Za-z_$][\w$]*/.exec(comparison.subject)?.[0];
  const uses = [...descendants(owner)].filter(({ type, text }) => type === "identifier" && text === name);
  return uses.every((use) => isTold(use, owner));
}

function isTold(use: SyntaxNode, owner: SyntaxNode): boolean {
  for (const around of ancestors(use)) {
    if (around.start === owner.start && around.type === owner.type) return false;
    if (/^(?:block|statement_block|switch_body)$/.test(around.type)) return false;
    if (tells.test(around.type) || (around.type === "binary_expression" && /^[=!]==?$/.test(around.child("operator")?.text ?? ""))) return true;
  }
  return false;
}

function markOf({ comparison, constant, row, ...branch }: SpecialBranch): Mark {
  const where = branch.function === "" ? "a function" : `"${branch.function}"`;
  const reason = `${where} gives the constant ${shortened(constant.text)} when ${shortened(comparison.subject)} is ${shortened(comparison.literal.text)}, a value of the failing test`;
  return { rule: "special-case", key: `${branch.function} ${comparison.subject} ${comparison.literal.text}`, row, reason };
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A branch that stood there before pays for the same one; what is left may pay for one in which only the literal or only the constant was corrected. */
function unpaid(before: readonly SpecialBranch[], after: readonly SpecialBranch[]): SpecialBranch[] {
  const exact = (branch: SpecialBranch) => [`${place(branch)} ${compact(branch.comparison.literal)} ${branch.constant.text}`];
  const corrected = (branch: SpecialBranch) => [
    `${place(branch)} when ${compact(branch.comparison.literal)}`,
    `${place(branch)} gives ${branch.constant.text}`,
  ];
  const first = settle(before, after, exact);
  return settle(first.before, first.after, corrected).after;
}

function place(branch: SpecialBranch): string {
  return `${branch.function} ${branch.comparison.subject} ${branch.comparison.negated}`;
}

interface Books {
  readonly before: readonly SpecialBranch[];
  readonly after: SpecialBranch[];
}

function settle(before: readonly SpecialBranch[], after: readonly SpecialBranch[], keys: (branch: SpecialBranch) => readonly string[]): Books {
  const left = [...before];
  const open = after.filter((branch) => {
    const own = new Set(keys(branch));
    const payer = left.findIndex((candidate) => keys(candidate).some((key) => own.has(key)));
    if (payer >= 0) left.splice(payer, 1);
    return payer < 0;
  });
  return { before: left, after: open };
}

const neutralValues = new Set(["0", "1", "true", "false", "null", '""']);

/**
 * The ends of a recursion and the guards for nothing are ordinary code even when the failing test is the one about them: a comparison with
 * null, a truth value, an empty text or an empty collection; and 0 or 1 as long as the constant is neutral itself. Of single elements only
 * nothing is such an end, and the zero that makes a product zero.
 */
function isBaseCase({ comparison, constant }: SpecialBranch): boolean {
  const literal = literalValue(comparison.literal);
  if (isEmpty(comparison.literal) || literal === "null" || literal === '""') return true;
  if (comparison.kind === "element") return literal === "0" && literalValue(constant.node) === "0";
  if (comparison.kind === "length" && literal === "0") return true;
  if (literal === "true" || literal === "false") return true;
  return (literal === "0" || literal === "1") && isNeutral(constant.node);
}

function isNeutral(constant: SyntaxNode): boolean {
  if (isCollection(constant)) return collectionItems(constant).every(isNeutral);
  return neutralValues.has(literalValue(constant) ?? "");
}

function isEmpty(node: SyntaxNode): boolean {
  return isCollection(node) && collectionItems(node).length === 0;
}
