import type { Layout } from "./dialect.js";

function usualStep(text: string): string {
  if (/^\t/m.test(text)) return "\t";
  const widths = [...text.matchAll(/^( +)\S/gm)].map((match) => (match[1] ?? "").length);
  const smallest = widths.reduce((least, width) => Math.min(least, width), 8);
  return " ".repeat(widths.length > 0 ? Math.max(smallest, 1) : 4);
}

/** Start of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** First offset after the line that holds `offset`, its line end included. */
export function lineAfter(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

/** How the file is laid out where a statement starts. */
export function layoutAt(text: string, offset: number): Layout {
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
  return { indent, step: usualStep(text), newline: text.includes("\r\n") ? "\r\n" : "\n" };
}
