import type { CaseResult } from "./case.js";
import type { FileView } from "./file-view.js";
import type { Patch } from "./patch.js";
import type { Suspect } from "./suspect.js";
import type { ValueTrace } from "./value-trace.js";

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
  /** Recorded values of the suspects on the first failing case, when they could be had. Asked for once a model needs them. */
  readonly trace?: () => Promise<ValueTrace | undefined>;
  /** Upheld findings of a review, each a sentence the next proposal has to answer. */
  readonly mustAddress?: readonly string[];
  /** What a person asked for, as data. */
  readonly task?: string;
}
