import { confidence } from "../acceptance/confidence.js";
import { proofDocument } from "../acceptance/proof-document.js";
import type { TriedCandidate } from "../domain/attempt.js";
import type { CaseId } from "../domain/case.js";
import { type Patch, patchedPaths } from "../domain/patch.js";
import type { Confidence, Proof, ProofStep } from "../domain/proof.js";
import { lastOf } from "../render/journal-view.js";
import { patchFile } from "../render/unified-diff.js";
import type { Baseline } from "./baseline.js";
import { passedAtBaseline } from "./baseline.js";
import { changedLines } from "./changed-lines.js";
import type { DiagnosedTask } from "./diagnose.js";
import { onTopOf } from "./frozen-tests.js";
import type { Judges } from "./judges.js";
import { minimise } from "./minimise.js";
import { type CanaryStep, canaryStep, confirmationStep, type ProofTask, revertStep, type StepResult, wholeSuiteStep } from "./proof-runs.js";
import type { Review } from "./review.js";
import { type RunContext, record, showProgress } from "./run-context.js";

export interface Accepted {
  readonly patch: Patch;
  readonly proof: Proof;
  readonly explanation: string;
  readonly failing: readonly CaseId[];
  readonly sentence: string;
}

export interface ProofRequest {
  readonly baseline: Baseline;
  readonly task: DiagnosedTask;
  /** Green candidates, best first. */
  readonly candidates: readonly TriedCandidate[];
  /** Absent when no model works in this run. */
  readonly judges: Judges | undefined;
}

/** Rule of a rejection that came from a review. */
const reviewRule = "review";

export type Standing = () => Promise<Extract<ProofResult, { kind: "accepted" | "base-moved" }>>;

/** Why a candidate that was green was not accepted. */
export interface Rejection {
  readonly rule: string;
  readonly reason: string;
}

export interface Proved {
  readonly accepted: Accepted | undefined;
  readonly rejections: readonly Rejection[];
  /** Whether the last of them was a review's. */
  readonly vetoed: "yes" | "no";
  /** Accepts the first candidate that everything holds but a review's finding which is no veto; for when nothing better is found. */
  readonly standing?: Standing;
  /** The project's files are no longer those the baseline ran on: no candidate can be proved any more. */
  readonly baseMoved?: "yes";
  /** What broke the sandbox: the candidate whose proof was under way is neither proved nor refused. */
  readonly broken?: string;
}

/** Proves the candidates in their order until one holds; the others stay in the journal as alternatives. */
export async function proveFirst(context: RunContext, request: ProofRequest): Promise<Proved> {
  const rejections: Rejection[] = [];
  let vetoed: Proved["vetoed"] = "no";
  let standing: Standing | undefined;
  for (const candidate of (await request.judges?.arrange(request.candidates)) ?? request.candidates) {
    showProgress(context, { stage: "verify" });
    const result = await prove(context, request, candidate);
    if (result.kind === "accepted") return { accepted: result.accepted, rejections, vetoed };
    if (result.kind === "base-moved") return { accepted: undefined, rejections, vetoed, baseMoved: "yes" };
    if (result.kind === "not-run") return { accepted: undefined, rejections, vetoed, broken: result.broken, ...(standing === undefined ? {} : { standing }) };
    if (result.kind === "objected") standing ??= result.stand;
    rejections.push({ rule: result.rule, reason: result.reason });
    vetoed = result.rule === reviewRule ? "yes" : "no";
    await record(context, { type: "rejected", patch: result.patch, rule: result.rule, reason: result.reason });
  }
  return { accepted: undefined, rejections, vetoed, ...(standing === undefined ? {} : { standing }) };
}

type ProofResult =
  | { readonly kind: "accepted"; readonly accepted: Accepted }
  | { readonly kind: "rejected"; readonly patch: Patch; readonly rule: string; readonly reason: string }
  | { readonly kind: "objected"; readonly patch: Patch; readonly rule: string; readonly reason: string; readonly stand: Standing }
  | { readonly kind: "not-run"; readonly broken: string }
  | { readonly kind: "base-moved" };

async function prove(context: RunContext, request: ProofRequest, candidate: TriedCandidate): Promise<ProofResult> {
  const { task, baseline } = request;
  const minimal = await minimise(task.trial, candidate.proposal, task.trial.wanted);
  const { patch } = minimal;
  const tamper = await task.judge(patch);
  const rules: ProofStep = {
    step: "tamper-rules",
    ok: tamper.findings.length === 0,
    detail: tamper.findings[0]?.reason ?? "No tamper rule speaks against the patch.",
  };
  const steps: ProofStep[] = [minimal.step, rules];
  if (tamper.findings[0] !== undefined) return { kind: "rejected", patch, rule: tamper.findings[0].rule, reason: rules.detail };
  const shown = await runProof({ context, checks: baseline.checks, baseline: baseline.runs, sorted: task.sorted, patch }, steps);
  if (shown.kind !== "held") return shown;
  const { canary } = shown;
  const reviewed = await request.judges?.review({ ...candidate, proposal: { ...candidate.proposal, patch } });
  const held: Held = {
    candidate,
    patch,
    steps,
    notChecked: [...tamper.notChecked, ...canary.notChecked, ...(reviewed?.notChecked ?? [])],
    undecided: undecidedCases(reviewed),
    canary: canary.notChecked.length === 0,
  };
  if (reviewed?.verdict !== "upheld") return accept(context, request, held);
  const reason = reviewed.findings[0]?.claim ?? "a finding was upheld";
  if (reviewed.veto === "yes") return { kind: "rejected", patch, rule: reviewRule, reason };
  return { kind: "objected", patch, rule: reviewRule, reason, stand: () => accept(context, request, unanswered(held, reviewed)) };
}

/** Every run of the proof, its steps noted as they come. */
async function runProof(proofTask: ProofTask, steps: ProofStep[]): Promise<{ readonly kind: "held"; readonly canary: CanaryStep } | ProofResult> {
  const suite = await wholeSuiteStep(proofTask);
  await note(proofTask.context, steps, suite.step);
  const failed = unheld(proofTask.patch, [suite]);
  if (failed !== undefined) return failed;
  const [confirmed, canary, reverted] = await Promise.all([
    confirmationStep(proofTask, suite.suite),
    canaryStep(proofTask, suite.suite),
    revertStep(proofTask),
  ]);
  for (const { step } of [confirmed, canary, reverted]) await note(proofTask.context, steps, step);
  return unheld(proofTask.patch, [confirmed, canary, reverted]) ?? { kind: "held", canary };
}

/** A sandbox that broke comes first: then no step says anything of the patch. */
function unheld(patch: Patch, results: readonly StepResult[]): ProofResult | undefined {
  const broken = results.find((one) => one.broken !== undefined)?.broken;
  if (broken !== undefined) return { kind: "not-run", broken };
  const failed = results.find(({ rule }) => rule !== undefined);
  return failed === undefined ? undefined : { kind: "rejected", patch, rule: failed.rule ?? failed.step.step, reason: failed.step.detail };
}

function unanswered(held: Held, { findings }: Review): Held {
  const open = findings.filter(({ severity }) => severity === "block").map(({ claim }) => `Whether this is meant, no test says: ${claim}`);
  return { ...held, notChecked: [...open, ...held.notChecked] };
}

/** A value that differs is what a repair is for; an answer that breaks a condition or is an error leaves open who is right. */
function undecidedCases(reviewed: Review | undefined): number {
  return (reviewed?.findings ?? []).filter(({ severity, evidence }) => severity !== "advice" && evidence !== null && evidence.patch.kind !== "value").length;
}

async function note(context: RunContext, steps: ProofStep[], step: ProofStep): Promise<void> {
  steps.push(step);
  await record(context, { type: "proof-step", step });
}

interface Held {
  readonly candidate: TriedCandidate;
  readonly patch: Patch;
  readonly steps: readonly ProofStep[];
  readonly notChecked: readonly string[];
  /** Cases of a review that neither hold nor are refuted. */
  readonly undecided: number;
  readonly canary: boolean;
}

async function accept(context: RunContext, request: ProofRequest, held: Held): ReturnType<Standing> {
  const { candidate } = held;
  const patch = wholePatch(context, held.patch);
  const baseDigest = await context.ports.workspace.digest();
  if (baseDigest !== digestAtStart(context)) return { kind: "base-moved" };
  const alternatives = request.candidates.filter(({ number }) => number !== candidate.number);
  const sure = await judgeConfidence(request, held, alternatives.length);
  const proof = buildProof(context, request, { held, sure, baseDigest });
  const explanation = candidate.proposal.explanation;
  await record(context, {
    type: "accepted",
    candidate: candidate.number,
    patch,
    proof,
    explanation,
    alternatives: alternatives.map(({ number, proposal }) => ({ number, patch: proposal.patch, explanation: proposal.explanation })),
  });
  const failing = request.task.trial.wanted.map(({ id }) => id);
  const sentence = sentenceOf(context, { failing: failing.length, code: held.patch, said: `${explanation} Confidence: ${sure.level}.` });
  return { kind: "accepted", accepted: { patch, proof, explanation, failing, sentence } };
}

/** The tests of a task are part of what is handed over: without them nobody could see again what was proved. */
function wholePatch({ suite }: RunContext, code: Patch): Patch {
  return suite === undefined ? code : onTopOf(suite.tests, code);
}

interface Told {
  readonly failing: number;
  readonly code: Patch;
  readonly said: string;
}

function sentenceOf({ suite }: RunContext, { failing, code, said }: Told): string {
  const cases = `${failing} ${failing === 1 ? "case" : "cases"}`;
  const files = patchedPaths(code).join(", ");
  if (suite === undefined) return `Healed ${cases} in ${files}: ${said}`;
  return `Built what the task describes in ${files}, so that ${cases} ${failing === 1 ? "passes" : "pass"}: ${said} The patch brings the tests along (${patchedPaths(suite.tests).join(", ")}).`;
}

async function judgeConfidence(request: ProofRequest, held: Held, alternatives: number): Promise<Confidence> {
  const { origin } = held.candidate.proposal;
  const lines = changedLines(held.patch);
  const evidence = await request.task.evidenceFor(held.patch);
  return confidence({
    coveringCases: evidence.coveringCases,
    redCases: request.task.trial.wanted.length,
    assertions: evidence.assertions,
    alternatives,
    prior: origin.prior ?? null,
    coder: origin.coder,
    operator: origin.operator ?? null,
    changedLines: lines.added + lines.removed,
    onlyDeletes: lines.added === 0,
    undecided: held.undecided,
    canary: held.canary,
  });
}

function digestAtStart({ ports }: RunContext): string | undefined {
  return lastOf(ports.bundle.lines(), "run-started")?.baseDigest;
}

interface ProofParts {
  readonly held: Held;
  readonly sure: Confidence;
  readonly baseDigest: string;
}

function buildProof(context: RunContext, request: ProofRequest, { held, sure, baseDigest }: ProofParts): Proof {
  const { plan, ports, sandbox, suite } = context;
  return proofDocument({
    baseDigest,
    patchDigest: ports.sha256(patchFile(wholePatch(context, held.patch))),
    ...(suite === undefined ? {} : { tests: { files: patchedPaths(suite.tests), digest: suite.digest } }),
    baseCommit: plan.baseCommit,
    checks: plan.checks,
    environment: ports.fingerprint,
    engine: sandbox.engine,
    confirmations: plan.confirmations,
    sorted: request.task.sorted,
    passedAtBaseline: passedAtBaseline(request.baseline).map(({ id }) => id),
    steps: held.steps,
    confidence: sure,
    notChecked: held.notChecked,
  });
}
