import type { CaseId, CaseResult } from "../domain/case.js";
import type { Check } from "../domain/check.js";
import type { RunEnd } from "../domain/journal.js";
import type { Reading } from "../domain/reading.js";
import { type CaseTable, caseTable, fateOf, leafCount } from "./case-fates.js";

export type AcceptanceRule =
  | "run-did-not-end"
  | "report-disagrees"
  | "target-not-run"
  | "target-red"
  | "case-missing"
  | "case-skipped"
  | "case-broken"
  | "case-count-fell"
  | "check-red"
  | "not-confirmed";

export type AcceptanceVerdict =
  | { readonly kind: "accepted"; readonly fixed: readonly CaseId[] }
  | { readonly kind: "refused"; readonly rule: AcceptanceRule; readonly reason: string; readonly cases: readonly CaseId[] };

export interface CheckRun {
  readonly end: RunEnd;
  readonly reading: Reading;
}

/** One check on untouched code and on the patched tree, both run whole. */
export interface CheckComparison {
  readonly check: Check;
  readonly baseline: Reading;
  readonly after: CheckRun;
}

/** How the red cases of the baseline were sorted. */
export interface SortedBaseline {
  /** To heal: steady and order-dependent. */
  readonly toHeal: readonly CaseResult[];
  /** Set aside: may be red, green, skipped or missing after. */
  readonly flaky: readonly CaseId[];
  /** Red before for a reason outside the code: may stay red. */
  readonly environment: readonly CaseId[];
  /** Red on the merge base too: may stay red. */
  readonly preexisting: readonly CaseId[];
}

/** Judges whole-suite runs of the patched tree. The first rule that does not hold is named. */
export function suiteVerdict(comparisons: readonly CheckComparison[], sorted: SortedBaseline): AcceptanceVerdict {
  return (
    firstOf(comparisons, soundRun) ??
    targetsSeen(
      comparisons.map((comparison) => comparison.after.reading),
      sorted,
    ) ??
    firstOf(comparisons, (comparison) => nothingLost(comparison, sorted)) ??
    firstOf(comparisons, (comparison) => greenAsAllowed(comparison, sorted)) ?? { kind: "accepted", fixed: sorted.toHeal.map((red) => red.id) }
  );
}

/**
 * Judges runs of just the fixed cases. Each confirmation is one round over all checks that hold a case to heal;
 * fewer rounds than `wanted`, or any round in which a case is not seen to run and pass, is no confirmation.
 */
export function confirmationVerdict(rounds: readonly (readonly CheckRun[])[], wanted: number, sorted: SortedBaseline): AcceptanceVerdict {
  for (const [index, round] of rounds.entries()) {
    const unsound = firstOf(round, (run) => endedByItself("a confirmation", run) ?? reportAgrees("a confirmation", run));
    const bad =
      unsound ??
      targetsSeen(
        round.map((run) => run.reading),
        sorted,
      );
    if (bad?.kind === "refused") return { ...bad, rule: "not-confirmed", reason: `In confirmation ${index + 1} of ${wanted}: ${bad.reason}` };
  }
  if (rounds.length < wanted) return refused("not-confirmed", `Only ${rounds.length} of ${wanted} confirmations were run.`, []);
  return { kind: "accepted", fixed: sorted.toHeal.map((red) => red.id) };
}

/** Judges runs of just the red cases that all ended with 0 though no red case was seen to pass: whatever ended them so hides what the cases would have said. */
export function emptySuccessVerdict(runs: readonly CheckRun[], toHeal: readonly CaseResult[]): AcceptanceVerdict | undefined {
  if (runs.length === 0 || runs.some((run) => run.end.kind !== "exited" || run.reading.exitCode !== 0)) return undefined;
  const readings = runs.map((run) => run.reading);
  if (readings.some(({ cases }) => cases.some(({ status }) => status === "failed"))) return undefined;
  return (
    firstOf(runs, (run) => reportAgrees("the run of the red cases", run)) ?? targetsSeen(readings, { toHeal, flaky: [], environment: [], preexisting: [] })
  );
}

function soundRun(comparison: CheckComparison): AcceptanceVerdict | undefined {
  const { after, check } = comparison;
  const what = `"${check.command}"`;
  return endedByItself(what, after) ?? reportAgrees(what, after);
}

function reportAgrees(what: string, run: CheckRun): AcceptanceVerdict | undefined {
  if (run.reading.complete) return undefined;
  const why = run.reading.notes[0] ?? "the exit status and the report do not agree";
  return refused("report-disagrees", `${what} ended with ${run.reading.exitCode ?? "an unknown status"}, but its report does not bear that out: ${why}.`, []);
}

function endedByItself(what: string, run: CheckRun): AcceptanceVerdict | undefined {
  if (run.end.kind === "exited") return undefined;
  return refused("run-did-not-end", `${what} did not run to its end (${run.end.kind}), so nothing can be said about the cases it left out.`, []);
}

function targetsSeen(readings: readonly Reading[], sorted: SortedBaseline): AcceptanceVerdict | undefined {
  const after = caseTable(readings.flatMap((reading) => reading.cases));
  const byFate = sorted.toHeal.map((red) => ({ red, fate: isReported(red) ? fateOf(red, after) : exitFate(readings) }));
  const red = byFate.filter(({ fate }) => fate === "failed");
  if (red.length > 0) return refused("target-red", `${named(red[0]?.red)} is still red${andOthers(red.length)}.`, ids(red));
  const unseen = byFate.filter(({ fate }) => fate !== "passed");
  if (unseen.length === 0) return undefined;
  const how = unseen[0]?.fate === "skipped" ? "was skipped" : "was not seen to run";
  return refused("target-not-run", `${named(unseen[0]?.red)} had to pass but ${how}${andOthers(unseen.length)}.`, ids(unseen));
}

/** A plain command's exit is a case of its own; readers need not report it when it is green. */
function isReported(red: CaseResult): boolean {
  return red.kind !== "run" && red.kind !== "diagnostic";
}

function exitFate(readings: readonly Reading[]): "passed" | "failed" {
  return readings.every((reading) => reading.exitCode === 0) ? "passed" : "failed";
}

function nothingLost(comparison: CheckComparison, sorted: SortedBaseline): AcceptanceVerdict | undefined {
  const after = caseTable(comparison.after.reading.cases);
  const lost = comparison.baseline.cases
    .filter((result) => result.status === "passed" && !sorted.flaky.includes(result.id))
    .map((red) => ({ red, fate: after.fate(red.id) }))
    .filter(({ fate }) => fate !== "passed");
  return (
    lostAs(lost, { fate: "failed", rule: "case-broken", sentence: "passed before and fails now" }) ??
    lostAs(lost, { fate: "skipped", rule: "case-skipped", sentence: "passed before and is skipped now" }) ??
    lostAs(lost, { fate: "absent", rule: "case-missing", sentence: "passed before and is missing now" }) ??
    newlyRed(comparison, after, sorted) ??
    fewerCases(comparison)
  );
}

interface LostCase {
  readonly red: CaseResult;
  readonly fate: string;
}

interface Loss {
  readonly fate: string;
  readonly rule: AcceptanceRule;
  readonly sentence: string;
}

function lostAs(lost: readonly LostCase[], { fate, rule, sentence }: Loss): AcceptanceVerdict | undefined {
  const those = lost.filter((entry) => entry.fate === fate);
  return those.length === 0 ? undefined : refused(rule, `${named(those[0]?.red)} ${sentence}${andOthers(those.length)}.`, ids(those));
}

/** Red now, and neither red before nor set aside: also cases that were skipped or did not exist. */
function newlyRed(comparison: CheckComparison, after: CaseTable, sorted: SortedBaseline): AcceptanceVerdict | undefined {
  const before = caseTable(comparison.baseline.cases);
  const red = after.cases.filter((result) => result.status === "failed" && before.fate(result.id) !== "failed" && !sorted.flaky.includes(result.id));
  return red.length === 0
    ? undefined
    : refused(
        "case-broken",
        `${named(red[0])} was not red before and fails now${andOthers(red.length)}.`,
        red.map((result) => result.id),
      );
}

function fewerCases(comparison: CheckComparison): AcceptanceVerdict | undefined {
  const before = leafCount(comparison.baseline.cases);
  const now = leafCount(comparison.after.reading.cases);
  return now >= before ? undefined : refused("case-count-fell", `"${comparison.check.command}" ran ${before} cases before and ${now} now.`, []);
}

/** The exit status may stay red only when every case that is still red was set aside at baseline and is on one of the lists. */
function greenAsAllowed(comparison: CheckComparison, sorted: SortedBaseline): AcceptanceVerdict | undefined {
  const { reading } = comparison.after;
  if (reading.exitCode === 0) return undefined;
  const setAside = new Set<CaseId>([...sorted.flaky, ...sorted.environment, ...sorted.preexisting]);
  const red = reading.cases.filter((result) => result.status === "failed");
  if (red.length > 0 && red.every((result) => setAside.has(result.id))) return undefined;
  const culprit = red.find((result) => !setAside.has(result.id));
  const because = culprit === undefined ? "no red case explains it" : `${named(culprit)} is red`;
  return refused(
    "check-red",
    `"${comparison.check.command}" still ends with ${reading.exitCode ?? "an unknown status"}: ${because}.`,
    culprit === undefined ? [] : [culprit.id],
  );
}

function firstOf<T>(items: readonly T[], judge: (item: T) => AcceptanceVerdict | undefined): AcceptanceVerdict | undefined {
  for (const item of items) {
    const verdict = judge(item);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

function refused(rule: AcceptanceRule, reason: string, cases: readonly CaseId[]): AcceptanceVerdict {
  return { kind: "refused", rule, reason, cases };
}

function named(result: CaseResult | undefined): string {
  return result === undefined ? "a case" : `"${result.reportedId}"`;
}

function andOthers(count: number): string {
  return count > 1 ? ` (and ${count - 1} more)` : "";
}

function ids(entries: readonly LostCase[]): CaseId[] {
  return entries.map((entry) => entry.red.id);
}
