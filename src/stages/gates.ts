import { findConflicts, isRed } from "../checks/conflicts/find-conflicts.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import { type FailureClass, unhealableClasses } from "../domain/failure.js";
import type { Stop } from "../domain/outcome.js";
import { type Baseline, casesToHeal } from "./baseline.js";
import { type CheckRun, isGreen } from "./check-run.js";
import { isOfSuite, notRunBy } from "./frozen-tests.js";
import type { RunContext } from "./run-context.js";
import { sandboxFault } from "./sandbox-fault.js";

/** Whether repair may start, decided from the baseline alone: no candidate was run yet. */
export type Gate =
  | {
      readonly kind: "go";
      readonly class: FailureClass;
      readonly reason: string;
      readonly toHeal: readonly CaseResult[];
      readonly environment: readonly CaseId[];
      readonly commands: readonly string[];
    }
  | { readonly kind: "stop"; readonly stop: Stop; readonly class: FailureClass | null };

export async function judgeBaseline(context: RunContext, baseline: Baseline): Promise<Gate> {
  const broken = sandboxFault([...baseline.runs, ...baseline.reruns]);
  if (broken !== undefined) return stop("sandbox-unavailable", broken);
  const unseen = unseenSuite(context, baseline);
  if (unseen !== undefined) return stop("invalid-setup", unseen, "config");
  const red = baseline.runs.filter((run) => !isGreen(run));
  if (red.length === 0) return stop("nothing-failed", `Every check is green, so there is nothing to heal: ${baseline.runs.map(quoted).join(", ")}.`);
  const missing = red.find((run) => run.end.kind === "exited" && run.end.exitCode === 127 && run.reading.cases.every(({ kind }) => kind === "run"));
  if (missing !== undefined)
    return stop(
      "invalid-setup",
      `The check ${quoted(missing)} could not be run: a command in it was not found (exit status 127). Correct the check, or install what it needs in an earlier step.`,
      "config",
    );
  if (casesToHeal(baseline).length === 0 && baseline.sorted.environment.length === 0) return flaky(baseline);
  return judgeRed(context, { red, baseline });
}

function unseenSuite({ suite, plan }: RunContext, baseline: Baseline): string | undefined {
  if (suite === undefined || baseline.runs.some(({ reading }) => reading.cases.some((result) => isOfSuite(suite, result)))) return undefined;
  return notRunBy(suite, plan.checks);
}

function flaky(baseline: Baseline): Gate {
  const { flaky: ids } = baseline.sorted;
  const shown = ids.slice(0, 5).join(", ");
  return stop(
    "flaky",
    `Nothing is steadily red: ${shown}${ids.length > 5 ? ` and ${ids.length - 5} more` : ""} failed in one run and passed in another. No code was changed.`,
    "flaky-suspect",
  );
}

async function judgeRed(context: RunContext, { red, baseline }: { readonly red: readonly CheckRun[]; readonly baseline: Baseline }): Promise<Gate> {
  const toHeal = casesToHeal(baseline);
  const healable = red.find((run) => !unhealableClasses.includes(run.reading.class));
  if (healable === undefined) return notHealable(red[0] as CheckRun);
  const conflict = await conflictAmong(context, baseline);
  if (conflict !== undefined) return stop("tests-conflict", conflict, "test-bug");
  const commands = red.map((run) => run.prepared.check.command);
  return { kind: "go", class: healable.reading.class, reason: healable.reading.classReason, toHeal, environment: baseline.sorted.environment, commands };
}

function notHealable(run: CheckRun): Gate {
  const { class: found, classReason } = run.reading;
  return stop("not-healable", `${quoted(run)} fails for a reason no patch of the code can mend (${found}): ${classReason.replace(/\.$/, "")}.`, found);
}

/** Test files looked through for a contradiction, beside those of the red cases. */
const mostTestFiles = 500;

async function conflictAmong(context: RunContext, baseline: Baseline): Promise<string | undefined> {
  const view = context.ports.workspace.view;
  const failing = casesToHeal(baseline);
  const isTest = (path: string): boolean => baseline.checks.some(({ runner }) => runner?.isTestMaterial(path, view) === true);
  const paths = new Set([...failing.map(({ name }) => name.file), ...view.paths().filter(isTest).slice(0, mostTestFiles)]);
  const files = [...paths].flatMap((path) => {
    const source = view.read(path);
    return source === undefined ? [] : [{ path, text: source.text }];
  });
  const [conflict] = await findConflicts({ files, isLookedAt: (test) => isRed(test, failing), trees: context.ports.trees });
  return conflict?.sentence;
}

function stop(reason: Stop["reason"], sentence: string, failureClass: FailureClass | null = null): Gate {
  return { kind: "stop", stop: { reason, sentence }, class: reason === "nothing-failed" ? "no-failure" : failureClass };
}

function quoted(run: CheckRun): string {
  return `\`${run.prepared.check.command}\``;
}
