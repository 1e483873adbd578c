import { isThin } from "../acceptance/confidence.js";
import { protectedPaths } from "../acceptance/protected-paths.js";
import { type TamperReport, tamperJudge } from "../acceptance/tamper/judge.js";
import type { SortedBaseline } from "../acceptance/verdict.js";
import { type CoderName, isSampled } from "../domain/attempt.js";
import type { Brief } from "../domain/brief.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import type { Patch } from "../domain/patch.js";
import { patchKey } from "../domain/patch-key.js";
import { patchedView } from "../domain/patched-view.js";
import type { Suspect } from "../domain/suspect.js";
import type { ValueTrace } from "../domain/value-trace.js";
import { type Baseline, passedAtBaseline } from "./baseline.js";
import type { Trial } from "./candidate.js";
import type { CheckRun } from "./check-run.js";
import { codersFor } from "./coders.js";
import { withProtectedTests } from "./frozen-tests.js";
import type { Gate } from "./gates.js";
import { lessons } from "./lessons.js";
import { locate, type PatchEvidence } from "./locate.js";
import type { PreparedCheck } from "./prepared-check.js";
import type { RepairTask } from "./repair.js";
import { type RunContext, record, showProgress } from "./run-context.js";
import { traceFailure } from "./trace.js";

export interface DiagnosedTask extends RepairTask {
  readonly sorted: SortedBaseline;
  /** Why green candidates were not accepted; a live list that the brief shows to coders as what the next proposal has to answer. */
  readonly findings: string[];
  readonly judge: (patch: Patch) => Promise<TamperReport>;
  readonly evidenceFor: (patch: Patch) => Promise<PatchEvidence>;
}

/** Failures to located functions: everything the loop needs. */
export async function diagnose(context: RunContext, baseline: Baseline, gate: Extract<Gate, { kind: "go" }>): Promise<DiagnosedTask> {
  showProgress(context, { stage: "diagnose" });
  const { plan, ports } = context;
  const view = ports.workspace.view;
  const runners = baseline.checks.flatMap(({ runner }) => (runner === undefined ? [] : [runner]));
  const guarded = withProtectedTests(
    protectedPaths({
      isTestMaterial: (path) => runners.some((runner) => runner.isTestMaterial(path, view)),
      protect: plan.protectedGlobs,
      allow: plan.allowGlobs,
    }),
    context.suite,
  );
  const isProtected = (path: string): boolean => guarded.isProtected(path);
  const located = await locate(context, baseline, { toHeal: gate.toHeal, isProtected });
  await record(context, { type: "diagnosed", class: gate.class, reason: gate.reason, suspects: located.suspects.slice(0, 20) });
  const { toHeal } = located;
  const judge = await tamperJudge({ files: view, failures: toHeal, protectedPaths: guarded, trees: ports.trees });
  const judgePatch = (patch: Patch): Promise<TamperReport> => judge.judge(patch, located.coverage);
  const findings: string[] = [];
  const sorted: SortedBaseline = { toHeal, flaky: baseline.sorted.flaky, environment: gate.environment, preexisting: [] };
  return {
    trial: makeTrial(context, baseline, { sorted, judgePatch }),
    coders: codersFor(context),
    answersLeft: undefined,
    caseMs: Math.max(0, ...Object.values(baseline.aloneMs)),
    findings,
    brief: {
      suspects: located.suspects,
      isProtected,
      mustAddress: findings,
      trace: tracer(context, baseline, { toHeal, suspects: located.suspects }),
      ...askedOf(context),
    },
    // The tests of a task were written and approved for this code alone: they are the gate.
    isThin: async ({ proposal }) => (context.suite === undefined ? isThin(await located.evidenceFor(proposal.patch)) : "no"),
    filesWith: (patch) => patchedView(view, patch),
    sorted,
    judge: judgePatch,
    evidenceFor: located.evidenceFor,
  };
}

function askedOf(context: RunContext): Pick<Brief, "seed" | "task" | "lesson"> {
  const { seed, task } = context.plan;
  const lesson = lessons(context);
  return { seed, ...(task === undefined ? {} : { task: task.text }), ...(lesson === undefined ? {} : { lesson }) };
}

/** Each case is recorded once in each tree. */
function tracer(
  context: RunContext,
  baseline: Baseline,
  { toHeal, suspects }: { readonly toHeal: readonly CaseResult[]; readonly suspects: readonly Suspect[] },
): NonNullable<Brief["trace"]> {
  const recorded = new Map<string, Promise<ValueTrace | undefined>>();
  return ({ patch, caseId }) => {
    const failure = toHeal.find(({ id }) => id === caseId);
    if (failure === undefined) return Promise.resolve(undefined);
    const key = `${caseId}\n${patchKey(patch)}`;
    const trace = recorded.get(key) ?? traceFailure(context, baseline, { failure, suspects, patch });
    recorded.set(key, trace);
    return trace;
  };
}

interface TrialParts {
  readonly sorted: SortedBaseline;
  readonly judgePatch: (patch: Patch) => Promise<TamperReport>;
}

function makeTrial(context: RunContext, baseline: Baseline, { sorted, judgePatch }: TrialParts): Trial {
  return {
    context,
    checks: baseline.checks,
    warm: baseline.warm,
    toHeal: sorted.toHeal,
    wanted: sorted.toHeal,
    mustPass: passedAtBaseline(baseline),
    setAside: new Set<CaseId>([...sorted.flaky, ...sorted.environment, ...sorted.preexisting]),
    orderDependent: new Set<CaseId>(baseline.sorted.orderDependent),
    ...timeouts(context, baseline),
    suiteCases: new Map(),
    refusal: async ({ patch }) => (await judgePatch(patch)).findings[0],
  };
}

const leastAloneMs = 2_000;
/** Cases that did not end at baseline have this long in one of many candidates, and in one of a few. */
const hangingMs = { searched: 5_000, sampled: 30_000 } as const;

/** A check that did not end at baseline says nothing of how long it takes; the candidates that make it end do. */
function timeouts(context: RunContext, baseline: Baseline): Pick<Trial, "aloneTimeoutMs" | "suiteTimeoutMs" | "redSuiteTimeoutMs" | "cameToEnd"> {
  const { timeoutMs } = context.plan.limits;
  const ended = new Map<PreparedCheck, number>();
  const whole = suiteTimeout(context, baseline.runs);
  const endlessly = (prepared: PreparedCheck, coder: CoderName): number => {
    if (isSampled(coder)) return Math.min(timeoutMs, hangingMs.sampled);
    const known = ended.get(prepared);
    return Math.min(timeoutMs, hangingMs.searched, known === undefined ? hangingMs.searched : Math.max(leastAloneMs, 3 * known));
  };
  return {
    aloneTimeoutMs: (prepared, coder) => {
      if (hung(baseline, prepared)) return endlessly(prepared, coder);
      return Math.min(timeoutMs, Math.max(leastAloneMs, 3 * (baseline.aloneMs[prepared.check.name] ?? 0)));
    },
    suiteTimeoutMs: whole,
    redSuiteTimeoutMs: (prepared, coder) => (hung(baseline, prepared) ? endlessly(prepared, coder) : whole),
    cameToEnd: (prepared, durationMs) => ended.set(prepared, Math.max(durationMs, ended.get(prepared) ?? 0)),
  };
}

function hung(baseline: Baseline, prepared: PreparedCheck): boolean {
  return baseline.runs.find((run) => run.prepared === prepared)?.end.kind === "timed-out";
}

const leastSuiteMs = 15_000;

/** Generous, since a busy machine must not turn a good candidate down; a suite that hung at baseline says nothing about its length. */
function suiteTimeout({ plan }: RunContext, runs: readonly CheckRun[]): number {
  const slowest = Math.max(...runs.map((run) => (run.end.kind === "timed-out" ? 0 : run.durationMs)));
  return Math.min(plan.limits.timeoutMs, Math.max(leastSuiteMs, 5 * slowest));
}
