import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { openLocalWorkspace } from "../../adapters/workspace/local-workspace.js";
import { SetupError } from "../../domain/errors.js";
import { tellingLine } from "../../domain/failure.js";
import type { Reading } from "../../domain/reading.js";
import { redactLeaves } from "../../redaction/redact-values.js";
import { oneLine, uncommanded } from "../../render/safe-text.js";
import { readLogs } from "../../stages/read-logs.js";
import { decodeText } from "../../support/decode-text.js";
import type { ReadOptions } from "./options.js";
import { ownRedactor } from "./own-redactor.js";

/** `heal read`: what logs and reports say. Nothing is run. */
export async function readCommand(names: readonly string[], options: ReadOptions): Promise<number> {
  const files = await Promise.all(names.map(async (name) => ({ name: basename(name), text: decodeText(await readBytes(name)) })));
  const view = options.root === undefined ? undefined : (await openLocalWorkspace(options.root)).view;
  const redact = ownRedactor();
  const read = readLogs({
    files,
    ...(options.exitCode === undefined ? {} : { exitCode: options.exitCode }),
    ...(options.root === undefined ? {} : { root: options.root }),
    ...(view === undefined ? {} : { view }),
  });
  const [reading, document] = [redactLeaves(read.reading, redact), redactLeaves(read.document, redact)];
  process.stdout.write(options.json ? `${JSON.stringify(document)}\n` : uncommanded(readingText(reading, document)));
  return 0;
}

/** Standard input is read as a stream: a pipe whose writer has not written yet has nothing to give at once. */
async function readBytes(name: string): Promise<Buffer> {
  try {
    return name === "-" ? await buffer(process.stdin) : await readFile(name);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new SetupError(
      `${name === "-" ? "Standard input" : name} could not be read (${code ?? String(error)}). Name log or report files that exist, or - for standard input.`,
    );
  }
}

function readingText(reading: Reading, document: ReturnType<typeof readLogs>["document"]): string {
  const failures = document.failures.map(
    ({ id, type, message, frame }) =>
      `  ${shown(id)}\n    ${shown(`${type}: ${tellingLine(message)}`)}${frame === null ? "" : `\n    at ${shown(frame.file)}:${frame.line}`}\n`,
  );
  const { failing, passed, skipped } = reading.counts;
  const counts = `${failing} failing, ${passed ?? "?"} passed, ${skipped ?? "?"} skipped`;
  return [
    `${reading.runner}: ${counts}; class ${reading.class}${reading.classReason === "" ? "" : `: ${shown(reading.classReason)}`}\n`,
    ...failures,
    ...reading.notes.map((text) => `  note: ${shown(text)}\n`),
  ].join("");
}

/** Text of a log on one line of ours. */
function shown(text: string): string {
  return oneLine(text, 2000);
}
