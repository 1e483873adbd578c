import { type ComparedCase, wantedErrorsIn } from "../acceptance/review/findings.js";
import { findTarget } from "../agents/tester/find-target.js";
import type { TesterTarget } from "../agents/tester/target.js";
import { writeCases } from "../agents/tester/write-cases.js";
import { adversarialSuite } from "../checks/runners/adversarial/suite.js";
import type { AdversarialCase, AdversarialSuite, CaseOutcome } from "../domain/adversarial-case.js";
import type { CaseResult } from "../domain/case.js";
import type { Profile } from "../domain/model-plan.js";
import { emptyPatch, type Patch } from "../domain/patch.js";
import type { Suspect } from "../domain/suspect.js";
import { runCases } from "./adversarial.js";
import type { Baseline } from "./baseline.js";
import { fenceToken } from "./fence-token.js";
import type { PreparedCheck } from "./prepared-check.js";
import { casesOf } from "./proof-runs.js";
import type { RunContext } from "./run-context.js";

export interface CasesRequest {
  readonly baseline: Baseline;
  /** What the run set out to heal. */
  readonly failures: readonly CaseResult[];
  readonly suspects: readonly Suspect[];
  /** Text of an issue or a task. */
  readonly issue?: string;
}

/** What calls can be run against: the failing test's file and the function it is about. */
export interface CaseGround {
  readonly prepared: PreparedCheck;
  readonly failure: CaseResult;
  readonly target: TesterTarget;
  /** Errors that test, documentation or issue ask for. */
  readonly wantedErrors: readonly string[];
}

/** The Tester's cases and what they come to without any patch; the same for every candidate of a run. */
export interface TesterCases {
  /** Undefined = no call can be run here. */
  readonly ground: CaseGround | undefined;
  readonly suite: AdversarialSuite | undefined;
  readonly base: readonly CaseOutcome[];
  readonly notChecked: readonly string[];
}

/**
 * Has the Tester write its cases, once for a run, and runs them on the base. It sees signature, documentation, failing test and issue; no
 * patch exists for it. Without a model, or with `tester: off`, only the ground for counterexamples is made.
 */
export async function openTesterCases(context: RunContext, request: CasesRequest): Promise<TesterCases> {
  const ground = await findGround(context, request);
  const nothing = (reason: string): TesterCases => ({ ground, suite: undefined, base: [], notChecked: [reason] });
  const { models, plan } = context;
  if (models === undefined || plan.model === null) return nothing("No adversarial cases were written: no model works in this run.");
  if (plan.model.tester === "off") return nothing("No adversarial cases were written: the Tester is off.");
  if (ground === undefined) return nothing(`No adversarial cases were written: ${whyNoGround(request.failures)}.`);
  const written = await writeCases(models.coder, {
    target: ground.target,
    test: { file: ground.failure.name.file, text: context.ports.workspace.view.read(ground.failure.name.file)?.text ?? "" },
    ...(request.issue === undefined ? {} : { issue: request.issue }),
    profile: profileOf(context),
    trees: context.ports.trees,
    fence: fenceToken(context),
    seed: plan.seed,
    signal: context.ports.signal,
  });
  const suite = suiteOf(context, ground, written.cases);
  const base = suite === undefined ? [] : await runOn(context, request.baseline, { ground, suite, patch: emptyPatch });
  return { ground, suite, base, notChecked: written.notChecked };
}

/** A call can be judged only where the base answers it too. */
function whyNoGround(failures: readonly CaseResult[]): string {
  if (failures.some(({ kind }) => kind === "test")) return "the failing test calls no function of the project by a name it imports";
  const unloaded = failures.find(({ kind }) => kind === "load");
  if (unloaded === undefined) return "no failing test of a known runner tells which function to call";
  return `${unloaded.name.file} could not be loaded without the patch, so there is no answer of the code before that a call could be compared with`;
}

/** How a model is asked when its own probe has not spoken yet: what a small one can follow, a large one can too. */
export function profileOf({ models, plan }: RunContext): Profile {
  return models?.profile ?? (plan.model?.profile === "large" ? "large" : "small");
}

async function findGround(context: RunContext, { baseline, failures, suspects, issue }: CasesRequest): Promise<CaseGround | undefined> {
  const { workspace, trees } = context.ports;
  for (const failure of failures.filter(({ kind }) => kind === "test")) {
    const prepared = baseline.checks.find((check) => check.match !== undefined && casesOf([failure], check).length > 0);
    const target = prepared === undefined ? undefined : await findTarget({ failure, suspects, files: workspace.view, trees });
    if (prepared === undefined || target === undefined) continue;
    const texts = [workspace.view.read(failure.name.file)?.text, target.docstring, issue].filter((text) => text !== undefined);
    return { prepared, failure, target, wantedErrors: wantedErrorsIn(texts) };
  }
  return undefined;
}

/** Calls as a suite of the ground's framework; undefined = none can be made. */
export function suiteOf({ ports }: RunContext, ground: CaseGround, cases: readonly AdversarialCase[]): AdversarialSuite | undefined {
  const { match } = ground.prepared;
  if (match === undefined) return undefined;
  return adversarialSuite({ runner: match.runner, testFile: ground.failure.name.file, files: ports.workspace.view, cases });
}

export interface SuiteOnTree {
  readonly ground: CaseGround;
  readonly suite: AdversarialSuite;
  readonly patch: Patch;
}

const leastMs = 10_000;

export function runOn(context: RunContext, baseline: Baseline, { ground, suite, patch }: SuiteOnTree): Promise<CaseOutcome[]> {
  const timeoutMs = Math.max(leastMs, 3 * (baseline.aloneMs[ground.prepared.check.name] ?? 0));
  return runCases(context, { prepared: ground.prepared, suite, patch, layers: baseline.warm, timeoutMs });
}

/** What the Tester's cases come to with a patch, beside the base; empty when there are none. Also tells apart alternatives that all pass. */
export async function compareCases(context: RunContext, { baseline, cases, patch }: Comparison): Promise<ComparedCase[]> {
  const { ground, suite, base } = cases;
  if (ground === undefined || suite === undefined) return [];
  const now = await runOn(context, baseline, { ground, suite, patch });
  return compared(suite, base, now);
}

export interface Comparison {
  readonly baseline: Baseline;
  readonly cases: TesterCases;
  readonly patch: Patch;
}

export function compared(suite: AdversarialSuite, base: readonly CaseOutcome[], patch: readonly CaseOutcome[]): ComparedCase[] {
  const missing: CaseOutcome = { kind: "not-run", reason: "it was not run" };
  return suite.cases.map((one, index) => ({ case: one, base: base[index] ?? missing, patch: patch[index] ?? missing }));
}
