import type { Reading } from "../domain/reading.js";
import { type GivenFiles, readFiles } from "../evidence/read-files.js";
import { type ReadingDocument, readingDocument } from "../evidence/reading-document.js";

/** What logs and reports say, without running anything: the reading and its document. */
export function readLogs(given: GivenFiles): { readonly reading: Reading; readonly document: ReadingDocument } {
  const reading = readFiles(given);
  return { reading, document: readingDocument(reading) };
}
