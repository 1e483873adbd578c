/** What a check is for; it decides what counts as a case and which canary exists. */
export type CheckKind = "test" | "lint" | "types" | "run";

/** A command whose exit status says whether the project is healthy. */
export interface Check {
  /** Unique within a run, e.g. "check-1"; shown to people together with the command. */
  readonly name: string;
  /** One shell line, run by `sh -c` in `directory`. */
  readonly command: string;
  readonly kind: CheckKind;
  /** Relative to the tree's root, "/" separators, "" is the root itself. */
  readonly directory: string;
}
