import { stripVTControlCharacters } from "node:util";

/** Writes text of any origin to the runner's log so that it can never be read as a command. */
export interface LogWriter {
  /** Text of several lines becomes several log lines. */
  write(text: string): void;
}

const longestLine = 4000;

/** `redact` is applied before anything is cut: a cut secret is no longer known as one. */
export function logWriter(sink: { write(text: string): unknown }, redact: (text: string) => string): LogWriter {
  return {
    write: (text) => {
      for (const line of harmlessLines(redact(stripVTControlCharacters(text)))) sink.write(`${line}\n`);
    },
  };
}

/** Every character some reader takes for the end of a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Controls, formats (zero width, direction, byte order mark) and lone surrogates: invisible, and a way around a check of the line's start. */
const invisible = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * The runner knows two spellings of a command: `::name` at the start of a line after white space, and `##[name` anywhere in it.
 * Neither is left in any line.
 */
export function harmlessLines(text: string): string[] {
  return stripVTControlCharacters(text).split(lineEnds).map(harmless);
}

function harmless(line: string): string {
  const visible = line.replace(invisible, "");
  const cut = visible.length > longestLine ? `${visible.slice(0, longestLine).toWellFormed()}…` : visible;
  const marked = cut.replace(/##(?=\[)/g, "# #");
  return /^[\s\p{Z}]*::/u.test(marked) ? `| ${marked.trimStart()}` : marked;
}
