import type { Patch } from "../domain/patch.js";
import { isOwnCommit } from "../domain/publication.js";
import type { Repository } from "../ports/repository.js";
import type { Ground } from "./publish-ground.js";

export interface BranchWork {
  readonly branch: string;
  readonly ground: Ground;
  readonly patch: Patch;
  readonly message: string;
  readonly fingerprint: string;
}

export type Grown =
  | { readonly kind: "done"; readonly commit: string }
  /** Somebody else's commits are on the branch: it was left as it is. */
  | { readonly kind: "foreign"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Another run of ours may win the race for the branch: then its state is read again and built upon. */
const rounds = 3;

/** Puts the fix on the branch: made new, or grown by one commit. Nothing is ever taken away from it. */
export async function growBranch(repository: Repository, work: BranchWork): Promise<Grown> {
  let last: Grown = { kind: "failed", reason: "the branch was not written" };
  for (let round = 0; round < rounds; round++) {
    const step = await growOnce(repository, work);
    if (step.kind !== "raced") return step;
    last = { kind: "failed", reason: step.reason };
  }
  return last;
}

type Step = Grown | { readonly kind: "raced"; readonly reason: string };

async function growOnce(repository: Repository, work: BranchWork): Promise<Step> {
  const head = await repository.readBranch(work.branch);
  if (head === null) return create(repository, work);
  const ahead = await repository.ahead(work.ground.commit, head.commit);
  const foreign = ahead.commits.find((commit) => !isOwnCommit(commit.message, work.fingerprint));
  if (foreign !== undefined || ahead.mergeBase === null) {
    const what = foreign === undefined ? "shares no history with its base" : `holds the commit ${foreign.sha.slice(0, 9)}, which is not Heal's`;
    return { kind: "foreign", reason: `The branch ${work.branch} ${what}, so it was left as it is. The patch is in the bundle.` };
  }
  if (!work.ground.isTip) {
    return { kind: "foreign", reason: `The branch ${work.branch} was left as it is: ${work.ground.notes.join(" ")} The patch is in the bundle.` };
  }
  const parents = ahead.mergeBase === work.ground.commit ? [head.commit] : [head.commit, work.ground.commit];
  return extend(repository, work, { head: head.commit, parents });
}

async function create(repository: Repository, work: BranchWork): Promise<Step> {
  const written = await repository.commit({ parents: [work.ground.commit], patch: work.patch, message: work.message });
  if (written.kind !== "done") return failed(written.reason);
  const made = await repository.createBranch(work.branch, written.value);
  if (made.kind === "done") return { kind: "done", commit: made.value.commit };
  const raced = made.kind === "conflict" && (await repository.readBranch(work.branch)) !== null;
  return raced ? { kind: "raced", reason: made.reason } : failed(made.reason);
}

async function extend(repository: Repository, work: BranchWork, at: { head: string; parents: readonly string[] }): Promise<Step> {
  const written = await repository.commit({ parents: at.parents, onto: work.ground.commit, patch: work.patch, message: work.message });
  if (written.kind !== "done") return failed(written.reason);
  if (written.value === at.head) return { kind: "done", commit: at.head };
  const moved = await repository.advanceBranch(work.branch, at.head, written.value);
  if (moved.kind === "done") return { kind: "done", commit: moved.value.commit };
  return moved.kind === "conflict" ? { kind: "raced", reason: moved.reason } : failed(moved.reason);
}

function failed(reason: string): Grown {
  return { kind: "failed", reason: `${reason} The patch is in the bundle.` };
}
