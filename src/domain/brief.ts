import type { TriedCandidate } from "./attempt.js";
import type { CaseId, CaseResult } from "./case.js";
import type { FileView } from "./file-view.js";
import type { Patch } from "./patch.js";
import type { Suspect } from "./suspect.js";
import type { ValueTrace } from "./value-trace.js";

/** A failing case in the tree with this patch. */
export interface Traced {
  readonly patch: Patch;
  readonly caseId: CaseId;
}

export interface LessonSource {
  readonly candidate: TriedCandidate;
  /** The reflection composed from what was executed in its attempt. */
  readonly facts: string;
}

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
  /** Recorded values of the suspects, when they could be had. Asked for once a model needs them. */
  readonly trace?: (traced: Traced) => Promise<ValueTrace | undefined>;
  /** What a model learns from a candidate that was run and failed, when it writes lessons. Asked for once a prompt shows that candidate's code. */
  readonly lesson?: (from: LessonSource) => Promise<string | undefined>;
  /** Upheld findings of a review, each a sentence the next proposal has to answer. */
  readonly mustAddress?: readonly string[];
  /** What a person asked for, as data. */
  readonly task?: string;
}
