import { fewerQuestions } from "../acceptance/review/fewer-questions.js";
import { type ComparedCase, isVeto, judgeCases } from "../acceptance/review/findings.js";
import { ruleFindings } from "../acceptance/review/rules.js";
import { type ReviewClaim, reviewPatch } from "../agents/reviewer/review-patch.js";
import type { TriedCandidate } from "../domain/attempt.js";
import type { CaseResult } from "../domain/case.js";
import { tellingLine } from "../domain/failure.js";
import { emptyPatch, type Patch, patchedPaths } from "../domain/patch.js";
import type { ReviewFinding } from "../domain/review.js";
import { changedLine, unifiedDiff } from "../render/unified-diff.js";
import type { Baseline } from "./baseline.js";
import { fenceToken } from "./fence-token.js";
import { type RunContext, record } from "./run-context.js";
import { type CaseGround, compareCases, compared, profileOf, runOn, suiteOf, type TesterCases } from "./tester-cases.js";

export interface ReviewRequest {
  readonly candidate: TriedCandidate;
  readonly baseline: Baseline;
  /** What the run set out to heal. */
  readonly failures: readonly CaseResult[];
  /** From `openTesterCases`, once for the run. */
  readonly cases: TesterCases;
  /** What a person asked for. */
  readonly task?: string;
}

export interface Review {
  readonly verdict: "passed" | "upheld";
  /** Whether what was upheld keeps the patch out even when nothing better is found. */
  readonly veto: "yes" | "no";
  /** Blocks first. */
  readonly findings: readonly ReviewFinding[];
  readonly notChecked: readonly string[];
  /** The Tester's cases on base and patch: they tell alternatives apart. */
  readonly compared: readonly ComparedCase[];
}

/**
 * Rules, then the Tester's cases, then the Reviewer's counterexamples, each run on base and patch. What a model says decides nothing: a
 * claim whose counterexample does not hold is advice. The gates (tamper rules, proof) stand apart from this and are not loosened by it.
 */
export async function review(context: RunContext, request: ReviewRequest): Promise<Review> {
  const { patch } = request.candidate.proposal;
  const { workspace, trees, ownSecrets } = context.ports;
  const byRules = await ruleFindings({ patch, files: workspace.view, trees, ownSecrets });
  const cases = await compareCases(context, { baseline: request.baseline, cases: request.cases, patch });
  const byCases = await judged(context, request, { source: "tester", compared: cases });
  const asked = await askReviewer(context, request, [...byRules, ...byCases]);
  const findings = fewerQuestions([...byRules, ...byCases, ...asked.findings].sort((one, other) => weight(one) - weight(other)));
  const verdict = findings.some(({ severity }) => severity === "block") ? "upheld" : "passed";
  const notChecked = [...request.cases.notChecked, ...asked.notChecked];
  const unseen = asked.noModel === undefined ? {} : { noModel: asked.noModel };
  await record(context, { type: "reviewed", candidate: request.candidate.number, verdict, findings, notChecked, ...unseen });
  return { verdict, veto: findings.some(isVeto) ? "yes" : "no", findings, notChecked, compared: cases };
}

function weight({ severity }: ReviewFinding): number {
  return ["block", "question", "advice"].indexOf(severity);
}

interface Judging {
  readonly source: "tester" | "reviewer";
  readonly compared: readonly ComparedCase[];
}

/** A block has to show a second time; a machine that was busy once must not turn a good patch down. */
async function judged(context: RunContext, request: ReviewRequest, { source, compared: cases }: Judging): Promise<ReviewFinding[]> {
  const { ground } = request.cases;
  const { patch } = request.candidate.proposal;
  if (ground === undefined) return [];
  const judgement = { source, wantedErrors: ground.wantedErrors, place: placeOf(patch) };
  const findings = judgeCases(cases, judgement);
  const blocks = findings.flatMap(({ severity, evidence }) => (severity === "block" && evidence !== null ? [evidence] : []));
  if (blocks.length === 0) return findings;
  const again = await runBoth(context, request.baseline, { ground, cases: blocks.map((one) => one.case), patch });
  const held = new Set(judgeCases(again, judgement).flatMap(({ severity, evidence }) => (severity === "block" ? [evidence?.case.call] : [])));
  return findings.map((finding) => (finding.severity === "block" && !held.has(finding.evidence?.case.call) ? shownOnce(finding) : finding));
}

function shownOnce(finding: ReviewFinding): ReviewFinding {
  return { ...finding, severity: "question", claim: `${finding.claim} It did not show a second time.` };
}

interface BothTrees {
  readonly ground: CaseGround;
  readonly cases: readonly ComparedCase["case"][];
  readonly patch: Patch;
}

async function runBoth(context: RunContext, baseline: Baseline, { ground, cases, patch }: BothTrees): Promise<ComparedCase[]> {
  const suite = suiteOf(context, ground, cases);
  if (suite === undefined) return [];
  const [base, now] = await Promise.all([emptyPatch, patch].map((tree) => runOn(context, baseline, { ground, suite, patch: tree })));
  return compared(suite, base ?? [], now ?? []);
}

interface Asked {
  readonly findings: readonly ReviewFinding[];
  readonly notChecked: readonly string[];
  /** Why no model looked at the patch, though one was asked to. */
  readonly noModel?: string;
}

async function askReviewer(context: RunContext, request: ReviewRequest, earlier: readonly ReviewFinding[]): Promise<Asked> {
  const { models, plan, ports } = context;
  if (models === undefined || plan.model === null) return { findings: [], notChecked: [] };
  if (plan.model.reviewer === "off") return { findings: [], notChecked: ["No model looked at the patch: the Reviewer is off."] };
  const { patch } = request.candidate.proposal;
  const asked = await reviewPatch(models.coder, {
    diff: unifiedDiff(patch),
    evidence: evidenceText(request, earlier),
    task: taskText(request),
    files: patchedPaths(patch),
    target: request.cases.ground?.target,
    profile: profileOf(context),
    trees: ports.trees,
    fence: fenceToken(context),
    seed: plan.seed,
    signal: ports.signal,
  });
  const known = new Set(patchedPaths(patch));
  const claims = asked.claims.map((claim) => ({ ...claim, file: claim.file !== null && known.has(claim.file) ? claim.file : null }));
  return { ...asked, findings: await tryClaims(context, request, claims) };
}

/** Counterexamples are run on both trees; what they show decides, whatever the claim calls itself. */
async function tryClaims(context: RunContext, request: ReviewRequest, claims: readonly ReviewClaim[]): Promise<ReviewFinding[]> {
  const { ground } = request.cases;
  const calls = claims.flatMap(({ counterexample }) => counterexample ?? []);
  const cases =
    ground === undefined || calls.length === 0
      ? []
      : await runBoth(context, request.baseline, { ground, cases: calls, patch: request.candidate.proposal.patch });
  const shown = await judged(context, request, { source: "reviewer", compared: cases });
  return claims.map((claim) => {
    const block = shown.find(({ severity, evidence }) => severity === "block" && evidence?.case.call === claim.counterexample?.call);
    return block === undefined ? advice(claim, cases) : { ...block, file: claim.file ?? block.file, line: claim.line, claim: `${claim.claim} ${block.claim}` };
  });
}

function advice(claim: ReviewClaim, cases: readonly ComparedCase[]): ReviewFinding {
  const evidence = cases.find((one) => one.case.call === claim.counterexample?.call) ?? null;
  const why = evidence === null ? "No call that could be run was given." : "Its call did not show it.";
  return { source: "reviewer", severity: "advice", file: claim.file, line: claim.line, claim: `${claim.claim} (${why})`, evidence };
}

function placeOf(patch: Patch): { readonly file: string | null; readonly line: number | null } {
  const change = patch.changes[0];
  if (change === undefined) return { file: null, line: null };
  return { file: change.path, line: change.kind === "modify" ? changedLine(change) : 1 };
}

const listedFailures = 5;

function taskText({ failures, task }: ReviewRequest): string {
  const red = failures.slice(0, listedFailures).map(({ reportedId, failure }) => `${reportedId}: ${tellingLine(failure?.message ?? "")}`);
  return [...(task === undefined ? [] : [task]), "Failing before the patch:", ...red].join("\n");
}

function evidenceText({ candidate, failures }: ReviewRequest, known: readonly ReviewFinding[]): string {
  const { verdict } = candidate;
  const ran =
    verdict.kind === "green"
      ? `With the patch the whole suite passes, and with it the ${failures.length} cases that failed.`
      : `Running it came to: ${verdict.kind}.`;
  return [ran, ...known.map(({ source, claim }) => `${source}: ${claim}`)].join("\n");
}
