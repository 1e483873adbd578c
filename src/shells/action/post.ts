import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Uploaded, UploadRequest } from "./artifact.js";
import type { ActionStart } from "./environment.js";
import type { LogWriter } from "./log-writer.js";
import { journalLines } from "./read-journal.js";

export interface PostDeps {
  readonly upload: (request: UploadRequest) => Promise<Uploaded>;
  /** Removes what boxes of a killed run left; names it. */
  readonly sweep: () => Promise<readonly string[]>;
  readonly log: LogWriter;
  /** What the main step remembered; empty strings when it did not get there. */
  readonly remembered: { readonly directory: string; readonly artifact: string; readonly uploaded: boolean };
  /** Writes outcome and reports beside a journal that has none. */
  readonly complete: (directory: string, lines: ReturnType<typeof journalLines>) => Promise<void>;
}

/** Runs after the job, also when it was cancelled: nothing stays behind and nothing paid for is lost. */
export async function runPost(start: ActionStart, deps: PostDeps): Promise<void> {
  for (const removed of await deps.sweep()) deps.log.write(`Removed what an ended run left: ${removed}`);
  const { directory, artifact, uploaded } = deps.remembered;
  if (uploaded || directory === "" || !existsSync(join(directory, "journal.jsonl"))) return;
  if (!existsSync(join(directory, "outcome.json"))) await completed(directory, deps);
  const upload = await deps.upload({ name: artifact, directory, environment: start.environment });
  deps.log.write(
    upload.kind === "uploaded" ? `The bundle of the unfinished run is the artifact ${upload.name}.` : `The bundle was not uploaded: ${upload.reason}.`,
  );
}

/** A journal that cannot be rendered is uploaded all the same. */
async function completed(directory: string, deps: PostDeps): Promise<void> {
  try {
    await deps.complete(directory, journalLines(readFileSync(join(directory, "journal.jsonl"), "utf8")));
  } catch (error) {
    deps.log.write(`The reports of the unfinished run could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
