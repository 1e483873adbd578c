import type { FileView } from "./file-view.js";
import { type Patch, textAfter } from "./patch.js";

/** The tree as it is once the patch is applied. */
export function patchedView(base: FileView, patch: Patch): FileView {
  if (patch.changes.length === 0) return base;
  const added = patch.changes.filter(({ kind }) => kind === "add").map(({ path }) => path);
  const gone = new Set(patch.changes.filter(({ kind }) => kind === "delete").map(({ path }) => path));
  const paths = [...new Set([...base.paths(), ...added])].filter((path) => !gone.has(path)).sort();
  const known = new Set(paths);
  return {
    paths: () => paths,
    has: (path) => known.has(path),
    read(path) {
      if (!known.has(path)) return undefined;
      const text = textAfter(patch, path);
      if (typeof text !== "string") return base.read(path);
      const change = patch.changes.find((candidate) => candidate.path === path);
      return { text, encoding: change?.encoding ?? "utf8" };
    },
  };
}
