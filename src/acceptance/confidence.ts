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
  /** Share of past repairs made by the same kind of edit, 0 to 1; null = not an edit of a known kind. */
  readonly prior: number | null;
  readonly coder: CoderName;
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

/** Fewer assertions than this over the changed code say little: found edits that pass four or fewer are wrong more often than one time in ten. */
const manyAssertions = 5;
const manyCases = 3;
const smallEdit = 8;
/** Edits of kinds that mended fewer past faults than this fit the tests by chance too often. */
const commonEdit = 0.04;

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
    { holds: assertions !== null && assertions <= 1, because: "At most one assertion speaks about the changed code." },
  ];
}

function doubtsOf(evidence: ConfidenceEvidence): Weight[] {
  const { assertions, coveringCases, prior, changedLines, alternatives } = evidence;
  return [
    { holds: alternatives > 0, because: `${plural(alternatives, "other edit passes", "other edits pass")} the same tests.` },
    { holds: coveringCases === null && assertions === null, because: "How many cases execute the changed lines could not be measured." },
    { holds: !wellCovered(evidence), because: "Few cases and assertions speak about the changed code." },
    { holds: evidence.coder === "operators" && (prior ?? 0) < commonEdit, because: "An edit of this kind is seldom the right one." },
    { holds: changedLines > smallEdit, because: `The patch changes ${changedLines} lines.` },
    { holds: !evidence.canary, because: "No canary test could be placed, so the report had to be trusted." },
  ];
}

function wellCovered({ assertions, coveringCases }: ConfidenceEvidence): boolean {
  if (assertions !== null && assertions >= manyAssertions) return true;
  return coveringCases !== null && coveringCases >= manyCases && (assertions === null || assertions >= manyCases);
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
