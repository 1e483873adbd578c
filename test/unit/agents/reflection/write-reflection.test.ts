import { describe, expect, it } from "vitest";
import { writeReflection } from "../../../../src/agents/reflection/write-reflection.js";
import type { CandidateVerdict, TriedCandidate } from "../../../../src/domain/attempt.js";
import { caseId } from "../../../../src/domain/case.js";
import { AnsweringModel, quietSignal } from "../../../support/answering-model.js";

const id = caseId({ runner: "pytest", file: "tests/test_a.py", titlePath: ["test_mean"] });
const failed: CandidateVerdict = { kind: "still-failing", caseId: id, message: "assert 2.0 == 2.5", changedMessage: true };

function tried(verdict: CandidateVerdict): TriedCandidate {
  const patch = { changes: [{ kind: "modify", path: "a.py", before: "x\n", after: "y\n", encoding: "utf8" }] } as const;
  return { number: 3, attempt: 1, proposal: { explanation: "COAXING PROSE", patch, origin: { coder: "model" } }, verdict };
}

function facts(verdict: CandidateVerdict, last?: string) {
  const around = { diff: "-x\n+y\n", composed: "1 edits were run.", fence: "f00d", seed: 7, signal: quietSignal() };
  return { tried: tried(verdict), ...around, ...(last === undefined ? {} : { last }) };
}

describe("a written reflection", () => {
  it("is asked for with the last change, its result, the facts and the last reflection, and not with the coder's prose", async () => {
    const model = new AnsweringModel("The divisor is off by one. Divide by the length.");
    expect(await writeReflection(model, facts(failed, "Look at the sum."))).toBe("The divisor is off by one. Divide by the length.");
    for (const part of ["+y", "assert 2.0 == 2.5", "1 edits were run.", "Look at the sum.", "<data-f00d"]) expect(model.prompts).toContain(part);
    expect(model.prompts).not.toContain("COAXING PROSE");
    expect(model.asked[0]).toMatchObject({ role: "reflection", seed: 7, files: ["a.py"] });
  });

  it("is cut to eighty words, and holds no code block", async () => {
    const long = Array.from({ length: 120 }, (_, index) => `w${index}`).join(" ");
    const text = await writeReflection(new AnsweringModel(`\`\`\`python\ncode\n\`\`\`\n${long}`), facts(failed));
    expect(text?.split(" ")).toHaveLength(80);
    expect(text).toMatch(/^w0 .* w79\.\.\.$/);
  });

  it.each<CandidateVerdict>([
    { kind: "duplicate", of: 1 },
    { kind: "refused", rule: "special-case", reason: "r" },
    { kind: "unusable", reason: "r" },
    { kind: "green", fixed: [id] },
  ])("is not asked for after $kind, which no executed failure speaks of", async (verdict) => {
    const model = new AnsweringModel("words");
    expect(await writeReflection(model, facts(verdict))).toBeUndefined();
    expect(model.asked).toHaveLength(0);
  });

  it("is left out when the model fails or says nothing", async () => {
    const down = new AnsweringModel({ kind: "unavailable", reason: "down", retry: "never", retryAfterMs: null });
    expect(await writeReflection(down, facts(failed))).toBeUndefined();
    expect(await writeReflection(new AnsweringModel("```\nonly code\n```"), facts(failed))).toBeUndefined();
  });
});
