import { structuredPatch } from "diff";
import type { FileChange, Patch } from "../domain/patch.js";

/** The patch as people read it. For `git apply` use `patchFile`, which keeps the bytes of files that are not UTF-8. */
export function unifiedDiff(patch: Patch): string {
  return patch.changes.map(diffOf).join("");
}

/** The bytes of `fix.patch`; `git apply` takes them. */
export function patchFile(patch: Patch): Uint8Array {
  return Buffer.concat(patch.changes.map((change) => Buffer.from(diffOf(change), change.encoding)));
}

function diffOf(change: FileChange): string {
  const before = change.kind === "add" ? "" : change.before;
  const after = change.kind === "delete" ? "" : change.after;
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 3 });
  const ours = quotedPath("a", change.path);
  const theirs = quotedPath("b", change.path);
  const head = [`diff --git ${ours} ${theirs}`, ...modeLines(change)];
  if (hunks.length === 0) return `${head.join("\n")}\n`;
  const names = [`--- ${change.kind === "add" ? "/dev/null" : ours}`, `+++ ${change.kind === "delete" ? "/dev/null" : theirs}`];
  const bodies = hunks.map((hunk) => [`@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`, ...hunk.lines].join("\n"));
  return `${[...head, ...names, ...bodies].join("\n")}\n`;
}

function modeLines(change: FileChange): string[] {
  if (change.kind === "add") return ["new file mode 100644"];
  return change.kind === "delete" ? ["deleted file mode 100644"] : [];
}

/** An empty range is named by the line before it. */
function range(start: number, lines: number): string {
  if (lines === 0) return `${start - 1},0`;
  return lines === 1 ? `${start}` : `${start},${lines}`;
}

/** Git's spelling: names with quotes, backslashes or control characters stand in double quotes with C escapes. */
function quotedPath(side: "a" | "b", path: string): string {
  const name = `${side}/${path}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be found
  if (!/["\\\u0000-\u001f\u007f]/.test(name)) return name;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
  return `"${name.replace(/["\\]/g, "\\$&").replace(/[\u0000-\u001f\u007f]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;
}

/** 1-based line of the base at which a modified file first differs. */
export function changedLine({ before, after }: Extract<FileChange, { readonly kind: "modify" }>): number {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  return before.slice(0, at).split("\n").length;
}
