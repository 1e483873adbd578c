import { emptySuccessVerdict } from "../acceptance/verdict.js";
import type { CandidateVerdict, CoderName, Proposal } from "../domain/attempt.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import { UnusablePatch } from "../domain/errors.js";
import type { Layer } from "../ports/sandbox.js";
import type { CheckRun } from "./check-run.js";
import type { PreparedCheck } from "./prepared-check.js";
import { redFate } from "./red-fate.js";
import { type RunContext, throwIfCancelled } from "./run-context.js";
import { sandboxFault } from "./sandbox-fault.js";
import { allCases, failedCases, runInOwnBox, runSuite, untouched } from "./suite.js";

/** What a candidate is judged against. */
export interface Trial {
  readonly context: RunContext;
  readonly checks: readonly PreparedCheck[];
  readonly warm: readonly Layer[];
  /** Cases the parent leaves red. */
  readonly toHeal: readonly CaseResult[];
  /** Every case the run set out to heal, also those the parent mended. */
  readonly wanted: readonly CaseResult[];
  /** Passed at baseline. */
  readonly mustPass: readonly CaseResult[];
  /** Red cases that do not count: flaky, environment, preexisting. */
  readonly setAside: ReadonlySet<CaseId>;
  /** Cases that are only red with the rest of the suite. */
  readonly orderDependent: ReadonlySet<CaseId>;
  /** Milliseconds the red cases of a check may take in a candidate of this coder. */
  readonly aloneTimeoutMs: (check: PreparedCheck, coder: CoderName) => number;
  readonly suiteTimeoutMs: number;
  /** The same for a check whose red cases only show in a whole run; short when that run did not end at baseline. */
  readonly redSuiteTimeoutMs: (check: PreparedCheck, coder: CoderName) => number;
  /** Told what a run of red cases took that came to an end. */
  readonly cameToEnd: (check: PreparedCheck, durationMs: number) => void;
  /** Cases of each whole-suite run, by the candidate's number; kept for the regression matrix. */
  readonly suiteCases: Map<number, readonly CaseResult[]>;
  /** Name and reason of the rule that forbids the patch, without running it. */
  readonly refusal: (proposal: Proposal) => Promise<{ readonly rule: string; readonly reason: string } | undefined>;
}

export interface NumberedProposal {
  readonly number: number;
  readonly proposal: Proposal;
}

/** Rules first, then the red cases, then the whole suite: the cheapest evidence that speaks against a candidate ends its trial. */
export async function tryCandidate(trial: Trial, numbered: NumberedProposal): Promise<CandidateVerdict> {
  throwIfCancelled(trial.context);
  try {
    return await runCandidate(trial, numbered);
  } catch (error) {
    if (error instanceof UnusablePatch) return { kind: "unusable", reason: error.message };
    throw error;
  }
}

async function runCandidate(trial: Trial, { number, proposal }: NumberedProposal): Promise<CandidateVerdict> {
  const refusal = await trial.refusal(proposal);
  if (refusal !== undefined) return { kind: "refused", ...refusal };
  const alone = await runRedCases(trial, proposal);
  if (alone !== undefined) return alone;
  return runWholeSuite(trial, { number, proposal });
}

/** What keeps the checks from starting without any patch too; undefined = the sandbox works, and it is with the candidate alone that no box starts. */
export async function faultWithoutPatch({ context, checks, warm, suiteTimeoutMs }: Trial): Promise<string | undefined> {
  const suite = await runSuite(context, { checks, layers: warm, patch: untouched, timeoutMs: suiteTimeoutMs });
  return sandboxFault(suite.runs);
}

/** Undefined when at least one red case was mended, so that the whole suite has to speak. */
async function runRedCases(trial: Trial, proposal: Proposal): Promise<CandidateVerdict | undefined> {
  const cases: CaseResult[] = [];
  const runs: CheckRun[] = [];
  for (const prepared of trial.checks) {
    const red = redCasesOf(trial, prepared);
    if (red.length === 0) continue;
    const run = await runRedCasesOf(trial, { prepared, red, proposal });
    if (run.end.kind === "not-started") return { kind: "box-failed", reason: run.end.reason };
    cases.push(...run.reading.cases);
    runs.push(run);
  }
  if (trial.toHeal.some((wanted) => redFate(wanted, cases) === "passed")) return undefined;
  return nothingMended(trial, runs, cases);
}

function redCasesOf(trial: Trial, prepared: PreparedCheck): CaseResult[] {
  const runner = prepared.match?.runner ?? "unknown";
  return trial.toHeal.filter((wanted) => (wanted.kind === "run" ? wanted.name.titlePath[0] === prepared.check.name : wanted.name.runner === runner));
}

interface RedCases {
  readonly prepared: PreparedCheck;
  readonly red: readonly CaseResult[];
  readonly proposal: Proposal;
}

/** Earlier checks of the run come first, as in a job: a build that tests depend on has to be made anew with the patch. */
async function runRedCasesOf(trial: Trial, { prepared, red, proposal }: RedCases): Promise<CheckRun> {
  const earlier = trial.checks.slice(0, trial.checks.indexOf(prepared));
  const made = await runSuite(trial.context, { checks: earlier, layers: trial.warm, patch: proposal.patch, keep: "all", timeoutMs: trial.suiteTimeoutMs });
  const broken = made.runs.find(({ end }) => end.kind === "not-started");
  if (broken !== undefined) return broken;
  const needsSuite = red.some((wanted) => wanted.kind === "run" || trial.orderDependent.has(wanted.id));
  const single = { prepared, layers: made.layers, patch: proposal.patch };
  const { coder } = proposal.origin;
  const run = needsSuite
    ? await runInOwnBox(trial.context, single, { timeoutMs: trial.redSuiteTimeoutMs(prepared, coder) })
    : await runInOwnBox(trial.context, single, { only: red.map((wanted) => wanted.name), timeoutMs: trial.aloneTimeoutMs(prepared, coder) });
  if (run.end.kind === "exited") trial.cameToEnd(prepared, run.durationMs);
  return run;
}

function nothingMended(trial: Trial, runs: readonly CheckRun[], cases: readonly CaseResult[]): CandidateVerdict {
  const first = trial.toHeal.find((wanted) => redFate(wanted, cases) !== "passed") ?? trial.toHeal[0];
  const slow = runs.find((run) => run.end.kind === "timed-out");
  if (slow?.end.kind === "timed-out") return { kind: "timed-out", afterMs: slow.end.afterMs };
  const empty = emptySuccessVerdict(runs, trial.toHeal);
  if (empty?.kind === "refused") return { kind: "refused", rule: empty.rule, reason: empty.reason };
  const now = cases.find((candidate) => candidate.id === first?.id) ?? cases.find((candidate) => candidate.status === "failed");
  const message = now?.failure?.message ?? "the case did not run";
  return { kind: "still-failing", caseId: (first as CaseResult).id, message, changedMessage: message !== first?.failure?.message, ...stackOf(now) };
}

async function runWholeSuite(trial: Trial, { number, proposal }: NumberedProposal): Promise<CandidateVerdict> {
  const suite = await runSuite(trial.context, { checks: trial.checks, layers: trial.warm, patch: proposal.patch, timeoutMs: trial.suiteTimeoutMs });
  const broken = suite.runs.find((run) => run.end.kind === "not-started");
  if (broken?.end.kind === "not-started") return { kind: "box-failed", reason: broken.end.reason };
  const cases = allCases(suite.runs);
  trial.suiteCases.set(number, cases);
  return unlessCut(suite.runs, judgeSuite(trial, cases));
}

/** A check that was cut for its time breaks nothing that could be named: all that is seen is that it did not end. */
function unlessCut(runs: readonly CheckRun[], verdict: CandidateVerdict): CandidateVerdict {
  const slow = runs.find(({ end }) => end.kind === "timed-out");
  if (slow?.end.kind !== "timed-out" || verdict.kind !== "breaks") return verdict;
  const red = new Set(failedCases(runs).flatMap(({ id, kind }) => (kind === "run" ? [] : [id])));
  return verdict.broken.some((id) => red.has(id)) ? verdict : { kind: "timed-out", afterMs: slow.end.afterMs };
}

function judgeSuite(trial: Trial, cases: readonly CaseResult[]): CandidateVerdict {
  const fixed = trial.wanted.filter((wanted) => redFate(wanted, cases) === "passed").map((wanted) => wanted.id);
  const stillFailing = trial.wanted.filter((wanted) => redFate(wanted, cases) !== "passed").map((wanted) => wanted.id);
  const lost = brokenCases(trial, cases, new Set(stillFailing));
  if (lost.length > 0) return { kind: "breaks", fixed, broken: lost.map((result) => result.id), message: lost[0]?.failure?.message ?? "no longer runs" };
  if (stillFailing.length === 0) return { kind: "green", fixed };
  const again = stillFailing.filter((id) => !trial.toHeal.some((wanted) => wanted.id === id));
  if (again[0] !== undefined) return { kind: "loses-again", fixed, lost: again, message: messageIn(cases, again[0]) };
  if (trial.toHeal.some(({ id }) => fixed.includes(id))) return { kind: "mends-some", fixed, stillFailing };
  const first = stillFailing[0] as CaseId;
  return { kind: "still-failing", caseId: first, message: messageIn(cases, first), changedMessage: true, ...stackOf(cases.find(({ id }) => id === first)) };
}

const mostFrames = 6;

function stackOf(result: CaseResult | undefined): Pick<Extract<CandidateVerdict, { kind: "still-failing" }>, "frames"> {
  const frames = result?.failure?.frames ?? [];
  return frames.length === 0 ? {} : { frames: frames.slice(0, mostFrames) };
}

function messageIn(cases: readonly CaseResult[], wanted: CaseId): string {
  return cases.find(({ id }) => id === wanted)?.failure?.message ?? "the case did not run";
}

/** Cases that passed before and do not now, and red cases nobody knew. */
function brokenCases(trial: Trial, cases: readonly CaseResult[], known: ReadonlySet<CaseId>): CaseResult[] {
  const missing = trial.mustPass.filter((wanted) => redFate(wanted, cases) !== "passed").map((wanted) => cases.find(({ id }) => id === wanted.id) ?? wanted);
  const expected = new Set([...missing.map(({ id }) => id), ...known, ...trial.setAside]);
  const fresh = cases.filter((result) => result.status === "failed" && !expected.has(result.id) && !isInsideRedFile(trial, result));
  return [...missing, ...fresh];
}

/** Cases that show up red once a file loads that could not be loaded: the file stays one red case, nothing was broken. */
function isInsideRedFile(trial: Trial, result: CaseResult): boolean {
  return trial.wanted.some((wanted) => wanted.kind === "load" && wanted.name.file === result.name.file);
}
