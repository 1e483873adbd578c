import type { CoderName } from "../domain/attempt.js";
import type { Confidence } from "../domain/proof.js";

/** What was seen by running; nothing here is an opinion. */
export interface ConfidenceEvidence {
  /** Cases that execute a changed line, red ones included; null = no coverage could be had. */
  readonly coveringCases: number | null;
  readonly redCases: number;
  /** Assertions in the tests of the covering cases (see `assertionCount`); null = unknown. */
  readonly assertions: number | null;
  /** Other accepted candidates that behave differently, as far as the tests that exist can tell. */
  readonly alternatives: number;
  /** How often such an edit is the right one, 0 to 1, as a share of the likeliest kind; null = not an edit of a known kind. */
  readonly prior: number | null;
  readonly coder: CoderName;
  /** Kind of the edit, when operators made it. */
  readonly operator: string | null;
  /** Added plus removed lines. */
  readonly changedLines: number;
  readonly onlyDeletes: boolean;
  /** Adversarial cases that neither held nor were refuted. */
  readonly undecided: number;
  /** False when no canary could be placed. */
  readonly canary: boolean;
}

interface Weight {
  readonly holds: boolean;
  readonly because: string;
}

/** Fewer assertions than this over the changed code say little. */
const manyAssertions = 3;
const smallEdit = 8;
/** Edits that yield less than this share of the likeliest kind fit the tests by chance too often. */
const commonEdit = 0.04;

/**
 * Edits that put one of a few like things in place of another, so that a wrong one still fits a part of the inputs. Measured on the given half of
 * HumanEvalPack (Python and JavaScript), 12 of 55 such edits that passed the visible tests failed the hidden ones, of all other edits 3 of 63.
 */
export const eitherOrEdits: ReadonlySet<string> = new Set([
  "arithmetic-swap",
  "boolean-flip",
  "boolean-inversion",
  "branch-kind",
  "comparator-sign",
  "comparison-swap",
  "field-replace",
  "index-bound",
  "item-swap",
  "jump-swap",
  "literal-variable",
  "logical-swap",
  "negate-condition",
  "number-pool",
  "operand-swap",
  "sibling-call",
  "target-replace",
  "variable-replace",
  "whole-quotient",
]);
/** With so much spoken about them even those are seldom wrong. */
const allAssertions = 8;
const allCases = 5;

/** High only when nothing speaks against it; low as soon as something speaks strongly against it; each level says why. */
export function confidence(evidence: ConfidenceEvidence): Confidence {
  const against = strongDoubts(evidence).filter(({ holds }) => holds);
  if (against.length > 0) return { level: "low", because: against.map(({ because }) => because) };
  const doubts = doubtsOf(evidence).filter(({ holds }) => holds);
  const support = supportOf(evidence);
  if (doubts.length > 0) return { level: "medium", because: [...support, ...doubts.map(({ because }) => because)] };
  return { level: "high", because: support };
}

function strongDoubts(evidence: ConfidenceEvidence): Weight[] {
  const { assertions, coveringCases } = evidence;
  return [
    { holds: evidence.onlyDeletes, because: "The patch only deletes code." },
    { holds: evidence.undecided > 0, because: `${plural(evidence.undecided, "adversarial case")} could not be decided.` },
    { holds: evidence.alternatives >= 3, because: `${evidence.alternatives} other edits pass the same tests.` },
    { holds: coveringCases === 0, because: "No case was seen to execute a changed line." },
    { holds: assertions !== null && spokenAbout(evidence) <= 1, because: "At most one assertion speaks about the changed code." },
  ];
}

function doubtsOf(evidence: ConfidenceEvidence): Weight[] {
  const { assertions, coveringCases, prior, changedLines, alternatives } = evidence;
  return [
    { holds: alternatives > 0, because: `${plural(alternatives, "other edit passes", "other edits pass")} the same tests.` },
    { holds: coveringCases === null && assertions === null, because: "How many cases execute the changed lines could not be measured." },
    { holds: spokenAbout(evidence) < manyAssertions, because: "Few cases and assertions speak about the changed code." },
    { holds: isUnsettledChoice(evidence), because: "An edit of this kind chooses among a few like things, and a wrong choice can pass many tests." },
    { holds: evidence.coder === "operators" && (prior ?? 0) < commonEdit, because: "An edit of this kind is seldom the right one." },
    { holds: changedLines > smallEdit, because: `The patch changes ${changedLines} lines.` },
    { holds: !evidence.canary, because: "No canary test could be placed, so the report had to be trusted." },
  ];
}

/** Whether so few cases and assertions speak about the changed code that a patch may fit them by chance. */
export function isThin(evidence: Pick<ConfidenceEvidence, "assertions" | "coveringCases">): "yes" | "no" {
  return spokenAbout(evidence) < manyAssertions ? "yes" : "no";
}

/** One assertion that many cases reach, as with parameters, says as much as many assertions of one case. */
function spokenAbout({ assertions, coveringCases }: Pick<ConfidenceEvidence, "assertions" | "coveringCases">): number {
  return assertions === 0 ? 0 : Math.max(assertions ?? 0, coveringCases ?? 0);
}

function isUnsettledChoice(evidence: ConfidenceEvidence): boolean {
  if (evidence.operator === null || !eitherOrEdits.has(evidence.operator)) return false;
  return spokenAbout(evidence) < allAssertions || (evidence.coveringCases ?? 0) < allCases;
}

function supportOf({ coveringCases, redCases, assertions, alternatives }: ConfidenceEvidence): string[] {
  const lines = [`${plural(redCases, "case")} that ${redCases === 1 ? "was" : "were"} red ran and passed.`];
  if (coveringCases !== null) lines.push(`${plural(coveringCases, "case executes", "cases execute")} the changed lines.`);
  if (assertions !== null) lines.push(`${plural(assertions, "assertion speaks", "assertions speak")} about the changed code.`);
  if (alternatives === 0) lines.push("No other edit that was tried passes the same tests.");
  return lines;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
