import { appendFile } from "node:fs/promises";
import { error, notice, warning } from "@actions/core";
import type { Redact } from "../../redaction/redactor.js";
import type { Annotation } from "../../render/annotations.js";
import { harmlessLines } from "./log-writer.js";

const mostAnnotations = 10;
const longestMessage = 3500;
/** The runner drops a summary whole when it is larger than one mebibyte. */
const summaryBytes = 1024 * 1024 - 4096;

/** What the runner shows beside the code. */
export function annotate(annotations: readonly Annotation[], redact: Redact): void {
  const say = { error, warning, notice };
  const clean = (text: string): string => harmlessLines(redact(text)).join("\n").slice(0, longestMessage).toWellFormed();
  for (const { level, title, message, file, line, endLine } of annotations.slice(0, mostAnnotations)) {
    const place = {
      ...(file === undefined ? {} : { file: clean(file) }),
      ...(line === undefined ? {} : { startLine: line }),
      ...(endLine === undefined ? {} : { endLine }),
    };
    say[level](clean(message), { title: clean(title), ...place });
  }
}

/** Appends to the job's summary; what does not fit is cut at a line and said so. */
export async function writeSummary(path: string | undefined, markdown: string, redact: Redact): Promise<void> {
  if (path === undefined || path === "") return;
  await appendFile(path, `${fitting(redact(markdown))}\n`);
}

function fitting(markdown: string): string {
  const bytes = Buffer.from(markdown);
  if (bytes.length <= summaryBytes) return markdown;
  const cut = bytes.subarray(0, summaryBytes).lastIndexOf(0x0a);
  return `${bytes.subarray(0, Math.max(cut, 0)).toString("utf8")}\n\nThe rest is in the bundle's report.md.`;
}
