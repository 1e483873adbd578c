import type { CaseId } from "../domain/case.js";
import type { Check } from "../domain/check.js";
import type { FailureClass } from "../domain/failure.js";
import type { JournalLine } from "../domain/journal.js";
import type { BoxLimits } from "../domain/limits.js";
import { type OutcomeKind, type StopReason, stopReasons } from "../domain/outcome.js";
import { patchedPaths } from "../domain/patch.js";
import { eventsOf, lastOf } from "./journal-view.js";
import { spendingOf } from "./spending.js";

/** `outcome.json`. */
export interface OutcomeDocument {
  readonly schema: "heal/outcome/1";
  readonly outcome: OutcomeKind;
  readonly stopReason: StopReason;
  readonly summary: string;
  readonly class: FailureClass | null;
  readonly checks: readonly (Pick<Check, "name" | "command" | "kind"> & { readonly exitCode: number | null })[];
  readonly fixed: readonly CaseId[];
  readonly stillFailing: readonly CaseId[];
  readonly newlyFailing: readonly CaseId[];
  readonly preexisting: readonly CaseId[];
  readonly flaky: readonly CaseId[];
  readonly environment: readonly CaseId[];
  readonly attempts: number;
  readonly candidates: number;
  readonly files: readonly string[];
  readonly tokens: { readonly input: number; readonly output: number };
  readonly cost: { readonly usd: number | null };
  readonly sandbox: { readonly engine: string | null; readonly limits: Readonly<Record<string, { readonly value: number | null; readonly heldBy: string }>> };
  readonly assurance: string;
  readonly durationMs: number;
}

/** Works on any prefix of a journal: a run that was killed is told as cancelled where its journal ends. */
export function outcomeDocument(lines: readonly JournalLine[]): OutcomeDocument {
  const stopped = lastOf(lines, "stopped");
  const stop = stopped?.stop ?? { reason: "cancelled" as const, sentence: "The run ended before it could write why; this is what its journal holds." };
  const accepted = lastOf(lines, "accepted");
  const box = lastOf(lines, "box-ready");
  const spending = spendingOf(lines);
  return {
    schema: "heal/outcome/1",
    outcome: stopReasons[stop.reason].outcome,
    stopReason: stop.reason,
    summary: stop.sentence,
    class: stopped?.class ?? lastOf(lines, "diagnosed")?.class ?? null,
    checks: checksOf(lines),
    ...casesOf(lines),
    attempts: eventsOf(lines, "attempt-started").length,
    candidates: eventsOf(lines, "candidate-tried").filter(({ verdict }) => verdict.kind !== "duplicate").length,
    files: accepted === undefined ? [] : patchedPaths(accepted.patch),
    tokens: spending.tokens,
    cost: { usd: spending.usd },
    sandbox: { engine: box?.engine ?? null, limits: box === undefined ? {} : limitsOf(box) },
    assurance: box?.assurance ?? "no code was run",
    durationMs: lines.at(-1)?.elapsedMs ?? 0,
  };
}

/** Exit status of each check as last seen whole: after the patch when one was proved, else at baseline. */
function checksOf(lines: readonly JournalLine[]): OutcomeDocument["checks"] {
  const plan = lastOf(lines, "run-started")?.plan;
  const runs = eventsOf(lines, "check-ran");
  const whole = lastOf(lines, "accepted") === undefined ? "baseline" : "whole-suite";
  return (plan?.checks ?? []).map(({ name, command, kind }) => {
    const run = runs.filter((candidate) => candidate.check.name === name && candidate.phase === whole).at(-1);
    return { name, command, kind, exitCode: run?.end.kind === "exited" || run?.end.kind === "signalled" ? run.end.exitCode : null };
  });
}

type CaseLists = Pick<OutcomeDocument, "fixed" | "stillFailing" | "newlyFailing" | "preexisting" | "flaky" | "environment">;

function casesOf(lines: readonly JournalLine[]): CaseLists {
  const sorted = lastOf(lines, "baseline-sorted");
  const accepted = lastOf(lines, "accepted");
  const toHeal = [...(sorted?.steady.map(({ id }) => id) ?? []), ...(sorted?.orderDependent ?? [])];
  const environment = sorted?.environment ?? [];
  return {
    fixed: accepted?.proof.greenAfter ?? [],
    stillFailing:
      accepted === undefined
        ? toHeal.filter((id) => !environment.includes(id))
        : toHeal.filter((id) => !accepted.proof.greenAfter.includes(id) && !environment.includes(id)),
    newlyFailing: accepted === undefined ? [] : newlyFailing(lines),
    preexisting: sorted?.preexisting ?? [],
    flaky: sorted?.flaky ?? [],
    environment,
  };
}

/** Of the accepted tree only: what a candidate broke that nobody took is no outcome. An accepted patch has none; the list is the evidence. */
function newlyFailing(lines: readonly JournalLine[]): CaseId[] {
  const rows = lastOf(lines, "matrix")?.matrix.rows ?? [];
  return rows.filter(({ change, attempts }) => change === "newly-failing" || (change === "lost-again" && attempts.at(-1) === "failed")).map(({ id }) => id);
}

function limitsOf(box: { readonly limits: BoxLimits; readonly heldBy: Readonly<Record<string, string>> }): OutcomeDocument["sandbox"]["limits"] {
  const values: Record<string, number | null> = {
    memory: box.limits.memoryBytes,
    processes: box.limits.processes,
    cpus: box.limits.cpus,
    disk: box.limits.diskBytes,
    inodes: box.limits.inodes,
    output: box.limits.outputBytes,
    time: box.limits.timeoutMs,
    network: null,
  };
  return Object.fromEntries(Object.entries(box.heldBy).map(([name, heldBy]) => [name, { value: values[name] ?? null, heldBy }]));
}
