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

/** Rules that speak of what an attacker would add, or of protection that goes. No run shows such a thing wrong: a person has to look. */
const risks: ReadonlySet<string> = new Set([
  ...["secret-added", "secret-suspected", "credentials-read", "dangerous-call", "process-started", "network-added", "verification-disabled", "guard-removed"],
  ...["weak-crypto", "check-disabled", "new-dependency", "install-script", "encoded-payload", "hidden-characters", "binary-added"],
]);

/** What a person has to look at before an accepted patch is merged: risks, and what a run upheld when no better patch was found. */
export function needsPerson(finding: ReviewFinding): boolean {
  return finding.severity === "block" || isRisk(finding);
}

export function isRisk({ source }: Pick<ReviewFinding, "source">): boolean {
  return risks.has(source);
}
