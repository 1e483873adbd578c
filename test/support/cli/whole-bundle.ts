import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readJournal } from "../../../src/adapters/bundle/read-bundle.js";
import type { JournalEvent, JournalLine } from "../../../src/domain/journal.js";

/** What is wrong with a bundle that a run left by itself; empty when it is whole. */
export async function faultsOf(bundle: string): Promise<string[]> {
  const faults = ["outcome.json", "report.md"].filter((name) => !existsSync(join(bundle, name))).map((name) => `${name} is missing`);
  const lines = await readJournal(bundle).catch((error: Error) => error);
  if (lines instanceof Error) return [...faults, lines.message];
  if (!readFileSync(join(bundle, "journal.jsonl"), "utf8").endsWith("\n")) faults.push("the journal ends in half a line");
  if (lines.at(-1)?.event.type !== "stopped") faults.push(`the journal ends with ${lines.at(-1)?.event.type ?? "nothing"}`);
  const strange = readdirSync(bundle).filter(
    (name) => !["journal.jsonl", "outcome.json", "report.md", "tests.patch", "fix.patch", "proof.json", "report.html", "logs"].includes(name),
  );
  return [...faults, ...strange.map((name) => `${name} was left in the bundle`)];
}

/** What is left of a run whose process was `pid`: folders of its boxes, and processes that carry the marker in their command line. */
export function leftovers(pid: number | undefined, marker: string): string[] {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(`heal-box-${pid}-`));
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandLine(name).includes(marker));
  return [...folders, ...processes.map((name) => `process ${name}: ${commandLine(name)}`)];
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Whole lines of a journal that is still being written. */
export function journalSoFar(bundle: string): JournalLine[] {
  try {
    const rows = readFileSync(join(bundle, "journal.jsonl"), "utf8").split("\n").slice(0, -1);
    return rows.map((row) => JSON.parse(row) as JournalLine);
  } catch {
    return [];
  }
}

/** Waits until the journal holds such an event; false when the process ended before. */
export async function eventSeen(bundle: string, isIt: (event: JournalEvent) => boolean, ended: () => boolean): Promise<boolean> {
  while (!journalSoFar(bundle).some(({ event }) => isIt(event))) {
    if (ended()) return false;
    await delay(10);
  }
  return true;
}

/** Waits until the condition holds, at most so long. */
export async function eventually(condition: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await delay(20)) if (condition()) return true;
  return condition();
}
