import type { Patch } from "../domain/patch.js";

export type WriteOutcome<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "forbidden"; readonly reason: string }
  | { readonly kind: "conflict"; readonly reason: string }
  | { readonly kind: "unavailable"; readonly reason: string };

export interface BranchHead {
  readonly branch: string;
  readonly commit: string;
}

export interface CommitRequest {
  readonly parents: readonly string[];
  /** The commit whose tree the patch is laid on. Absent = `parents[0]`. */
  readonly onto?: string;
  readonly patch: Patch;
  readonly message: string;
}

/** What a commit holds beyond another. */
export interface Ahead {
  /** Null when the two share no history. */
  readonly mergeBase: string | null;
  /** Oldest first; everything reachable from the later commit and not from the earlier one. */
  readonly commits: readonly { readonly sha: string; readonly message: string }[];
}

/** The code host's git data. Nothing here runs git, hooks or repository configuration. */
export interface Repository {
  readBranch(branch: string): Promise<BranchHead | null>;
  /** Text of a file at a commit; null when it is not there. */
  readFile(commit: string, path: string): Promise<string | null>;
  /** Paths of the patch whose bytes at the commit are not the patch's `before`; empty = the patch applies there as it is. */
  differing(commit: string, patch: Patch): Promise<readonly string[]>;
  ahead(base: string, commit: string): Promise<Ahead>;
  /**
   * One commit with the patch's files on top of a tree; author and committer are left to the host.
   * When there is one parent and its tree already is the wanted one, nothing is written and that parent is the value.
   */
  commit(request: CommitRequest): Promise<WriteOutcome<string>>;
  createBranch(branch: string, commit: string): Promise<WriteOutcome<BranchHead>>;
  /** Never forced: only a fast-forward from `expected` succeeds. */
  advanceBranch(branch: string, expected: string, commit: string): Promise<WriteOutcome<BranchHead>>;
  compareUrl(base: string, branch: string): string;
}
