import type { CaseResult } from "./case.js";
import type { FileView } from "./file-view.js";
import type { Patch } from "./patch.js";
import type { Suspect } from "./suspect.js";

/** What a coder gets to work from. */
export interface Brief {
  /** The red cases to heal, each with its shaped failure. */
  readonly failures: readonly CaseResult[];
  /** Most suspicious first. */
  readonly suspects: readonly Suspect[];
  /** The tree with the parent patch applied: what a proposal edits. */
  readonly files: FileView;
  /** The patch the tree already carries; a proposal's patch is relative to the base and contains it. */
  readonly parent: Patch;
  /** Paths no proposal may touch (tests, snapshots, configuration, lock files). */
  readonly isProtected: (path: string) => boolean;
  readonly seed: number;
}
