import type { CaseId, CaseResult } from "../domain/case.js";
import { type FailureClass, unhealableClasses } from "../domain/failure.js";
import type { Layer } from "../ports/sandbox.js";
import { inParallel } from "../support/in-parallel.js";
import { type CheckRun, isGreen, recordCheckRun } from "./check-run.js";
import { type PreparedCheck, prepareCheck } from "./prepared-check.js";
import { type RunContext, record, showProgress } from "./run-context.js";
import { type SortedFailures, sortFailures } from "./sort-failures.js";
import { failedCases, runInOwnBox, runSuite, untouched } from "./suite.js";

export interface SortedBaseline extends SortedFailures {
  /** Red for a reason outside the code. */
  readonly environment: readonly CaseId[];
}

/** The checks run on untouched code, what failed rerun, and the red cases sorted. */
export interface Baseline {
  readonly checks: readonly PreparedCheck[];
  /** The first run of each check, in order. */
  readonly runs: readonly CheckRun[];
  /** Of the red checks. */
  readonly reruns: readonly CheckRun[];
  /** What the baseline wrote, for the loop; never used by the proof. */
  readonly warm: readonly Layer[];
  readonly sorted: SortedBaseline;
  /** Milliseconds of the slowest rerun of the red cases alone, for each check by name. */
  readonly aloneMs: Readonly<Record<string, number>>;
}

/** Time given to a rerun when the first run did not end by itself; never more than it had. */
const hangingRerunMs = 30_000;

export async function runBaseline(context: RunContext): Promise<Baseline> {
  showProgress(context, { stage: "baseline" });
  const checks = context.plan.checks.map((check) => prepareCheck(check, context.ports.workspace.view));
  const first = await runSuite(context, { checks, layers: [], patch: untouched, phase: "baseline", keep: "all" });
  const reruns = await Promise.all(first.runs.map((run) => (isGreen(run) ? undefined : rerun(context, run, first.layers))));
  const known = reruns.filter((one) => one !== undefined);
  const sorted = joinSorted(known);
  await record(context, { type: "baseline-sorted", ...sorted, preexisting: [] });
  const aloneMs = Object.fromEntries(known.map((one) => [one.check, one.aloneMs]));
  return { checks, runs: first.runs, reruns: known.flatMap(({ runs }) => runs), warm: first.layers, sorted, aloneMs };
}

interface Rerun {
  readonly check: string;
  readonly class: FailureClass;
  readonly sorted: SortedFailures;
  readonly aloneMs: number;
  readonly runs: readonly CheckRun[];
}

/** Twice alone and once in the whole suite, all from the warm tree. */
async function rerun(context: RunContext, first: CheckRun, layers: readonly Layer[]): Promise<Rerun> {
  const red = failedCases([first]);
  const timeout = first.end.kind === "timed-out" ? { timeoutMs: Math.min(hangingRerunMs, context.plan.limits.timeoutMs) } : {};
  const single = { prepared: first.prepared, layers, patch: untouched };
  const only = red.map((result) => result.name);
  const runAlone = () => runInOwnBox(context, single, { only, ...timeout });
  const runs = await inParallel([runAlone, runAlone, () => runInOwnBox(context, single, timeout)], context.ports.parallel);
  const alone = runs.slice(0, 2);
  const suite = runs[2] as CheckRun;
  for (const run of alone) await recordCheckRun(context, "rerun-alone", run);
  await recordCheckRun(context, "rerun-suite", suite);
  const sorted = sortFailures({ first: first.reading.cases, alone: alone.map((run) => run.reading.cases), suite: [suite.reading.cases] });
  return { check: first.prepared.check.name, class: first.reading.class, sorted, aloneMs: Math.max(...alone.map((run) => run.durationMs)), runs };
}

/** Red cases of a check that fails for a reason outside the code are set aside as environment. */
function joinSorted(reruns: readonly Rerun[]): SortedBaseline {
  const outside = reruns.filter((one) => unhealableClasses.includes(one.class));
  const inside = reruns.filter((one) => !outside.includes(one));
  return {
    steady: inside.flatMap(({ sorted }) => sorted.steady),
    orderDependent: inside.flatMap(({ sorted }) => sorted.orderDependent),
    flaky: reruns.flatMap(({ sorted }) => sorted.flaky),
    environment: outside.flatMap(({ sorted }) => [...sorted.steady.map(({ id }) => id), ...sorted.orderDependent]),
  };
}

/** Cases that passed in the first run of their check and are not flaky: no patch may break them. */
export function passedAtBaseline(baseline: Baseline): CaseResult[] {
  const flaky = new Set<CaseId>(baseline.sorted.flaky);
  return baseline.runs.flatMap((run) => run.reading.cases).filter((result) => result.status === "passed" && !flaky.has(result.id));
}

/** Order-dependent cases are reproduced with the whole suite and healed like steady ones. */
export function casesToHeal(baseline: Baseline): CaseResult[] {
  const wanted = new Set<CaseId>(baseline.sorted.orderDependent);
  const dependent = baseline.runs.flatMap((run) => failedCases([run])).filter((result) => wanted.has(result.id));
  return [...baseline.sorted.steady, ...dependent];
}
