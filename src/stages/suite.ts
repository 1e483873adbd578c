import type { CaseResult } from "../domain/case.js";
import type { CheckRunPhase } from "../domain/journal.js";
import { emptyPatch, type Patch } from "../domain/patch.js";
import type { Layer } from "../ports/sandbox.js";
import { type CheckRun, type CheckRunOptions, recordCheckRun, runCheck } from "./check-run.js";
import type { PreparedCheck } from "./prepared-check.js";
import type { RunContext } from "./run-context.js";

export interface SuiteRequest {
  readonly checks: readonly PreparedCheck[];
  readonly layers: readonly Layer[];
  readonly patch: Patch;
  /** Write each run to the journal as this phase; undefined = a candidate's run, told by its verdict. */
  readonly phase?: CheckRunPhase;
  readonly timeoutMs?: number;
  /** Keep what the last check wrote too; the layers come back. */
  readonly keep?: "all";
  /** Give up after the first check that is not green. */
  readonly stopWhenRed?: "yes";
}

export interface SuiteRun {
  readonly runs: readonly CheckRun[];
  readonly layers: readonly Layer[];
}

/** Runs the checks one after another as a job would: each sees what the earlier ones wrote. */
export async function runSuite(context: RunContext, request: SuiteRequest): Promise<SuiteRun> {
  const runs: CheckRun[] = [];
  let layers = request.layers;
  for (const [index, prepared] of request.checks.entries()) {
    const isLast = index === request.checks.length - 1;
    const writes = isLast && request.keep !== "all" ? "discard" : "keep";
    const run = await runInOwnBox(context, { prepared, layers, patch: request.patch }, withTimeout({ writes }, request.timeoutMs));
    if (request.phase !== undefined) await recordCheckRun(context, request.phase, run);
    runs.push(run);
    if (run.layer !== undefined) layers = [...layers, run.layer];
    if (request.stopWhenRed === "yes" && run.end.kind !== "exited") break;
  }
  return { runs, layers };
}

function withTimeout(options: CheckRunOptions, timeoutMs: number | undefined): CheckRunOptions {
  return timeoutMs === undefined ? options : { ...options, timeoutMs };
}

export interface SingleRun {
  readonly prepared: PreparedCheck;
  readonly layers: readonly Layer[];
  readonly patch: Patch;
}

/** A box that did not start says nothing of the check, and the next one may start: "not-started" comes back only after two. */
export async function runInOwnBox(context: RunContext, run: SingleRun, options: CheckRunOptions = {}): Promise<CheckRun> {
  const first = await runInNewBox(context, run, options);
  return first.end.kind === "not-started" ? runInNewBox(context, run, options) : first;
}

async function runInNewBox(context: RunContext, run: SingleRun, options: CheckRunOptions): Promise<CheckRun> {
  const box = await context.sandbox.open({ base: context.ports.base, layers: run.layers, patch: run.patch });
  try {
    return await runCheck(context, { box, prepared: run.prepared }, options);
  } finally {
    await box.close();
  }
}

export const untouched = emptyPatch;

/** Every case of all checks; a case id is unique over the checks of a run because it names its runner and file. */
export function allCases(runs: readonly CheckRun[]): CaseResult[] {
  return runs.flatMap((run) => run.reading.cases);
}

export function failedCases(runs: readonly CheckRun[]): CaseResult[] {
  return allCases(runs).filter((result) => result.status === "failed");
}
