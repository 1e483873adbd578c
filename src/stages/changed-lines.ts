import { structuredPatch } from "diff";
import type { FileChange, Patch } from "../domain/patch.js";

/** Lines of the base that a patch removes or replaces, by path, and how many it adds and removes in all. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
  /** 1-based lines of the base text; for a pure insertion the line before it. */
  readonly baseLines: ReadonlyMap<string, ReadonlySet<number>>;
}

export function changedLines(patch: Patch): ChangedLines {
  const baseLines = new Map<string, ReadonlySet<number>>();
  let added = 0;
  let removed = 0;
  for (const change of patch.changes) {
    const lines = new Set<number>();
    for (const hunk of hunksOf(change)) {
      let line = hunk.oldStart;
      for (const text of hunk.lines) {
        if (text.startsWith("+")) added += 1;
        if (text.startsWith("+")) lines.add(Math.max(1, line - 1));
        if (text.startsWith("-")) removed += 1;
        if (text.startsWith("-")) lines.add(line);
        if (text.startsWith("-") || text.startsWith(" ")) line += 1;
      }
    }
    baseLines.set(change.path, lines);
  }
  return { added, removed, baseLines };
}

function hunksOf(change: FileChange) {
  const before = change.kind === "add" ? "" : change.before;
  const after = change.kind === "delete" ? "" : change.after;
  return structuredPatch(change.path, change.path, before, after, "", "", { context: 0 }).hunks;
}
