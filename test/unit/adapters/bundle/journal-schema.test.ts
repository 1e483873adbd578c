import { describe, expect, it } from "vitest";
import { journalEvent, journalLine } from "../../../../src/adapters/bundle/journal-schema.js";
import { stopReasons } from "../../../../src/domain/outcome.js";
import { journalFixture, journalNames, linesOf } from "../../../support/journal.js";

const stopped = { type: "stopped", stop: { reason: "fixed", sentence: "Done." }, class: null } as const;

describe("the schema of the journal", () => {
  it.each(journalNames)("reads back every line of a real run unchanged: %s", (name) => {
    for (const line of journalFixture(name)) expect(journalLine.parse(line)).toEqual(line);
  });

  it("knows every type of event that real runs write", () => {
    const types = new Set(journalNames.flatMap((name) => journalFixture(name).map(({ event }) => event.type)));
    expect(journalEvent.options.map((option) => option.shape.type.value)).toEqual(expect.arrayContaining([...types]));
  });

  it("knows every published stop reason", () => {
    for (const reason of Object.keys(stopReasons)) expect(journalEvent.safeParse({ ...stopped, stop: { reason, sentence: "x" } }).success).toBe(true);
  });

  it.each([
    ["an unknown type", { type: "celebrated" }],
    ["an unknown member", { ...stopped, extra: 1 }],
    ["a missing member", { type: "stopped", class: null }],
    ["an unknown stop reason", { ...stopped, stop: { reason: "tired", sentence: "x" } }],
    ["a number where text belongs", { type: "note", text: 7 }],
    ["a change of a kind nobody knows", { type: "rejected", rule: "r", reason: "x", patch: { changes: [{ kind: "rename", path: "a" }] } }],
  ])("rejects %s", (_what, event) => {
    expect(journalEvent.safeParse(event).success).toBe(false);
  });

  it("rejects a line of another schema or without its place", () => {
    const [line] = linesOf(stopped);
    expect(journalLine.safeParse(line).success).toBe(true);
    expect(journalLine.safeParse({ ...line, schema: "heal/journal/2" }).success).toBe(false);
    expect(journalLine.safeParse({ ...line, sequence: 0 }).success).toBe(false);
  });
});
