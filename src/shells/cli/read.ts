import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { readNamedFile, tooLarge } from "../../adapters/bundle/named-file.js";
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

const limits = {
  mostBytes: 256 * 1024 * 1024,
  remedy: "Name log or report files that exist, or - for standard input.",
  whenLarge: "Give the part of it that tells the failures, for example its end.",
};

/** Standard input and what the shell puts in place of `<(command)` are read as streams: a pipe whose writer has not written yet has nothing to give at once. */
async function readBytes(name: string): Promise<Buffer> {
  if (name === "-") return gathered(process.stdin, "Standard input");
  const isPipe = (await stat(name).catch(() => undefined))?.isFIFO() === true;
  return isPipe ? gathered(createReadStream(name), name) : readNamedFile({ ...limits, path: name, title: name, links: "followed" });
}

async function gathered(stream: AsyncIterable<unknown>, title: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let left = limits.mostBytes;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      left -= piece.length;
      if (left < 0) throw tooLarge({ ...limits, title });
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`${title} could not be read (${(error as NodeJS.ErrnoException).code ?? String(error)}). ${limits.remedy}`);
  }
  return Buffer.concat(pieces);
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
