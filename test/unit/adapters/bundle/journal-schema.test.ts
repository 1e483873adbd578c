import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { journalEvent, journalLine } from "../../../../src/adapters/bundle/journal-schema.js";
import type { JournalEvent } from "../../../../src/domain/journal.js";
import { stopReasons } from "../../../../src/domain/outcome.js";
import { journalFixture, journalNames, linesOf } from "../../../support/journal.js";

const stopped = { type: "stopped", stop: { reason: "fixed", sentence: "Done." }, class: null } as const;

type Written<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : { readonly [Key in keyof Value]: Written<Value[Key]> };

/** Fails to compile when schema and type differ in either direction. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
const schemaIsTheType: Same<Written<z.output<typeof journalEvent>>, Written<JournalEvent>> = true;

describe("the schema of the journal", () => {
  it("is the type, in both directions (the compiler checks it)", () => expect(schemaIsTheType).toBe(true));

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
