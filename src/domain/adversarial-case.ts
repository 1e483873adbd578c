import type { CaseName } from "./case.js";

/** A case the Tester wrote from words, signature and failing test, without sight of the patch. */
export interface AdversarialCase {
  /** What it tries, a few words. */
  readonly title: string;
  /** Expression in the project's language, e.g. `parse("")`. */
  readonly call: string;
  /** Expression over `result` that must be true of any right answer; absent = only crashes and hangs speak. */
  readonly invariant?: string;
}

/** The cases as a test file of the project's own framework; it is laid into the box beside the patch and never published. */
export interface AdversarialSuite {
  readonly cases: readonly AdversarialCase[];
  readonly path: string;
  readonly text: string;
  /** The case as the runner reports it, in the order of `cases`. */
  readonly names: readonly CaseName[];
}

/** What one case came to on one tree. */
export type CaseOutcome =
  /** The printed value. */
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "raised"; readonly text: string }
  | { readonly kind: "invariant-broken"; readonly text: string }
  | { readonly kind: "hung" }
  | { readonly kind: "not-run"; readonly reason: string };
