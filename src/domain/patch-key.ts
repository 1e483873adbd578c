import type { Patch } from "./patch.js";

/** Equal for patches that leave the same tree, up to blank lines and white space at line ends. */
export function patchKey(patch: Patch): string {
  return JSON.stringify(patch.changes.map((change) => [change.path, change.kind === "delete" ? null : normalised(change.after)]));
}

function normalised(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}
