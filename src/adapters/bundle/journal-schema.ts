import * as z from "zod";
import type { JournalLine } from "../../domain/journal.js";
import { type StopReason, stopReasons } from "../../domain/outcome.js";
import { proposal, reflection, verdict } from "./journal-attempt.js";
import { askedCall, modelCall, modelPlan, reviewFinding } from "./journal-model.js";
import { proof, proofStep } from "./journal-proof.js";
import { taskGiven, taskPlan, testsApproved, testsRefused, testsWritten } from "./journal-task.js";
import { boxLimits, caseId, caseResult, check, failureClass, limitHolders, patch, reading, suspect } from "./journal-values.js";

const text = z.string();
const number = z.int();
const engine = z.enum(["docker", "bubblewrap", "none"]);

const plan = z.strictObject({
  root: text,
  checks: z.array(check),
  coder: z.enum(["operators", "model", "auto"]),
  engine: z.enum(["docker", "bubblewrap", "none", "auto"]),
  model: modelPlan.nullable(),
  budget: z.strictObject({
    maxAttempts: z.number(),
    maxMinutes: z.number(),
    maxTokens: z.number(),
    maxCost: z.number(),
    candidatesPerParent: z.number(),
    operatorMs: z.number(),
    samplesFirst: z.number(),
    opinions: z.number(),
    slowCaseMs: z.number(),
  }),
  limits: boxLimits,
  confirmations: number,
  partial: z.boolean(),
  seed: z.number(),
  protectedGlobs: z.array(text),
  allowGlobs: z.array(text),
  baseCommit: text.nullable(),
  dryRun: z.boolean(),
  version: text,
  task: z.exactOptional(taskPlan),
  workflowRun: z.exactOptional(z.strictObject({ url: text, artifact: text })),
});

const phase = z.enum(["baseline", "rerun-alone", "rerun-suite", "whole-suite", "confirmation", "canary", "minimise", "revert", "replay"]);

const runEnd = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("exited"), exitCode: number }),
  z.strictObject({ kind: z.literal("signalled"), signal: text, exitCode: number }),
  z.strictObject({ kind: z.literal("timed-out"), afterMs: z.number() }),
  z.strictObject({ kind: z.literal("limit-reached"), limit: text, heldBy: text }),
  z.strictObject({ kind: z.literal("not-started"), reason: text }),
  z.strictObject({ kind: z.literal("cancelled") }),
]);

const change = z.enum(["fixed", "still-failing", "newly-failing", "lost-again", "newly-skipped", "vanished", "flaky", "unchanged"]);
const fate = z.enum(["passed", "failed", "skipped", "absent"]);
const seen = z.enum(["passed", "failed", "skipped", "absent", "not-run"]);

const matrix = z.strictObject({
  rows: z.array(z.strictObject({ id: caseId, change, baseline: fate, attempts: z.array(seen) })),
  counts: z.record(change, number),
});

const alternative = z.strictObject({ number, patch, explanation: text });
const published = z.strictObject({ number, url: text });
const reason = z.enum(Object.keys(stopReasons) as [StopReason, ...StopReason[]]);

/** Every event, closed: an unknown type or member is an error, so that a report never leaves out what it does not know. */
export const journalEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("run-started"), plan, baseDigest: text }),
  z.strictObject({ type: z.literal("box-ready"), engine, limits: boxLimits, heldBy: limitHolders, leftOut: z.array(text), assurance: text }),
  z.strictObject({ type: z.literal("check-ran"), phase, check, end: runEnd, reading, durationMs: z.number(), logFile: text.nullable() }),
  z.strictObject({
    type: z.literal("baseline-sorted"),
    steady: z.array(caseResult),
    orderDependent: z.array(caseId),
    flaky: z.array(caseId),
    environment: z.array(caseId),
    preexisting: z.array(caseId),
  }),
  z.strictObject({ type: z.literal("diagnosed"), class: failureClass, reason: text, suspects: z.array(suspect) }),
  z.strictObject({ type: z.literal("attempt-started"), attempt: number, coder: text, parent: patch, toHeal: z.array(caseId) }),
  z.strictObject({ type: z.literal("candidate-tried"), attempt: number, number, proposal, verdict, durationMs: z.number() }),
  z.strictObject({
    type: z.literal("attempt-ended"),
    attempt: number,
    candidates: number,
    best: patch.nullable(),
    result: z.enum(["healed", "mended-some", "nothing", "interrupted"]),
    cases: z.array(caseResult),
    reflection,
  }),
  z.strictObject({ type: z.literal("lesson-learned"), attempt: number, candidate: number, lesson: text }),
  taskGiven,
  testsWritten,
  testsRefused,
  testsApproved,
  z.strictObject({ type: z.literal("model-limits"), model: text, atMost: z.strictObject({ tokens: z.number(), usd: z.number().nullable() }) }),
  z.strictObject({
    type: z.literal("model-ready"),
    model: text,
    profile: z.enum(["small", "large"]),
    contextTokens: number.nullable(),
    because: text,
  }),
  z.strictObject({ type: z.literal("model-asked"), attempt: number.nullable(), call: askedCall }),
  z.strictObject({ type: z.literal("model-called"), attempt: number.nullable(), asked: z.exactOptional(number), call: modelCall }),
  z.strictObject({ type: z.literal("model-unbilled"), asked: number, because: text }),
  z.strictObject({
    type: z.literal("reviewed"),
    candidate: number,
    verdict: z.enum(["passed", "upheld"]),
    findings: z.array(reviewFinding),
    notChecked: z.array(text),
    noModel: z.exactOptional(text),
  }),
  z.strictObject({ type: z.literal("proof-step"), step: proofStep }),
  z.strictObject({ type: z.literal("accepted"), candidate: number, patch, proof, alternatives: z.array(alternative), explanation: text }),
  z.strictObject({ type: z.literal("rejected"), patch, rule: text, reason: text }),
  z.strictObject({ type: z.literal("matrix"), matrix }),
  z.strictObject({ type: z.literal("note"), text }),
  z.strictObject({
    type: z.literal("published"),
    action: z.enum(["created", "updated", "branch-only", "nothing"]),
    branch: text.nullable(),
    pullRequest: published.nullable(),
    reason: text,
  }),
  z.strictObject({ type: z.literal("stopped"), stop: z.strictObject({ reason, sentence: text }), class: failureClass.nullable() }),
]);

export const journalLine = z.strictObject({
  schema: z.literal("heal/journal/1"),
  sequence: z.int().positive(),
  at: z.iso.datetime(),
  elapsedMs: z.number().nonnegative(),
  event: journalEvent,
}) satisfies z.ZodType<JournalLine>;
