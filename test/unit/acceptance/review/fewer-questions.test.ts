import { expect, it } from "vitest";
import { fewerQuestions } from "../../../../src/acceptance/review/fewer-questions.js";
import type { ReviewFinding } from "../../../../src/domain/review.js";

const finding = (severity: ReviewFinding["severity"], claim: string, source = "tester"): ReviewFinding => ({
  ...{ source, severity, file: "a.py", line: 3, claim, evidence: null },
});
const claims = (findings: readonly ReviewFinding[]): string[] => fewerQuestions(findings).map(({ claim }) => claim);

it("a review asks three questions of a source and counts the others", () => {
  const questions = ["1", "2", "3", "4", "5"].map((claim) => finding("question", claim));
  expect(claims(questions)).toEqual(["1", "2", "3", "2 more calls answer otherwise than without the patch."]);
  expect(claims(questions.slice(0, 4))).toEqual(["1", "2", "3", "1 more call answers otherwise than without the patch."]);
  expect(claims(questions.slice(0, 3))).toEqual(["1", "2", "3"]);
});

it("a review leaves out no finding that is not a question, and counts each source for itself", () => {
  const blocks = ["a", "b", "c", "d"].map((claim) => finding("block", claim));
  const others = [finding("question", "x", "reviewer"), ...["1", "2", "3"].map((claim) => finding("question", claim))];
  expect(claims([...blocks, ...others])).toEqual(["a", "b", "c", "d", "x", "1", "2", "3"]);
});
