import type { FileView } from "../domain/file-view.js";
import type { FileChange, Patch } from "../domain/patch.js";

/** A file as it is to stand in one box. */
export interface LaidFile {
  readonly path: string;
  readonly text: string;
}

/** The patch with further files laid over it, for a box that looks closer; `base` is the tree the patch is made for. */
export function laidOver(base: FileView, patch: Patch, files: readonly LaidFile[]): Patch {
  const paths = new Set(files.map(({ path }) => path));
  const kept = patch.changes.filter(({ path }) => !paths.has(path));
  return { changes: [...kept, ...files.map((file) => changeFor(base, file))].sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

function changeFor(base: FileView, { path, text }: LaidFile): FileChange {
  const source = base.read(path);
  if (source === undefined) return { kind: "add", path, after: text, encoding: "utf8" };
  return { kind: "modify", path, before: source.text, after: text, encoding: source.encoding };
}
