import type { Stop } from "../domain/outcome.js";
import type { FileChange, Patch } from "../domain/patch.js";
import type { Repository } from "../ports/repository.js";

/** The commit a fix is laid on. */
export interface Ground {
  readonly commit: string;
  /** False when the target branch moved on and changed the patched files: the fix then stands on the older commit. */
  readonly isTip: boolean;
  readonly notes: readonly string[];
}

export type GroundChoice = ({ readonly kind: "ground" } & Ground) | { readonly kind: "none"; readonly reason: string; readonly stop?: Stop };

interface Target {
  readonly targetBranch: string;
  readonly targetCommit: string;
}

/**
 * The target branch as it is now, when the patched files there are byte for byte those the proof was made with; else the commit the
 * event named. Never a commit on which the patch would mean something else.
 */
export async function chooseGround(repository: Repository, target: Target, patch: Patch): Promise<GroundChoice> {
  const tip = await repository.readBranch(target.targetBranch);
  if (tip === null)
    return { kind: "none", reason: `The branch ${target.targetBranch} is gone, so there is nothing to open a pull request into. The patch is in the bundle.` };
  const changed = await repository.differing(tip.commit, patch);
  if (changed.length === 0) return { kind: "ground", commit: tip.commit, isTip: true, notes: movedNote(target, tip.commit) };
  if ((await repository.differing(tip.commit, reverted(patch))).length === 0) return alreadyFixed(target, tip.commit);
  if (tip.commit === target.targetCommit) return { kind: "none", reason: differsFromTested(target, changed) };
  return olderGround(repository, target, { tip: tip.commit, changed, patch });
}

function movedNote(target: Target, tip: string): string[] {
  if (tip === target.targetCommit) return [];
  return [
    `${target.targetBranch} moved from ${short(target.targetCommit)} to ${short(tip)} during the run. The patched files are the same there; the proof was made on the older commit.`,
  ];
}

function alreadyFixed(target: Target, tip: string): GroundChoice {
  const sentence = `${target.targetBranch} already holds this fix at ${short(tip)}, so nothing was written. Run the failed job again there.`;
  return { kind: "none", reason: sentence, stop: { reason: "already-fixed", sentence } };
}

/** On a pull request the tested tree is the merge with its base: the head branch alone can hold other bytes. */
function differsFromTested(target: Target, changed: readonly string[]): string {
  return `The tested tree is not the one of ${target.targetBranch}: ${listed(changed)} differ there. Bring ${target.targetBranch} up to date with its base and run again. The patch is in the bundle.`;
}

async function olderGround(repository: Repository, target: Target, moved: { tip: string; changed: readonly string[]; patch: Patch }): Promise<GroundChoice> {
  const rewritten = (await repository.ahead(moved.tip, target.targetCommit)).mergeBase !== target.targetCommit;
  const differs = await repository.differing(target.targetCommit, moved.patch);
  if (rewritten || differs.length > 0) {
    const sentence = `${target.targetBranch} moved to ${short(moved.tip)} during the run and changed ${listed(moved.changed)}, so the fix does not fit any more. Run Heal again there; the patch is in the bundle.`;
    return { kind: "none", reason: sentence, stop: { reason: "stale-head", sentence } };
  }
  const note = `${target.targetBranch} moved to ${short(moved.tip)} during the run and changed ${listed(moved.changed)}: this fix stands on ${short(target.targetCommit)} and conflicts with the newer commits.`;
  return { kind: "ground", commit: target.targetCommit, isTip: false, notes: [note] };
}

function reverted(patch: Patch): Patch {
  return { changes: patch.changes.map(revertedChange) };
}

function revertedChange(change: FileChange): FileChange {
  const { path, encoding } = change;
  if (change.kind === "add") return { kind: "delete", path, before: change.after, encoding };
  if (change.kind === "delete") return { kind: "add", path, after: change.before, encoding };
  return { kind: "modify", path, before: change.after, after: change.before, encoding };
}

function short(commit: string): string {
  return commit.slice(0, 9);
}

function listed(paths: readonly string[]): string {
  return paths.length <= 3 ? paths.join(", ") : `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more`;
}
