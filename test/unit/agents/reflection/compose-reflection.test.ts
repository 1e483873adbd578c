import { describe, expect, it } from "vitest";
import { composeReflection } from "../../../../src/agents/reflection/compose-reflection.js";
import type { CandidateVerdict, TriedCandidate } from "../../../../src/domain/attempt.js";
import type { CaseId } from "../../../../src/domain/case.js";

const patch = { changes: [] };

function tried(number: number, explanation: string, verdict: CandidateVerdict): TriedCandidate {
  return { number, attempt: 1, proposal: { explanation, patch, origin: { coder: "operators" } }, verdict };
}

/** A title of so many words, as suites of behaviour have them. */
const longId = (start: string): CaseId => `jest:test/tax.test.js::${start} ${"and the fee of every step of the table holds ".repeat(4).trim()}` as CaseId;

describe("a composed reflection", () => {
  it("tells how many edits ran, and which came furthest", () => {
    const [one, two] = ["a", "b"].map((name) => `jest:tax.test.js::${name}` as CaseId) as [CaseId, CaseId];
    const all = [
      tried(1, "Adds a step.", { kind: "mends-some", fixed: [one], stillFailing: [two] }),
      tried(2, "Drops it.", { kind: "refused", rule: "special-case", reason: "r" }),
    ];
    expect(composeReflection(3, all)).toEqual({
      attempt: 3,
      text: `1 edit was run, 1 refused by rule. Candidate 1 (Adds a step) mends ${one} and breaks nothing; ${two} stays red, so a second fault remains.`,
      refuted: [],
    });
  });

  it("has no more than eighty words, whatever the cases are called and the messages say", () => {
    const message = `expected ${"one value and then another ".repeat(20)}`;
    const all = [
      tried(1, "Changes the first step of the table.", { kind: "mends-some", fixed: [longId("a"), longId("b")], stillFailing: [longId("c"), longId("d")] }),
      tried(2, "Changes the second step of the table.", { kind: "loses-again", fixed: [], lost: [longId("e"), longId("f")], message }),
      tried(3, "Changes the third step of the table.", { kind: "breaks", fixed: [longId("g")], broken: [longId("h")], message }),
    ];
    const { text } = composeReflection(1, all);
    const words = text.split(" ");
    expect(words).toHaveLength(80);
    expect(text).toMatch(/^3 edits were run\. Candidate 1 \(Changes the first step of the table\) mends jest:test\/tax\.test\.js::a and the fee .*\.\.\.$/);
    expect(text).not.toContain("Candidate 3");
  });
});
