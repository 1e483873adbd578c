import { posix } from "node:path";
import type { FileView } from "../../../../domain/file-view.js";

/** What runners and compilers put before a line of code they quote. */
const quoteMarks = /^[\s>E|❯→+-]*(?:\d+\s*[|│:])?\s*|^failing line:\s*/;
/** A line of so many characters tells its file wherever it stands; a shorter one only by itself, and a bracket or two not at all. */
const tellingLength = 12;
const leastLength = 3;

/** Files of the project of which a text of a run holds code: it names the file, and a line of it stands there. */
export function quotedFiles(text: string, files: FileView): string[] {
  const lines = new Set(text.split("\n").flatMap((line) => [line.trim(), line.replace(quoteMarks, "").trim()]));
  const isQuoted = (line: string): boolean =>
    line.length >= leastLength && /\w/.test(line) && (lines.has(line) || (line.length >= tellingLength && text.includes(line)));
  return files.paths().filter((path) => {
    if (!text.includes(posix.basename(path))) return false;
    return (
      files
        .read(path)
        ?.text.split("\n")
        .some((line) => isQuoted(line.trim())) === true
    );
  });
}
