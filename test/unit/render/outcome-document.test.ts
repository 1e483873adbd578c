import { describe, expect, it } from "vitest";
import type { CaseId } from "../../../src/domain/case.js";
import type { JournalEvent } from "../../../src/domain/journal.js";
import { outcomeDocument } from "../../../src/render/outcome-document.js";
import { journalFixture, journalNames, linesOf } from "../../support/journal.js";

/** The published members, word for word. */
const members = [
  "schema",
  "outcome",
  "stopReason",
  "summary",
  "class",
  "checks",
  "fixed",
  "stillFailing",
  "newlyFailing",
  "preexisting",
  "flaky",
  "environment",
  "attempts",
  "candidates",
  "files",
  "tokens",
  "cost",
  "sandbox",
  "assurance",
  "durationMs",
];

describe("outcome.json", () => {
  it.each(journalNames)("has exactly the published members, whatever the run came to: %s", (name) => {
    const lines = journalFixture(name);
    expect(Object.keys(outcomeDocument(lines))).toEqual(members);
    expect(Object.keys(outcomeDocument(lines.slice(0, 1)))).toEqual(members);
    expect(Object.keys(outcomeDocument([]))).toEqual(members);
  });

  it("tells a healed run", () => {
    expect(outcomeDocument(journalFixture("healed-two-faults"))).toMatchObject({
      schema: "heal/outcome/1",
      outcome: "healed",
      stopReason: "fixed",
      class: "healable-code",
      checks: [{ name: "check-1", command: "npm test", kind: "test", exitCode: 0 }],
      fixed: ["node:test:test/log.test.js::a 500 is an error", "node:test:test/log.test.js::finds the slowest request"],
      stillFailing: [],
      newlyFailing: [],
      attempts: 2,
      files: ["src/log.js"],
      tokens: { input: 0, output: 0 },
      sandbox: { engine: "bubblewrap", limits: { processes: { value: 512, heldBy: "cgroup" }, network: { value: null, heldBy: "namespace" } } },
    });
  });

  it("tells what stayed red when nothing was accepted, with the baseline's exit status", () => {
    expect(outcomeDocument(journalFixture("gave-up"))).toMatchObject({
      outcome: "gave-up",
      checks: [{ exitCode: 1 }],
      fixed: [],
      stillFailing: ["node:test:test/tax.test.js::the fee of c comes from a table of seven steps"],
      files: [],
    });
  });

  it("sets aside what is red for a reason outside the code", () => {
    expect(outcomeDocument(journalFixture("missing-service"))).toMatchObject({
      outcome: "declined",
      stopReason: "not-healable",
      class: "infrastructure",
      stillFailing: [],
      environment: ["node:test:test/a.test.js::stores an order"],
    });
  });

  it("counts a duplicate as no candidate", () => {
    const tried = (number: number, verdict: Extract<JournalEvent, { type: "candidate-tried" }>["verdict"]): JournalEvent => ({
      type: "candidate-tried",
      attempt: 1,
      number,
      proposal: { explanation: "x", patch: { changes: [] }, origin: { coder: "operators" } },
      verdict,
      durationMs: 1,
    });
    expect(outcomeDocument(linesOf(tried(1, { kind: "timed-out", afterMs: 5 }), tried(1, { kind: "duplicate", of: 1 }))).candidates).toBe(1);
  });

  it("takes cases that turned red under the accepted patch from the matrix only", () => {
    const id = "node:test:a.test.js::was green" as CaseId;
    const rows = [{ id, change: "newly-failing", baseline: "passed", attempts: ["failed"] }] as const;
    const counts = { fixed: 0, "still-failing": 0, "newly-failing": 1, "lost-again": 0, "newly-skipped": 0, vanished: 0, flaky: 0, unchanged: 0 };
    const lines = journalFixture("healed-two-faults").map((line) =>
      line.event.type === "matrix" ? { ...line, event: { ...line.event, matrix: { rows, counts } } } : line,
    );
    expect(outcomeDocument(lines).newlyFailing).toEqual(["node:test:a.test.js::was green"]);
  });
});
