import { readCases } from "../checks/runners/adversarial/read-cases.js";
import { CASES_FILE, CASES_VARIABLE } from "../checks/runners/adversarial/suite.js";
import type { AdversarialSuite, CaseOutcome } from "../domain/adversarial-case.js";
import type { Patch } from "../domain/patch.js";
import { patchedView } from "../domain/patched-view.js";
import type { Box, BoxResult, Layer } from "../ports/sandbox.js";
import { laidOver } from "./lay-over.js";
import { mergeInstrumentation, type PreparedCheck } from "./prepared-check.js";
import { type RunContext, throwIfCancelled } from "./run-context.js";

export interface CasesRun {
  readonly prepared: PreparedCheck;
  readonly suite: AdversarialSuite;
  /** The tree the cases run on; the empty patch = the base. */
  readonly patch: Patch;
  /** Laid under the patch, e.g. what the baseline wrote. */
  readonly layers?: readonly Layer[];
  /** Milliseconds for one run of the cases that are left; a case that never returns takes all of it, unless its language can be interrupted. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
/** Runs in which a case may not come back before the rest is left alone. */
const mostRounds = 4;

/** What each case of the suite comes to on one tree, in the suite's order. Never throws for what a case does; one that never ran says why. */
export async function runCases(context: RunContext, run: CasesRun): Promise<CaseOutcome[]> {
  const { suite, prepared } = run;
  const known = new Map<number, CaseOutcome>();
  if (prepared.match === undefined || prepared.runner === undefined) return outcomes(suite, known, "the check's runner is not known");
  const patch = laidOver(context.ports.workspace.view, run.patch, [{ path: suite.path, text: suite.text }]);
  const box = await context.sandbox.open({ base: context.ports.base, layers: run.layers ?? [], patch });
  try {
    for (let round = 0; round < mostRounds && known.size < suite.cases.length; round += 1) {
      throwIfCancelled(context);
      const result = await runRound(context, run, { box, patch, pending: pendingNumbers(suite, known) });
      if (result === undefined) return outcomes(suite, known, "its runner cannot be narrowed to single cases");
      const before = known.size;
      takeRound(known, result);
      if (known.size === before) return outcomes(suite, known, "the runner did not come to it");
    }
    return outcomes(suite, known, "too many other cases did not come back");
  } finally {
    await box.close();
  }
}

function pendingNumbers(suite: AdversarialSuite, known: ReadonlyMap<number, CaseOutcome>): number[] {
  return suite.cases.map((_, index) => index + 1).filter((number) => !known.has(number));
}

interface Round {
  readonly box: Box;
  readonly patch: Patch;
  readonly pending: readonly number[];
}

async function runRound(context: RunContext, { prepared, suite, timeoutMs }: CasesRun, { box, patch, pending }: Round): Promise<BoxResult | undefined> {
  const { match, runner } = prepared;
  const names = pending.flatMap((number) => suite.names[number - 1] ?? []);
  const place = { rig: box.paths, files: patchedView(context.ports.workspace.view, patch) };
  const narrowed = match === undefined ? undefined : runner?.rerunOnly(match, names, place);
  if (narrowed === undefined) return undefined;
  const told = { environment: { [CASES_VARIABLE]: box.paths.out, PYTHONHASHSEED: "0" }, tools: {}, collect: [CASES_FILE] };
  const limit = Math.min(context.plan.limits.timeoutMs, timeoutMs ?? defaultTimeoutMs);
  return box.run({ ...mergeInstrumentation(narrowed, told), writes: "discard", signal: context.ports.signal, limits: { timeoutMs: limit } });
}

/** A case that began and did not come back hung when the run was ended for its time, and ended the process otherwise. */
function takeRound(known: Map<number, CaseOutcome>, result: BoxResult): void {
  for (const { number, outcome } of readCases(result.files[CASES_FILE] ?? "")) {
    const ended: CaseOutcome = result.end.kind === "timed-out" ? { kind: "hung" } : { kind: "raised", text: `the process ended (${endOf(result)})` };
    if (!known.has(number)) known.set(number, outcome ?? ended);
  }
}

function endOf({ end }: BoxResult): string {
  if (end.kind === "exited") return `exit ${end.exitCode}`;
  return end.kind === "limit-reached" ? `limit ${end.limit}` : end.kind;
}

function outcomes(suite: AdversarialSuite, known: ReadonlyMap<number, CaseOutcome>, otherwise: string): CaseOutcome[] {
  return suite.cases.map((_, index) => known.get(index + 1) ?? { kind: "not-run", reason: otherwise });
}
