import { type ReplayStep, replayPlan } from "../acceptance/proof-document.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import type { Check } from "../domain/check.js";
import { emptyPatch, type Patch } from "../domain/patch.js";
import type { Proof } from "../domain/proof.js";
import { type CheckRun, isGreen } from "./check-run.js";
import { prepareCheck } from "./prepared-check.js";
import { redFate } from "./red-fate.js";
import type { RunContext } from "./run-context.js";
import { allCases, runSuite } from "./suite.js";

/** What a bundle says was proved. */
export interface ProofBundle {
  readonly proof: Proof;
  readonly patch: Patch;
  /** The red cases as they were at baseline. */
  readonly toHeal: readonly CaseResult[];
}

export interface ReplayResult {
  readonly reproduced: "yes" | "no";
  /** One sentence a step, in order; the last one says why when it was not reproduced. */
  readonly sentences: readonly string[];
}

/** Runs the proof again: red without the patch, green with it, as often as it was confirmed. Stops at the first step that does not hold. */
export async function replay(context: RunContext, bundle: ProofBundle): Promise<ReplayResult> {
  const sentences: string[] = [];
  const digest = await context.ports.workspace.digest();
  if (digest !== bundle.proof.baseDigest) {
    return {
      reproduced: "no",
      sentences: [
        `The files of this checkout are not those the proof was made on (digest ${digest.slice(0, 12)}, proof ${bundle.proof.baseDigest.slice(0, 12)}). Check out ${bundle.proof.baseCommit ?? "the same base"} without other changes.`,
      ],
    };
  }
  for (const step of replayPlan(bundle.proof)) {
    for (let round = 1; round <= step.times; round += 1) {
      const problem = await replayStep(context, bundle, step);
      const name = step.times > 1 ? `${step.phase} ${round} of ${step.times}` : step.phase;
      sentences.push(problem === undefined ? `${name}: ${step.cases.length} cases ${step.expect}, as proved.` : `${name}: ${problem}`);
      if (problem !== undefined) return { reproduced: "no", sentences };
    }
  }
  return { reproduced: "yes", sentences };
}

/** Undefined when the step shows what was proved. */
async function replayStep(context: RunContext, bundle: ProofBundle, step: ReplayStep): Promise<string | undefined> {
  const checks = step.commands.map((command): Check => ({ name: command.check, command: command.command, kind: "test", directory: command.directory }));
  const prepared = checks.map((check) => prepareCheck(check, context.ports.workspace.view));
  const suite = await runSuite(context, { checks: prepared, layers: [], patch: step.tree === "base" ? emptyPatch : bundle.patch, phase: "replay" });
  const wrong = step.cases.find((id) => !isAsExpected(step, fateNow(id, bundle.toHeal, suite.runs)));
  if (wrong !== undefined) return `${wrong} was expected ${step.expect} but is ${fateNow(wrong, bundle.toHeal, suite.runs)}.`;
  const red = step.expect === "green" && bundle.proof.flaky.length === 0 ? suite.runs.find((run) => !isGreen(run)) : undefined;
  return red === undefined ? undefined : `\`${red.prepared.check.command}\` was expected green but is red.`;
}

function isAsExpected(step: ReplayStep, fate: string): boolean {
  return step.expect === "green" ? fate === "passed" : fate !== "passed";
}

function fateNow(id: CaseId, toHeal: readonly CaseResult[], runs: readonly CheckRun[]): string {
  const cases = allCases(runs);
  const red = toHeal.find((candidate) => candidate.id === id);
  if (red !== undefined) return redFate(red, cases);
  return cases.find((candidate) => candidate.id === id)?.status ?? "absent";
}
