import { describe, expect, it } from "vitest";
import type { JournalEvent } from "../../../src/domain/journal.js";
import type { ModelCall, ModelRole } from "../../../src/domain/model-call.js";
import { eventLine } from "../../../src/render/event-line.js";
import { RunLines, type Watcher } from "../../../src/render/run-lines.js";
import { journalFixture, linesOf } from "../../support/journal.js";

const asked = (number: number, role: ModelRole): JournalEvent => ({
  type: "model-asked",
  attempt: null,
  call: { number, role, model: "m", atMost: { input: 1, output: 1 }, atMostUsd: null, files: [] },
});
const unbilled = (number: number, because: string): JournalEvent => ({ type: "model-unbilled", asked: number, because });
const called = (number: number, role: ModelRole): JournalEvent => {
  const charged = { input: 1_200, output: 300 };
  const reply = { kind: "text", text: "done", usage: charged } as const;
  const call: ModelCall = { role, model: "m", key: "0", messages: [], temperature: 0, reply, charged, costUsd: null, durationMs: 1_500, files: [] };
  return { type: "model-called", attempt: null, asked: number, call };
};

function told(watcher: Watcher, ...events: readonly JournalEvent[]): string[] {
  const lines = new RunLines(watcher);
  return linesOf(...events).flatMap((line) => lines.next(line)?.slice(9) ?? []);
}

const down = "Nothing answers at 127.0.0.1:1 (ECONNREFUSED). Check base-url and that the endpoint runs.";

describe("a call that brings no answer", () => {
  it("is told with who asked and the reply's own sentence, once for each reason", () => {
    const events = [asked(1, "probe"), unbilled(1, down), asked(2, "probe"), unbilled(2, down), asked(3, "tester"), unbilled(3, down)];
    const wrongKey = [asked(4, "reviewer"), unbilled(4, "127.0.0.1:1 does not accept the key (401).")];
    expect(told("log", ...events, ...wrongKey)).toEqual([`no answer (probe): ${down}`, "no answer (reviewer): 127.0.0.1:1 does not accept the key (401)."]);
  });

  it("is told without who asked where that is not known", () => {
    expect(told("log", unbilled(9, down))).toEqual([`no answer: ${down}`]);
  });

  it("cannot forge a line or move the cursor", () => {
    expect(told("log", unbilled(1, "It says:\u001b[2J\r\n::error::forged"))).toEqual(["no answer: It says: ::error::forged"]);
  });
});

describe("a call that begins", () => {
  const events = [asked(1, "tester"), unbilled(1, down), asked(2, "tester"), called(2, "tester"), asked(3, "tester"), called(3, "tester")];
  const answer = "  tester: text, 1,200 tokens in, 300 out, 1.5 s";

  it("is told to who sits at a terminal, and that it is one more try", () => {
    expect(told("terminal", ...events)).toEqual([
      "  asking the tester …",
      `no answer (tester): ${down}`,
      "  asking the tester again …",
      answer,
      "  asking the tester …",
      answer,
    ]);
  });

  it("is no line of a log", () => {
    expect(told("log", ...events)).toEqual([`no answer (tester): ${down}`, answer, answer]);
  });

  it("names what each role is asked for", () => {
    const roles = ["probe", "reading", "coder", "repair", "reflection", "tester", "reviewer"] as const;
    expect(told("terminal", ...roles.map((role, index) => asked(index, role)))).toEqual([
      "  asking the model for a trial answer …",
      "  asking the model what the output says …",
      "  asking the coder …",
      "  asking the coder for a repair …",
      "  asking the coder for a lesson …",
      "  asking the tester …",
      "  asking the reviewer …",
    ]);
  });
});

it("every other event of a real run is told as it stands", () => {
  const lines = new RunLines("terminal");
  const run = journalFixture("healed-two-faults");
  expect(run.map((line) => lines.next(line))).toEqual(run.map(eventLine));
});
