import { findConflicts } from "../checks/conflicts/find-conflicts.js";
import type { CaseResult } from "../domain/case.js";
import type { FailureClass } from "../domain/failure.js";
import type { Stop } from "../domain/outcome.js";
import { type Baseline, casesToHeal } from "./baseline.js";
import { type CheckRun, isGreen } from "./check-run.js";
import type { RunContext } from "./run-context.js";

/** Whether repair may start, decided from the baseline alone: no candidate was run yet. */
export type Gate =
  | { readonly kind: "go"; readonly class: FailureClass; readonly reason: string; readonly toHeal: readonly CaseResult[] }
  | { readonly kind: "stop"; readonly stop: Stop; readonly class: FailureClass | null };

/** Classes that no patch of the code can mend. */
const unhealable: readonly FailureClass[] = ["infrastructure", "dependency", "config"];

export async function judgeBaseline(context: RunContext, baseline: Baseline): Promise<Gate> {
  const broken = baseline.runs.find((run) => run.end.kind === "not-started");
  if (broken?.end.kind === "not-started") return stop("sandbox-unavailable", `The sandbox broke while ${quoted(broken)} ran: ${broken.end.reason}`);
  const red = baseline.runs.filter((run) => !isGreen(run));
  if (red.length === 0) return stop("nothing-failed", `Every check is green, so there is nothing to heal: ${baseline.runs.map(quoted).join(", ")}.`);
  const missing = red.find((run) => run.end.kind === "exited" && run.end.exitCode === 127 && run.reading.cases.every(({ kind }) => kind === "run"));
  if (missing !== undefined) return stop("invalid-setup", `The check ${quoted(missing)} could not be run: a command in it was not found (exit status 127). Correct the check, or install what it needs in an earlier step.`, "config");
  const toHeal = casesToHeal(baseline);
  if (toHeal.length === 0) return flaky(baseline);
  return judgeRed(context, { red, toHeal });
}

function flaky(baseline: Baseline): Gate {
  const { flaky: ids } = baseline.sorted;
  const shown = ids.slice(0, 5).join(", ");
  return stop("flaky", `Nothing is steadily red: ${shown}${ids.length > 5 ? ` and ${ids.length - 5} more` : ""} failed in one run and passed in another. No code was changed.`, "flaky-suspect");
}

async function judgeRed(context: RunContext, { red, toHeal }: { readonly red: readonly CheckRun[]; readonly toHeal: readonly CaseResult[] }): Promise<Gate> {
  const blocked = red.filter((run) => unhealable.includes(run.reading.class));
  const first = blocked[0];
  if (first !== undefined && blocked.length === red.length) {
    return stop("not-healable", `${quoted(first)} fails for a reason no patch of the code can mend (${first.reading.class}): ${first.reading.classReason}`, first.reading.class);
  }
  const healable = red.find((run) => !unhealable.includes(run.reading.class)) as CheckRun;
  const conflict = await conflictAmong(context, toHeal);
  if (conflict !== undefined) return stop("tests-conflict", conflict, "test-bug");
  return { kind: "go", class: healable.reading.class, reason: healable.reading.classReason, toHeal };
}

async function conflictAmong(context: RunContext, toHeal: readonly CaseResult[]): Promise<string | undefined> {
  const view = context.ports.workspace.view;
  const paths = [...new Set(toHeal.map(({ name }) => name.file))].filter((path) => path !== "");
  const files = paths.flatMap((path) => {
    const source = view.read(path);
    return source === undefined ? [] : [{ path, text: source.text }];
  });
  const [conflict] = await findConflicts({ files, failing: toHeal, trees: context.ports.trees });
  return conflict?.sentence;
}

function stop(reason: Stop["reason"], sentence: string, failureClass: FailureClass | null = null): Gate {
  return { kind: "stop", stop: { reason, sentence }, class: reason === "nothing-failed" ? "no-failure" : failureClass };
}

function quoted(run: CheckRun): string {
  return `\`${run.prepared.check.command}\``;
}
