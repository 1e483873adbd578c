import { canaryVerdict } from "../acceptance/canary.js";
import { type AcceptanceVerdict, confirmationVerdict, type SortedBaseline, suiteVerdict } from "../acceptance/verdict.js";
import type { CaseResult } from "../domain/case.js";
import type { CheckRunPhase } from "../domain/journal.js";
import type { FileChange, Patch } from "../domain/patch.js";
import type { ProofStep } from "../domain/proof.js";
import type { Layer } from "../ports/sandbox.js";
import { inParallel } from "../support/in-parallel.js";
import { type CheckRun, type CheckRunOptions, recordCheckRun } from "./check-run.js";
import type { PreparedCheck } from "./prepared-check.js";
import { redFate } from "./red-fate.js";
import type { RunContext } from "./run-context.js";
import { sandboxFault } from "./sandbox-fault.js";
import { runInOwnBox, runSuite, type SuiteRun, untouched } from "./suite.js";

/** What every step of a proof works with. No warm layer: the boxes of a proof start from the base alone. */
export interface ProofTask {
  readonly context: RunContext;
  readonly checks: readonly PreparedCheck[];
  /** First whole runs on untouched code, in the order of the checks. */
  readonly baseline: readonly CheckRun[];
  readonly sorted: SortedBaseline;
  readonly patch: Patch;
}

export interface StepResult {
  readonly step: ProofStep;
  /** Name of the rule that does not hold; undefined when it holds. */
  readonly rule: string | undefined;
  /** What broke the sandbox meanwhile: then the step says nothing of the patch. */
  readonly broken: string | undefined;
}

export interface CanaryStep extends StepResult {
  readonly notChecked: readonly string[];
}

export interface WholeSuite extends StepResult {
  readonly suite: SuiteRun;
}

export async function wholeSuiteStep(task: ProofTask): Promise<WholeSuite> {
  const suite = await runSuite(task.context, { checks: task.checks, layers: [], patch: task.patch, phase: "whole-suite", keep: "all" });
  const comparisons = suite.runs.map((run, index) => ({ check: run.prepared.check, baseline: (task.baseline[index] as CheckRun).reading, after: run }));
  const count = suite.runs.reduce((sum, run) => sum + run.reading.cases.length, 0);
  return {
    ...judged(
      "whole-suite",
      suiteVerdict(comparisons, task.sorted),
      `Every check ran whole in a clean box: ${count} cases, all that had to pass were seen to pass.`,
    ),
    broken: sandboxFault(suite.runs),
    suite,
  };
}

/** Rounds of only the fixed cases, each in a clean box. */
export async function confirmationStep(task: ProofTask, suite: SuiteRun): Promise<StepResult> {
  const wanted = task.context.plan.confirmations;
  const round = () => redRuns(task, { layersOf: layersBelow(suite), patch: task.patch, phase: "confirmation" });
  const rounds = await inParallel(
    Array.from({ length: wanted }, () => round),
    task.context.ports.parallel,
  );
  return {
    ...judged(
      "confirmation",
      confirmationVerdict(rounds, wanted, task.sorted),
      `The fixed cases ran and passed ${wanted} more times, each time in a clean box.`,
    ),
    broken: sandboxFault(rounds.flat()),
  };
}

/** The base without the patch has to be red again, or the patch is not what made the cases pass. */
export async function revertStep(task: ProofTask): Promise<StepResult> {
  const base = await runSuite(task.context, { checks: task.checks.slice(0, -1), layers: [], patch: untouched, keep: "all" });
  const runs = await redRuns(task, { layersOf: layersBelow(base), patch: untouched, phase: "revert" });
  const broken = sandboxFault([...base.runs, ...runs]);
  const cases = runs.flatMap((run) => run.reading.cases);
  const green = task.sorted.toHeal.filter((red) => redFate(red, cases) === "passed");
  if (green.length === 0) return { step: { step: "revert", ok: true, detail: "Without the patch the cases are red again." }, rule: undefined, broken };
  const detail = `Without the patch ${green[0]?.reportedId ?? "a case"} passes too, so the patch is not what mended it.`;
  return { step: { step: "revert", ok: false, detail }, rule: "not-red-without-patch", broken };
}

interface RedRuns {
  readonly layersOf: (index: number) => readonly Layer[];
  readonly patch: Patch;
  readonly phase: CheckRunPhase;
}

/** One run of the red cases for each check that has some. */
async function redRuns(task: ProofTask, request: RedRuns): Promise<CheckRun[]> {
  const runs: CheckRun[] = [];
  for (const [index, prepared] of task.checks.entries()) {
    const red = casesOf(task.sorted.toHeal, prepared);
    if (red.length === 0) continue;
    const single = { prepared, layers: request.layersOf(index), patch: request.patch };
    const run = await runInOwnBox(task.context, single, redOptions(task, prepared, red));
    await recordCheckRun(task.context, request.phase, run);
    runs.push(run);
  }
  return runs;
}

/** Time given to cases that did not end at baseline; never more than they had there. */
const hangingMs = 30_000;

function redOptions(task: ProofTask, prepared: PreparedCheck, red: readonly CaseResult[]): CheckRunOptions {
  const first = task.baseline[task.checks.indexOf(prepared)];
  const timeout = first?.end.kind === "timed-out" ? { timeoutMs: Math.min(hangingMs, task.context.plan.limits.timeoutMs) } : {};
  return red.some(({ kind }) => kind === "run") ? timeout : { ...timeout, only: red.map(({ name }) => name) };
}

/** A check's box starts from what the checks before it wrote in the same clean run. */
function layersBelow(suite: SuiteRun): (index: number) => readonly Layer[] {
  return (index) => suite.layers.slice(0, index);
}

export function casesOf(cases: readonly CaseResult[], prepared: PreparedCheck): CaseResult[] {
  const runner = prepared.match?.runner ?? "unknown";
  return cases.filter((red) => (red.kind === "run" ? red.name.titlePath[0] === prepared.check.name : red.name.runner === runner));
}

/** One more run of each check that holds a fixed case, with a test file that must be seen failing: a forged report cannot know it. */
export async function canaryStep(task: ProofTask, suite: SuiteRun): Promise<CanaryStep> {
  const notChecked: string[] = [];
  for (const [index, prepared] of task.checks.entries()) {
    if (casesOf(task.sorted.toHeal, prepared).length === 0) continue;
    const seen = await canaryFor(task, { prepared, layers: layersBelow(suite)(index), without: suite.runs[index] as CheckRun });
    if (seen === undefined) notChecked.push(`No canary test could be added to \`${prepared.check.command}\`, so a forged report would not be noticed by it.`);
    else if (seen.verdict.kind === "refused") {
      const { reason, rule } = seen.verdict;
      return { step: { step: "canary", ok: false, detail: reason }, rule, broken: sandboxFault([seen.run]), notChecked };
    }
  }
  const detail = notChecked.length === 0 ? "A failing test added under a random name was seen failing with its random value." : (notChecked[0] as string);
  return { step: { step: "canary", ok: true, detail }, rule: undefined, broken: undefined, notChecked };
}

interface CanaryPlace {
  readonly prepared: PreparedCheck;
  readonly layers: readonly Layer[];
  readonly without: CheckRun;
}

async function canaryFor(task: ProofTask, { prepared, layers, without }: CanaryPlace) {
  const { ports } = task.context;
  const secret = { token: ports.randomHex(6), value: ports.randomHex(16) };
  const file = prepared.match === undefined ? undefined : prepared.runner?.canary(prepared.match, ports.workspace.view, secret);
  if (file === undefined) return undefined;
  const added: FileChange = { kind: "add", path: file.path, after: file.text, encoding: "utf8" };
  const patch: Patch = { changes: [...task.patch.changes, added].sort((one, other) => (one.path < other.path ? -1 : 1)) };
  const run = await runInOwnBox(task.context, { prepared, layers, patch });
  await recordCheckRun(task.context, "canary", run);
  return { run, verdict: canaryVerdict({ name: file.name, value: secret.value, run, without: without.reading, flaky: task.sorted.flaky }) };
}

function judged(step: ProofStep["step"], verdict: AcceptanceVerdict, detail: string): Omit<StepResult, "broken"> {
  if (verdict.kind === "accepted") return { step: { step, ok: true, detail }, rule: undefined };
  return { step: { step, ok: false, detail: verdict.reason }, rule: verdict.rule };
}
