import type { ReviewFinding } from "../../domain/review.js";

/** More of one kind tell a reader nothing new: a repair is there to change values. */
const mostQuestions = 3;

/** Keeps the first questions of each source and counts the others in one line; every other finding stays. */
export function fewerQuestions(findings: readonly ReviewFinding[]): ReviewFinding[] {
  const kept: ReviewFinding[] = [];
  const left = new Map<string, ReviewFinding[]>();
  for (const finding of findings) {
    const asked = kept.filter(({ severity, source }) => severity === "question" && source === finding.source).length;
    if (finding.severity !== "question" || asked < mostQuestions) kept.push(finding);
    else left.set(finding.source, [...(left.get(finding.source) ?? []), finding]);
  }
  return [...kept, ...[...left.values()].map(summary)];
}

function summary(left: readonly ReviewFinding[]): ReviewFinding {
  const [first] = left as readonly [ReviewFinding, ...ReviewFinding[]];
  const calls = left.length === 1 ? "1 more call answers" : `${left.length} more calls answer`;
  return { ...first, claim: `${calls} otherwise than without the patch.`, evidence: null };
}
