import type { CandidateVerdict, TriedCandidate } from "../domain/attempt.js";
import type { BudgetLimits } from "../domain/budget.js";
import type { StopReason } from "../domain/outcome.js";

/** What a rule may look at: the proposals of a coder that samples (a model, or a script in its place), oldest first. */
export interface Proposals {
  readonly tried: readonly TriedCandidate[];
  readonly limits: BudgetLimits;
}

export interface RuleStop {
  readonly reason: StopReason;
  /** What was seen, to stand after the rule's name. */
  readonly because: string;
}

type StopRule = (proposals: Proposals) => RuleStop | undefined;

/** The first rule that speaks ends the loop. Searches (fixers, operators) are not judged by these: what they repeat or break is dropped and counted. */
export function ruleStop(proposals: Proposals): RuleStop | undefined {
  for (const rule of rules) {
    const stop = rule(proposals);
    if (stop !== undefined) return stop;
  }
  return undefined;
}

const rules: readonly StopRule[] = [
  oscillation,
  samePatch,
  twoInARow("breaks", "regression", "broke passing cases"),
  twoInARow("refused", "tamper", "were refused by a tamper rule"),
  unusableReplies,
  maxAttempts,
];

/** The coder is told each time what was missing, and asked for the plainest form: a third time will not be the last one. */
const unusableInARow = 3;

function unusableReplies({ tried }: Proposals): RuleStop | undefined {
  const last = tried.slice(-unusableInARow);
  if (last.length < unusableInARow || last.some(({ verdict }) => verdict.kind !== "unusable")) return undefined;
  const reason = last.at(-1)?.verdict;
  return {
    reason: "unusable-replies",
    because: `three replies in a row held no edit that could be tried, the last because ${reason?.kind === "unusable" ? reason.reason : ""}. Name another model, or give another profile (small, large)`,
  };
}

function maxAttempts({ tried, limits }: Proposals): RuleStop | undefined {
  return tried.length < limits.maxAttempts ? undefined : { reason: "max-attempts", because: `all ${limits.maxAttempts} proposals are used` };
}

/** A and B by turns: the last two repeat the two before them. */
function oscillation({ tried }: Proposals): RuleStop | undefined {
  const [first, second, third, fourth] = tried.slice(-4).map(({ number }) => number);
  if (fourth === undefined || first !== third || second !== fourth || first === second) return undefined;
  return { reason: "oscillation", because: "two patches were proposed by turns" };
}

function samePatch({ tried }: Proposals): RuleStop | undefined {
  const repeats = tried.filter(({ verdict }) => verdict.kind === "duplicate");
  if (repeats.length < 2 || tried.at(-1)?.verdict.kind !== "duplicate" || alternates(tried)) return undefined;
  return { reason: "same-patch", because: "a patch that had failed was proposed again, twice" };
}

/** One more proposal decides between repetition and oscillation. */
function alternates(tried: readonly TriedCandidate[]): boolean {
  const [first, second, third] = tried.slice(-3).map(({ number }) => number);
  return first !== undefined && first === third && first !== second;
}

function twoInARow(kind: CandidateVerdict["kind"], reason: StopReason, what: string): StopRule {
  return ({ tried }) =>
    tried.length >= 2 && tried.slice(-2).every(({ verdict }) => verdict.kind === kind) ? { reason, because: `two proposals in a row ${what}` } : undefined;
}
