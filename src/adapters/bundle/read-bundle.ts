import { join } from "node:path";
import { SetupError } from "../../domain/errors.js";
import type { JournalLine } from "../../domain/journal.js";
import { journalLine } from "./journal-schema.js";
import { readNamedFile } from "./named-file.js";

/** More than the longest journal: text of twice the size is none that JavaScript can hold. */
const mostBytes = 256 * 1024 * 1024;

/** Lines of a bundle's journal. A last line that a killed run left half-written is left out. Throws SetupError for anything else that is no journal. */
export async function readJournal(directory: string): Promise<JournalLine[]> {
  const text = (await readBundleFile(directory, "journal.jsonl")).toString("utf8");
  const rows = text.split("\n");
  const whole = rows.slice(0, -1);
  return whole.map((row, index) => parseLine(row, `${directory}/journal.jsonl, line ${index + 1}`));
}

const anyBundle = "Name the folder of a bundle that a run of heal left.";

/** A bundle holds its files themselves: a link in one was put there, and what it leads to is not what the run left. Throws SetupError. */
export function readBundleFile(directory: string, name: string, remedy = anyBundle): Promise<Buffer> {
  const path = join(directory, name);
  return readNamedFile({ path, title: path, mostBytes, links: "refused", remedy });
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
