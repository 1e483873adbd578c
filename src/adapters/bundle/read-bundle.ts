import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "../../domain/errors.js";
import type { JournalLine } from "../../domain/journal.js";
import { journalLine } from "./journal-schema.js";

/** Lines of a bundle's journal. A last line that a killed run left half-written is left out. Throws SetupError for anything else that is no journal. */
export async function readJournal(directory: string): Promise<JournalLine[]> {
  const text = await readBundleFile(directory, "journal.jsonl");
  const rows = text.split("\n");
  const whole = rows.slice(0, -1);
  return whole.map((row, index) => parseLine(row, `${directory}/journal.jsonl, line ${index + 1}`));
}

export async function readBundleFile(directory: string, name: string): Promise<string> {
  try {
    return await readFile(join(directory, name), "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new SetupError(`${join(directory, name)} could not be read (${code}). Name the folder of a bundle that a run of heal left.`);
  }
}

function parseLine(row: string, where: string): JournalLine {
  let value: unknown;
  try {
    value = JSON.parse(row);
  } catch {
    throw new SetupError(`${where}: not JSON, so this is no journal of Heal's or it was damaged. Use the bundle as the run left it.`);
  }
  const result = journalLine.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SetupError(`${where}: not an event of heal/journal/1 (${issue?.path.join(".")}: ${issue?.message}). Use a Heal of the version that wrote it.`);
}
