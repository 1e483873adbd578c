import { writeFile } from "node:fs/promises";
import { readJournal } from "../../adapters/bundle/read-bundle.js";
import { SetupError } from "../../domain/errors.js";
import { renderReport } from "../../render/report.js";
import type { ReportOptions } from "./options.js";
import { ownRedactor } from "./own-redactor.js";

/** `heal report`: the bundle's report, made again from its journal alone; also of a run that was killed. */
export async function reportCommand(bundle: string, options: ReportOptions): Promise<number> {
  const text = ownRedactor()(renderReport(await readJournal(bundle)));
  if (options.markdown === undefined) process.stdout.write(text);
  else await writeReport(options.markdown, text);
  return 0;
}

async function writeReport(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new SetupError(`${path} could not be written (${(error as NodeJS.ErrnoException).code ?? String(error)}). Name a file in a folder you may write to.`);
  }
}
