import type { AdversarialCase, CaseOutcome } from "./adversarial-case.js";

/** Of severity `block` go back to the coder; everything else is advice or a question in the report. */
export interface ReviewFinding {
  /** A rule's name, "tester", or "reviewer" for what the model claims. */
  readonly source: string;
  readonly severity: "block" | "advice" | "question";
  readonly file: string | null;
  /** 1-based, in the patched file. */
  readonly line: number | null;
  readonly claim: string;
  /** What was run, and what base and patch answered. */
  readonly evidence: { readonly case: AdversarialCase; readonly base: CaseOutcome; readonly patch: CaseOutcome } | null;
}
