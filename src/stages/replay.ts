import { isDeepStrictEqual } from "node:util";
import { type ReplayStep, replayPlan } from "../acceptance/proof-document.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import type { Check } from "../domain/check.js";
import { parseUnifiedDiff } from "../domain/parse-patch.js";
import { emptyPatch, type FileChange, type Patch } from "../domain/patch.js";
import type { Proof } from "../domain/proof.js";
import { patchFile } from "../render/unified-diff.js";
import { type CheckRun, isGreen } from "./check-run.js";
import { withFrozenTests } from "./frozen-tests.js";
import { prepareCheck } from "./prepared-check.js";
import { redFate } from "./red-fate.js";
import type { RunContext } from "./run-context.js";
import { sandboxFault } from "./sandbox-fault.js";
import { allCases, runSuite } from "./suite.js";

/** What a bundle says was proved. */
export interface ProofBundle {
  /** Of `proof.json`. */
  readonly proof: Proof;
  /** The same, as the journal has it. */
  readonly recorded: Proof;
  /** Bytes of `fix.patch`. */
  readonly patchFile: Uint8Array;
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
  const unlike = forged(context, bundle) ?? (await otherBase(context, bundle.proof));
  if (unlike !== undefined) return { reproduced: "no", sentences: [unlike] };
  const parsed = parseUnifiedDiff(bundle.patchFile, context.ports.workspace.view);
  if (parsed.kind === "unusable") return { reproduced: "no", sentences: [`fix.patch cannot be used on this checkout: ${parsed.reason}.`] };
  return replayWithTests(context, bundle, parsed.patch);
}

/** Tests that were written for a task lay under the base when it was proved: "without the patch" means without its code. */
async function replayWithTests(context: RunContext, bundle: ProofBundle, patch: Patch): Promise<ReplayResult> {
  const { tests } = bundle.proof;
  if (tests === undefined) return replaySteps(context, bundle, patch);
  const isTest = ({ path }: FileChange): boolean => tests.files.includes(path);
  const suite = { tests: { changes: patch.changes.filter(isTest) }, digest: tests.digest };
  if (context.ports.sha256(patchFile(suite.tests)) !== tests.digest)
    return { reproduced: "no", sentences: ["The tests in fix.patch are not those the proof was made with: one of the two was changed after the run."] };
  return replaySteps(withFrozenTests(context, suite), bundle, { changes: patch.changes.filter((change) => !isTest(change)) });
}

/** The parts of a bundle vouch for each other: journal, proof and patch were written by one run or the proof means nothing. */
function forged({ ports }: RunContext, { proof, recorded, patchFile }: ProofBundle): string | undefined {
  if (!isDeepStrictEqual(proof, recorded)) return "proof.json is not the proof that the bundle's journal recorded: one of the two was changed after the run.";
  const digest = ports.sha256(patchFile);
  if (digest === proof.patchDigest) return undefined;
  return `fix.patch is not the patch that was proved (digest ${digest.slice(0, 12)}, proof ${proof.patchDigest.slice(0, 12)}): it was changed after the run.`;
}

async function otherBase({ ports }: RunContext, proof: Proof): Promise<string | undefined> {
  const digest = await ports.workspace.digest();
  if (digest === proof.baseDigest) return undefined;
  return `The files of this checkout are not those the proof was made on (digest ${digest.slice(0, 12)}, proof ${proof.baseDigest.slice(0, 12)}). Check out ${proof.baseCommit ?? "the same base"} without other changes.`;
}

async function replaySteps(context: RunContext, bundle: ProofBundle, patch: Patch): Promise<ReplayResult> {
  const sentences = bundle.proof.commands.map(({ check, command }) => `${check} is \`${command}\`.`);
  for (const step of replayPlan(bundle.proof)) {
    for (let round = 1; round <= step.times; round += 1) {
      const problem = await replayStep(context, { bundle, patch }, step);
      const name = step.times > 1 ? `${step.phase} ${round} of ${step.times}` : step.phase;
      sentences.push(problem === undefined ? `${name}: ${count(step.cases)} ${step.expect}, as proved.` : `${name}: ${problem}`);
      if (problem !== undefined) return { reproduced: "no", sentences };
    }
  }
  return { reproduced: "yes", sentences };
}

function count(cases: readonly CaseId[]): string {
  return `${cases.length} ${cases.length === 1 ? "case" : "cases"}`;
}

interface Replayed {
  readonly bundle: ProofBundle;
  readonly patch: Patch;
}

/** Undefined when the step shows what was proved. */
async function replayStep(context: RunContext, { bundle, patch }: Replayed, step: ReplayStep): Promise<string | undefined> {
  const checks = step.commands.map((command): Check => ({ name: command.check, command: command.command, kind: "test", directory: command.directory }));
  const prepared = checks.map((check) => prepareCheck(check, context.ports.workspace.view));
  const suite = await runSuite(context, { checks: prepared, layers: [], patch: step.tree === "base" ? emptyPatch : patch, phase: "replay" });
  // What never ran shows nothing, and is not red.
  const fault = sandboxFault(suite.runs);
  if (fault !== undefined) return fault;
  const wrong = step.cases.find((id) => !isAsExpected(step, fateNow(id, bundle.toHeal, suite.runs)));
  if (wrong !== undefined) return `${wrong} was expected ${step.expect} but is ${fateNow(wrong, bundle.toHeal, suite.runs)}.`;
  const red = suite.runs.find((run) => !isGreen(run));
  if (step.expect === "red") return red === undefined ? "the checks were expected red but are green." : undefined;
  return red === undefined || bundle.proof.flaky.length > 0 ? undefined : `\`${red.prepared.check.command}\` was expected green but is red.`;
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
