import type { CandidateVerdict } from "../domain/attempt.js";
import type { JournalEvent, JournalLine, RunEnd } from "../domain/journal.js";
import type { RegressionMatrix } from "../domain/matrix.js";
import type { ModelCall } from "../domain/model-call.js";
import { patchedPaths } from "../domain/patch.js";
import { dollars, duration, grouped } from "./figures.js";
import type { EventOf } from "./journal-view.js";
import { oneLine } from "./safe-text.js";

/** One line for a person who watches, without control or hidden characters; undefined for events that are only for the record. */
export function eventLine({ event, elapsedMs }: JournalLine): string | undefined {
  const text = describe(event);
  return text === undefined ? undefined : lineAt(elapsedMs, text);
}

export function lineAt(elapsedMs: number, text: string): string {
  return `${seconds(elapsedMs)}  ${indent(text)}${oneLine(text, longestLine)}`;
}

/** Longer texts are in the journal. */
const longestLine = 500;

function indent(text: string): string {
  return text.startsWith("  ") ? "  " : "";
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(6)}s`;
}

function describe(event: JournalEvent): string | undefined {
  switch (event.type) {
    case "run-started":
      return `heal ${event.plan.version}: ${event.plan.checks.map(({ command }) => command).join("; ")}`;
    case "box-ready":
      return `sandbox: ${event.engine}`;
    case "check-ran":
      return `${event.phase}: ${event.check.command} → ${endText(event.end)}, ${event.reading.counts.failing} failing`;
    case "baseline-sorted":
      return `${event.steady.length} steadily red, ${event.orderDependent.length} order-dependent, ${event.flaky.length} flaky`;
    case "diagnosed":
      return `class: ${event.class}; ${event.suspects.length} suspected functions`;
    case "attempt-started":
      return `attempt ${event.attempt}: ${event.coder}, ${event.toHeal.length} to heal`;
    case "candidate-tried":
      return `  candidate ${event.number}: ${verdictText(event.verdict)}${event.verdict.kind === "unusable" ? "" : `: ${event.proposal.explanation}`}`;
    case "attempt-ended":
      return `attempt ${event.attempt}: ${event.result} after ${event.candidates} candidates. ${event.reflection.text}`;
    case "lesson-learned":
      return `  lesson of candidate ${event.candidate}: ${event.lesson}`;
    case "task-given":
      return `task: ${event.text.trim()}`;
    case "tests-written":
      return `tests written: ${event.red.length} red, ${event.green.length} already green${event.hollow === undefined ? "" : `, ${event.hollow.length} passing on empty functions`}, in ${patchedPaths(event.tests).join(", ")}`;
    case "tests-refused":
      return `tests refused: ${event.reason}`;
    case "tests-approved":
      return `tests approved: ${patchedPaths(event.tests).join(", ")}`;
    case "model-limits":
    case "model-ready":
    case "model-asked":
    case "model-unbilled":
    case "model-called":
      return modelText(event);
    case "reviewed":
      return `review of candidate ${event.candidate}: ${reviewText(event)}`;
    case "proof-step":
      return `proof: ${event.step.step} ${event.step.ok ? "holds" : "does not hold"}: ${event.step.detail}`;
    case "accepted":
      return `accepted: ${event.explanation}`;
    case "rejected":
      return `rejected (${event.rule}): ${event.reason}`;
    case "matrix":
      return `cases: ${matrixCounts(event.matrix)}`;
    case "published":
      return `published: ${event.reason}`;
    case "stopped":
      return `stopped: ${event.stop.reason}`;
    case "note":
      return event.text;
  }
}

function modelText(event: Extract<JournalEvent, { readonly type: `model-${string}` }>): string | undefined {
  switch (event.type) {
    case "model-limits":
      return `model: ${event.model}; it may take at most ${grouped(event.atMost.tokens)} tokens${event.atMost.usd === null ? ", cost not known" : ` and ${dollars(event.atMost.usd)}`}`;
    case "model-ready":
      return `profile ${event.profile}: ${event.because}`;
    // Told by RunLines, which knows what was told before.
    case "model-asked":
    case "model-unbilled":
      return undefined;
    case "model-called":
      return `  ${event.call.role}: ${callText(event.call)}`;
  }
}

/** "Passed" is said only where everyone looked who was asked to. */
function reviewText({ verdict, findings, noModel }: EventOf<"reviewed">): string {
  const said = findings.map(({ severity, claim }) => `; ${severity}: ${claim}`).join("");
  if (noModel === undefined) return `${verdict}${said}`;
  const found = findings.length === 0 ? "the rules found nothing" : verdict === "passed" ? "nothing upheld" : verdict;
  return `${found}${said}; no model looked at it: ${noModel}`;
}

function callText({ reply, charged, costUsd, durationMs }: ModelCall): string {
  const cost = costUsd === null || costUsd === 0 ? "" : `, ${dollars(costUsd)}`;
  return `${reply.kind}, ${grouped(charged.input)} tokens in, ${grouped(charged.output)} out${cost}, ${duration(durationMs)}`;
}

/** "2 fixed, 3 unchanged"; kinds of change that did not occur are left out. */
export function matrixCounts({ counts }: RegressionMatrix): string {
  const named = Object.entries(counts).filter(([, count]) => count > 0);
  return named.length === 0 ? "none seen" : named.map(([change, count]) => `${count} ${change.replaceAll("-", " ")}`).join(", ");
}

export function endText(end: RunEnd): string {
  switch (end.kind) {
    case "exited":
      return `exit ${end.exitCode}`;
    case "signalled":
      return end.signal;
    case "timed-out":
      return `stopped after ${Math.round(end.afterMs / 1000)} s`;
    case "limit-reached":
      return `${end.limit} limit reached`;
    case "not-started":
      return `not started: ${end.reason}`;
    case "cancelled":
      return "cancelled";
  }
}

export function verdictText(verdict: CandidateVerdict): string {
  switch (verdict.kind) {
    case "mends-some":
      return `mends ${verdict.fixed.length}, ${verdict.stillFailing.length} still red`;
    case "loses-again":
      return `loses ${verdict.lost.length} again`;
    case "breaks":
      return `breaks ${verdict.broken.length}`;
    case "refused":
      return `refused (${verdict.rule})`;
    case "unusable":
      return `unusable (${verdict.reason})`;
    default:
      return verdict.kind;
  }
}
