import type { TriedCandidate } from "../domain/attempt.js";
import type { FileChange, Patch } from "../domain/patch.js";

/** Best first: operator prior, then smallest edit, then the earlier one. */
export function rankGreen(candidates: readonly TriedCandidate[]): TriedCandidate[] {
  return [...candidates].sort(
    (one, other) =>
      (other.proposal.origin.prior ?? 0) - (one.proposal.origin.prior ?? 0) ||
      editSize(one.proposal.patch) - editSize(other.proposal.patch) ||
      one.number - other.number,
  );
}

/** Best first: most cases mended, then as above. */
export function rankPartial(candidates: readonly TriedCandidate[]): TriedCandidate[] {
  const ranked = rankGreen(candidates);
  const mended = ({ verdict }: TriedCandidate): number => (verdict.kind === "mends-some" ? verdict.fixed.length : 0);
  return ranked.sort((one, other) => mended(other) - mended(one));
}

/** Characters that differ, summed over the files: what lies between the common start and the common end of each. */
export function editSize(patch: Patch): number {
  return patch.changes.reduce((sum, change) => sum + changeSize(change), 0);
}

function changeSize(change: FileChange): number {
  if (change.kind === "add") return change.after.length;
  if (change.kind === "delete") return change.before.length;
  const { before, after } = change;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return Math.max(before.length, after.length) - start - end;
}
