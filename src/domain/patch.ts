/**
 * How the bytes of a file became text. `latin1` keeps files that are not valid UTF-8 byte for byte;
 * a byte order mark stays in the text as U+FEFF, and line ends stay as they are.
 */
export type TextEncoding = "utf8" | "latin1";

export type FileChange =
  | { readonly kind: "modify"; readonly path: string; readonly before: string; readonly after: string; readonly encoding: TextEncoding }
  | { readonly kind: "add"; readonly path: string; readonly after: string; readonly encoding: TextEncoding }
  | { readonly kind: "delete"; readonly path: string; readonly before: string; readonly encoding: TextEncoding };

/** A list of file changes against the base tree, at most one for a path, ordered by path. */
export interface Patch {
  readonly changes: readonly FileChange[];
}

export const emptyPatch: Patch = { changes: [] };

export function patchedPaths(patch: Patch): string[] {
  return patch.changes.map((change) => change.path);
}

/** The text of `path` once the patch is applied; undefined = the patch does not speak of the file, null = it deletes it. */
export function textAfter(patch: Patch, path: string): string | null | undefined {
  const change = patch.changes.find((candidate) => candidate.path === path);
  if (change === undefined) return undefined;
  return change.kind === "delete" ? null : change.after;
}
