import { diffLines } from "diff";
import type { FileView } from "../../../../domain/file-view.js";
import type { Patch } from "../../../../domain/patch.js";

/** What a patch does beyond the tree it starts from, on one line: "`a < b` becomes `a <= b`". */
export function changedLines(patch: Patch, files: FileView): string {
  const parts: string[] = [];
  for (const change of patch.changes) {
    const before = files.read(change.path)?.text ?? "";
    const after = change.kind === "delete" ? "" : change.after;
    if (before !== after) parts.push(describe(before, after));
  }
  return cut(parts.join("; "));
}

function describe(before: string, after: string): string {
  const gone: string[] = [];
  const come: string[] = [];
  for (const part of diffLines(before, after, { ignoreWhitespace: true })) {
    if (part.removed) gone.push(...linesOf(part.value));
    if (part.added) come.push(...linesOf(part.value));
  }
  if (gone.length === 0) return `adds \`${come.join(" / ")}\``;
  if (come.length === 0) return `drops \`${gone.join(" / ")}\``;
  return `\`${short(gone)}\` becomes \`${short(come)}\``;
}

function short(lines: readonly string[]): string {
  const text = lines.join(" / ");
  return text.length > 140 ? `${text.slice(0, 137)}...` : text;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function cut(text: string): string {
  return text.length > 320 ? `${text.slice(0, 317)}...` : text;
}
