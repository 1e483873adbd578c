import type { CandidateVerdict, Proposal, Reflection } from "./attempt.js";
import type { CaseId, CaseResult } from "./case.js";
import type { Check } from "./check.js";
import type { FailureClass } from "./failure.js";
import type { BoxLimits, LimitHolders } from "./limits.js";
import type { RegressionMatrix } from "./matrix.js";
import type { AskedCall, ModelCall } from "./model-call.js";
import type { Profile } from "./model-plan.js";
import type { Stop } from "./outcome.js";
import type { Patch } from "./patch.js";
import type { Proof, ProofStep } from "./proof.js";
import type { Reading } from "./reading.js";
import type { ReviewFinding } from "./review.js";
import type { EngineName, RunPlan } from "./run-plan.js";
import type { Suspect } from "./suspect.js";
import type { Approval, TaskSuite, WrittenSuite } from "./task.js";

export type CheckRunPhase = "baseline" | "rerun-alone" | "rerun-suite" | "whole-suite" | "confirmation" | "canary" | "minimise" | "revert" | "replay";

/** How the process of a check ended, as published. */
export type RunEnd =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "signalled"; readonly signal: string; readonly exitCode: number }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | { readonly kind: "limit-reached"; readonly limit: string; readonly heldBy: string }
  | { readonly kind: "not-started"; readonly reason: string }
  | { readonly kind: "cancelled" };

export type JournalEvent =
  | { readonly type: "run-started"; readonly plan: RunPlan; readonly baseDigest: string }
  | {
      readonly type: "box-ready";
      readonly engine: EngineName;
      readonly limits: BoxLimits;
      readonly heldBy: LimitHolders;
      readonly leftOut: readonly string[];
      readonly assurance: string;
    }
  | {
      readonly type: "check-ran";
      readonly phase: CheckRunPhase;
      readonly check: Check;
      readonly end: RunEnd;
      readonly reading: Reading;
      readonly durationMs: number;
      readonly logFile: string | null;
    }
  | {
      readonly type: "baseline-sorted";
      readonly steady: readonly CaseResult[];
      readonly orderDependent: readonly CaseId[];
      readonly flaky: readonly CaseId[];
      readonly environment: readonly CaseId[];
      readonly preexisting: readonly CaseId[];
    }
  | { readonly type: "diagnosed"; readonly class: FailureClass; readonly reason: string; readonly suspects: readonly Suspect[] }
  | { readonly type: "attempt-started"; readonly attempt: number; readonly coder: string; readonly parent: Patch; readonly toHeal: readonly CaseId[] }
  | {
      readonly type: "candidate-tried";
      readonly attempt: number;
      readonly number: number;
      readonly proposal: Proposal;
      readonly verdict: CandidateVerdict;
      readonly durationMs: number;
    }
  | {
      readonly type: "attempt-ended";
      readonly attempt: number;
      readonly candidates: number;
      readonly best: Patch | null;
      readonly result: "healed" | "mended-some" | "nothing" | "interrupted";
      readonly cases: readonly CaseResult[];
      readonly reflection: Reflection;
    }
  /** What a model wrote about a candidate of that attempt, once the next prompt was to show its code: at most 80 words. */
  | { readonly type: "lesson-learned"; readonly attempt: number; readonly candidate: number; readonly lesson: string }
  /** `digest`: SHA-256 of the description's bytes. */
  | { readonly type: "task-given"; readonly text: string; readonly digest: string; readonly approval: Approval }
  | ({ readonly type: "tests-written" } & WrittenSuite)
  /** A suite that cannot be the gate. */
  | { readonly type: "tests-refused"; readonly reason: string }
  /** `bundle`: the folder whose tests a person approved. */
  | ({ readonly type: "tests-approved"; readonly bundle: string } & TaskSuite)
  /** Before the first call of the run, whoever makes it: what all of them may take at most. */
  | { readonly type: "model-limits"; readonly model: string; readonly atMost: { readonly tokens: number; readonly usd: number | null } }
  /** How the coder's model is asked. */
  | {
      readonly type: "model-ready";
      readonly model: string;
      readonly profile: Profile;
      readonly contextTokens: number | null;
      readonly because: string;
    }
  /** Before a call is sent. One that neither `model-called` nor `model-unbilled` names was cut off: it may have cost its most. */
  | { readonly type: "model-asked"; readonly attempt: number | null; readonly call: AskedCall }
  /** `attempt` null = outside any attempt. `asked`: the number of the call when it was sent. */
  | { readonly type: "model-called"; readonly attempt: number | null; readonly asked?: number; readonly call: ModelCall }
  /** A call that nothing was charged for and that no replay needs. `because`: the reply's own sentence; in older journals its kind. */
  | { readonly type: "model-unbilled"; readonly asked: number; readonly because: string }
  /** `upheld` sends the candidate back; `notChecked` says what the review could not look at. */
  | {
      readonly type: "reviewed";
      readonly candidate: number;
      readonly verdict: "passed" | "upheld";
      readonly findings: readonly ReviewFinding[];
      readonly notChecked: readonly string[];
      /** Why no model looked at the patch, though one was asked to. */
      readonly noModel?: string;
    }
  | { readonly type: "proof-step"; readonly step: ProofStep }
  | {
      readonly type: "accepted";
      /** Number of the candidate it was. */
      readonly candidate: number;
      readonly patch: Patch;
      readonly proof: Proof;
      readonly alternatives: readonly { readonly number: number; readonly patch: Patch; readonly explanation: string }[];
      readonly explanation: string;
    }
  | { readonly type: "rejected"; readonly patch: Patch; readonly rule: string; readonly reason: string }
  /** Counts over every case; rows only of cases that are not "unchanged". Once, before the run is published or stops. */
  | { readonly type: "matrix"; readonly matrix: RegressionMatrix }
  | { readonly type: "note"; readonly text: string }
  | {
      readonly type: "published";
      readonly action: "created" | "updated" | "branch-only" | "nothing";
      readonly branch: string | null;
      readonly pullRequest: { readonly number: number; readonly url: string } | null;
      readonly reason: string;
    }
  | { readonly type: "stopped"; readonly stop: Stop; readonly class: FailureClass | null };

/** One line of `journal.jsonl`. */
export interface JournalLine {
  readonly schema: "heal/journal/1";
  /** Counts from 1 without gaps. */
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Milliseconds since the run started, monotonic. */
  readonly elapsedMs: number;
  readonly event: JournalEvent;
}
