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

/** The code host's git data. Nothing here runs git, hooks or repository configuration. */
export interface Repository {
  readBranch(branch: string): Promise<BranchHead | null>;
  /** Text of a file at a commit; null when it is not there. */
  readFile(commit: string, path: string): Promise<string | null>;
  /** One commit on top of `parents[0]`'s tree with the patch's files; author and committer are left to the host. */
  commit(request: { readonly parents: readonly string[]; readonly patch: Patch; readonly message: string }): Promise<WriteOutcome<string>>;
  createBranch(branch: string, commit: string): Promise<WriteOutcome<BranchHead>>;
  /** Never forced: only a fast-forward from `expected` succeeds. */
  advanceBranch(branch: string, expected: string, commit: string): Promise<WriteOutcome<BranchHead>>;
  compareUrl(base: string, branch: string): string;
}
