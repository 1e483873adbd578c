import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JournalEvent, JournalLine } from "../../src/domain/journal.js";

const folder = new URL("../../fixtures/journals/", import.meta.url);

/** Journals that real runs left, with neutral paths. */
export const journalNames = ["healed-two-faults", "healed-by-model", "gave-up", "nothing-to-heal", "flaky", "missing-service"] as const;
export type JournalName = (typeof journalNames)[number];

export function journalPath(name: string): string {
  return fileURLToPath(new URL(name, folder));
}

export function journalText(name: JournalName): string {
  return readFileSync(journalPath(`${name}.jsonl`), "utf8");
}

export function journalFixture(name: JournalName): JournalLine[] {
  return journalText(name)
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => JSON.parse(row) as JournalLine);
}

/** Lines around events, a second apart. */
export function linesOf(...events: readonly JournalEvent[]): JournalLine[] {
  return events.map((event, index) => ({
    schema: "heal/journal/1",
    sequence: index + 1,
    at: "2026-01-02T03:04:05.000Z",
    elapsedMs: index * 1000,
    event,
  }));
}

/** The lines with every text but the words of the schema replaced. */
export function withTexts(lines: readonly JournalLine[], replace: (text: string, member: string) => string): JournalLine[] {
  return lines.map((line) => ({ ...line, event: mapped(line.event, "", replace) as JournalEvent }));
}

const closed = new Set([
  "type",
  "kind",
  "schema",
  "status",
  "phase",
  "change",
  "baseline",
  "attempts",
  "result",
  "step",
  "level",
  "class",
  "reason",
  "runner",
  "encoding",
  "engine",
  "coder",
]);
const closedBelow = new Set(["heldBy", "budget"]);

function mapped(value: unknown, member: string, replace: (text: string, member: string) => string): unknown {
  if (typeof value === "string") return closed.has(member) ? value : replace(value, member);
  if (Array.isArray(value)) return closed.has(member) ? value : value.map((item) => mapped(item, member, replace));
  if (typeof value !== "object" || value === null) return value;
  if (closedBelow.has(member)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, name, replace)]));
}
