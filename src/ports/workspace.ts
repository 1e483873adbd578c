import type { FileView } from "../domain/file-view.js";
import type { Patch } from "../domain/patch.js";

/** The project's own files on disk. */
export interface Workspace {
  readonly root: string;
  /** Commit of HEAD, or null without git or without a commit. */
  readonly commit: string | null;
  readonly view: FileView;
  /** SHA-256 over sorted paths, modes and contents of the project files. */
  digest(): Promise<string>;
  /** Writes an accepted patch into the tree: all of it or nothing; refuses when a file differs from the patch's `before`. */
  apply(patch: Patch): Promise<{ readonly kind: "applied" } | { readonly kind: "refused"; readonly reason: string }>;
}
