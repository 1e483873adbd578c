import type { CaseId } from "./case.js";
import type { Frame } from "./failure.js";
import type { Patch } from "./patch.js";

export type CoderName = "fixers" | "operators" | "model" | "scripted";

/** Coders that sample give a few considered proposals, each an attempt of its own; the others search among many candidates. */
export function isSampled(coder: CoderName): boolean {
  return coder === "model" || coder === "scripted";
}

export interface Proposal {
  /** What the edit does and why, one or two sentences. */
  readonly explanation: string;
  /** Against the base tree; contains the parent's changes. */
  readonly patch: Patch;
  readonly origin: ProposalOrigin;
  /** Why the coder's reply holds no edit that can be tried; `patch` is the parent's then. */
  readonly unusable?: string;
}

export interface ProposalOrigin {
  readonly coder: CoderName;
  /** Operators: the row's name, e.g. "comparison-swap". */
  readonly operator?: string;
  /** Operators: share of past fixes by this operator, 0 to 1; breaks ties among accepted candidates. */
  readonly prior?: number;
  /** Models: how it was asked for, e.g. "rewrite, greedy". */
  readonly variant?: string;
  /** Where the edit is made. */
  readonly site?: { readonly file: string; readonly line: number; readonly function: string };
}

/** What running a candidate showed. `fixed`, `stillFailing` speak of the brief's failures; `broken` of cases that passed at baseline. */
export type CandidateVerdict =
  | { readonly kind: "duplicate"; readonly of: number }
  /** The reply could not be turned into a patch that parses; nothing was run. */
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "refused"; readonly rule: string; readonly reason: string }
  /** The first failing case stayed red: nothing else was run. */
  | {
      readonly kind: "still-failing";
      readonly caseId: CaseId;
      readonly message: string;
      readonly changedMessage: boolean;
      /** The case's stack in that run, where it has one. */
      readonly frames?: readonly Frame[];
    }
  | { readonly kind: "mends-some"; readonly fixed: readonly CaseId[]; readonly stillFailing: readonly CaseId[] }
  /** Cases that earlier candidates had mended, and the tree it started from held mended, are red again; `fixed` are those it mends. */
  | { readonly kind: "loses-again"; readonly fixed: readonly CaseId[]; readonly lost: readonly CaseId[]; readonly message: string }
  | { readonly kind: "breaks"; readonly fixed: readonly CaseId[]; readonly broken: readonly CaseId[]; readonly message: string }
  | { readonly kind: "green"; readonly fixed: readonly CaseId[] }
  | { readonly kind: "timed-out"; readonly afterMs: number }
  | { readonly kind: "box-failed"; readonly reason: string };

export interface TriedCandidate {
  /** Counts from 1 over the whole run. */
  readonly number: number;
  readonly attempt: number;
  readonly proposal: Proposal;
  readonly verdict: CandidateVerdict;
}

/** What earlier rounds taught; the loop writes it, a coder reads it. A live view: it grows while a coder is being pulled. */
export interface History {
  readonly tried: readonly TriedCandidate[];
  /** One lesson for each ended attempt, oldest first. */
  readonly reflections: readonly Reflection[];
}

/** A short written lesson from executed failures, at most 80 words, with the facts it is made of. */
export interface Reflection {
  readonly attempt: number;
  readonly text: string;
  /** Operators and sites that executed evidence spoke against: later rounds try them last. */
  readonly refuted: readonly { readonly operator: string; readonly file: string; readonly function: string; readonly times: number }[];
}
