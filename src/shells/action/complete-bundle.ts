import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JournalLine } from "../../domain/journal.js";
import { bundleFiles } from "../../stages/bundle-files.js";

/** Writes what a journal says beside it: the run that kept it was killed before it could. */
export async function completeBundle(directory: string, lines: readonly JournalLine[]): Promise<void> {
  for (const [name, content] of bundleFiles(lines)) await writeFile(join(directory, name), content);
}
