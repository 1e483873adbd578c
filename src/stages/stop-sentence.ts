import { isSampled, type TriedCandidate } from "../domain/attempt.js";
import type { CaseResult } from "../domain/case.js";
import { type FailureClass, tellingLine } from "../domain/failure.js";
import type { Stop, StopReason } from "../domain/outcome.js";
import type { RepairEnd } from "./repair.js";
import type { Rejection } from "./verify.js";

/** Ends that say the search was used up. A limit or a missing model is told as such, whatever else was seen. */
export const searchedOut: readonly StopReason[] = ["no-progress", "max-attempts", "same-patch", "oscillation", "regression", "reviewer-veto"];

/** What the last stop of a loop is told from. */
export interface LoopEnd extends RepairEnd {
  readonly toHeal: readonly CaseResult[];
  readonly class: FailureClass;
  /** Why candidates that were green were not accepted, the last one first. */
  readonly rejections: readonly Rejection[];
}

/** The published sentence of a loop that ended without an accepted patch. */
export function loopStop(loop: LoopEnd): Stop {
  const because = loop.because === undefined ? "" : `: ${loop.because.replace(/\.$/, "")}`;
  const spent = `Stopped after ${count(loop.attempts, "attempt")}${searched(loop)}`;
  const rejected = rejection(loop.rejections[0]);
  if (loop.class === "test-bug" && loop.attempts > 0 && searchedOut.includes(loop.reason)) {
    return {
      reason: "not-healable",
      sentence: `${spent} (not-healable: test-bug). Only test code appears in the failure, and no change of the product code mends it. Last failure: ${lastFailure(loop)}.${rejected}`,
    };
  }
  if (loop.attempts === 0 && loop.reason === "no-progress") {
    return {
      reason: loop.reason,
      sentence: `Nothing could be tried (no-progress): every file the failure points to is protected or written in a language without repair operators. Last failure: ${lastFailure(loop)}.`,
    };
  }
  return { reason: loop.reason, sentence: `${spent} (${loop.reason})${because}. Last failure: ${lastFailure(loop)}.${endlessProposal(loop)}${rejected}` };
}

function rejection(last: Rejection | undefined): string {
  return last === undefined ? "" : ` A candidate turned the cases green but was not accepted: ${last.reason.replace(/\.$/, "")} (${last.rule}).`;
}

/** Of a search among many candidates the last one says nothing. */
function endlessProposal({ tried }: LoopEnd): string {
  const last = tried.findLast(({ verdict }) => verdict.kind !== "duplicate");
  if (last?.verdict.kind !== "timed-out" || !isSampled(last.proposal.origin.coder)) return "";
  return ` With the last proposal the checks did not end: timed out after ${Math.round(last.verdict.afterMs / 1000)} s.`;
}

/** Where every attempt is one proposal, their number is told already. */
function searched({ attempts, tried }: LoopEnd): string {
  return tried.length > attempts ? ` and ${count(tried.length, "candidate")}` : "";
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function lastFailure({ toHeal, tried, best }: LoopEnd): string {
  const red = best?.verdict.kind === "mends-some" ? best.verdict.stillFailing[0] : toHeal[0]?.id;
  const message = messageOf(red, tried) ?? toHeal.find(({ id }) => id === red)?.failure?.message ?? "no message";
  return `${red ?? "unknown case"}: ${tellingLine(message).replace(/[.:]$/, "")}`;
}

function messageOf(id: string | undefined, tried: readonly TriedCandidate[]): string | undefined {
  for (const { verdict } of [...tried].reverse()) if (verdict.kind === "still-failing" && verdict.caseId === id) return verdict.message;
  return undefined;
}
