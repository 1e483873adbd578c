import { diffLines } from "diff";
import type { FileView } from "../../../../domain/file-view.js";
import type { Patch } from "../../../../domain/patch.js";

/** Characters of the lines that go, and of those that come. */
const longestSide = 140;

/** What a patch does beyond the tree it starts from, on one line: "`a < b` becomes `a <= b`". */
export function changedLines(patch: Patch, files: FileView, side = longestSide): string {
  const parts: string[] = [];
  for (const change of patch.changes) {
    const before = files.read(change.path)?.text ?? "";
    const after = change.kind === "delete" ? "" : change.after;
    if (before !== after) parts.push(describe(before, after, side));
  }
  return cut(parts.join("; "), 2 * side + 40);
}

function describe(before: string, after: string, side: number): string {
  const gone: string[] = [];
  const come: string[] = [];
  for (const part of diffLines(before, after, { ignoreWhitespace: true })) {
    if (part.removed) gone.push(...linesOf(part.value));
    if (part.added) come.push(...linesOf(part.value));
  }
  if (gone.length === 0) return `adds \`${come.join(" / ")}\``;
  if (come.length === 0) return `drops \`${gone.join(" / ")}\``;
  return `\`${cut(gone.join(" / "), side)}\` becomes \`${cut(come.join(" / "), side)}\``;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 3)}...` : text;
}
