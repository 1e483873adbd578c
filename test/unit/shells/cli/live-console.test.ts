import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { liveConsole } from "../../../../src/shells/cli/live-console.js";
import { openConsole } from "../../../../src/shells/cli/open-console.js";
import { plainConsole } from "../../../../src/shells/cli/plain-console.js";
import type { RunConsole } from "../../../../src/shells/cli/run-console.js";
import { journalFixture, linesOf } from "../../../support/journal.js";

/** A terminal that keeps what was written to it. */
function terminal(columns: number): { readonly stream: NodeJS.WriteStream; written(): string } {
  let text = "";
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { stream: Object.assign(sink, { isTTY: true, columns, rows: 24 }) as unknown as NodeJS.WriteStream, written: () => text };
}

const progress = { stage: "repair", attempt: 1, candidate: { number: 3, of: 200 }, timeLeftMs: 61_000 } as const;

describe("live progress", () => {
  it("shows stage, attempt, candidate, time left and the last verdict on one line that fits", () => {
    const { stream, written } = terminal(200);
    const console = liveConsole(stream);
    console.progress(progress);
    for (const line of journalFixture("healed-two-faults")
      .filter(({ event }) => event.type === "candidate-tried")
      .slice(0, 1))
      console.event(line);
    console.close();
    expect(written()).toMatch(/repair \| attempt 1 \| candidate 3 of 200 \| 1:0[01] left \| last: still-failing/);
  });

  it("never fills the width, so that nothing wraps", () => {
    const { stream, written } = terminal(20);
    const console = liveConsole(stream);
    console.progress(progress);
    console.close();
    expect(written()).toContain("repair | attempt 1 ");
    expect(written()).not.toContain("repair | attempt 1 |");
  });

  it("keeps lines that tell something, and strips what could move the cursor", () => {
    const { stream, written } = terminal(80);
    const console = liveConsole(stream);
    console.event(linesOf({ type: "note", text: "kept\u001b[2J" })[0] as never);
    console.note("said\u001b]0;owned\u0007");
    console.close();
    expect(written()).toContain("   0.0s  kept\n");
    expect(written()).toContain("said\n");
    for (const sequence of ["\u001b[2J", "owned"]) expect(written()).not.toContain(sequence);
  });

  it("says that a call to the model has begun, which a log does not", () => {
    const call = { number: 1, role: "tester", model: "m", atMost: { input: 1, output: 1 }, atMostUsd: null, files: [] } as const;
    const [asked, unbilled] = linesOf({ type: "model-asked", attempt: null, call }, { type: "model-unbilled", asked: 1, because: "Nothing answers." });
    const shown = (open: (stream: NodeJS.WriteStream) => RunConsole): string => {
      const { stream, written } = terminal(80);
      const console = open(stream);
      for (const line of [asked, unbilled]) console.event(line as never);
      console.close();
      return stripVTControlCharacters(written());
    };
    expect(shown(liveConsole)).toBe("   0.0s    asking the tester …\n   1.0s  no answer (tester): Nothing answers.\n");
    expect(shown(plainConsole)).toBe("   1.0s  no answer (tester): Nothing answers.\n");
  });

  it("never hides the cursor, so a killed process leaves it shown", () => {
    const { stream, written } = terminal(80);
    const console = liveConsole(stream);
    console.progress(progress);
    console.close();
    expect(written()).not.toContain("\u001b[?25l");
  });
});

describe("a terminal gets live progress", () => {
  const lines = journalFixture("nothing-to-heal");

  it.each([
    ["NO_COLOR", { NO_COLOR: "1" }],
    ["CI", { CI: "true" }],
    ["a dumb terminal", { TERM: "dumb" }],
  ])("but not with %s", (_why, environment) => {
    const { stream, written } = terminal(80);
    const console = openConsole(stream, environment);
    console.progress(progress);
    for (const line of lines) console.event(line);
    console.close();
    expect(written()).not.toContain("\u001b");
    expect(written().trimEnd().split("\n")).toHaveLength(lines.length);
  });

  it("and a pipe does not", () => {
    const { stream, written } = terminal(80);
    const console = openConsole(Object.assign(stream, { isTTY: false }), {});
    console.progress(progress);
    console.close();
    expect(written()).toBe("");
  });
});
