import type { FileChange, Patch } from "../domain/patch.js";
import { applyHunks, type LineHunk, lineHunks } from "./line-hunks.js";

/** The smallest part that is kept or dropped whole: a run of changed lines, or a file. */
export type Granularity = "hunk" | "file";

export interface MinimisationOptions {
  /** How many candidates may be asked about. */
  readonly runsLeft: number;
  readonly granularity: Granularity;
}

export interface MinimisationResult {
  readonly patch: Patch;
  readonly dropped: number;
  readonly kept: number;
  readonly runs: number;
  /** False when the runs were used up before every remaining part had been tried. */
  readonly finished: boolean;
}

/** What is kept or dropped whole. */
export type Part = { readonly path: string; readonly hunk: LineHunk } | { readonly path: string; readonly whole: FileChange };

/**
 * Drops one part after another, from the last to the first, starting over after each success. It yields a smaller patch and must be told
 * whether that one is still good; the returned value is the smallest good one. A patch of a single part asks nothing: whether
 * the empty patch is red is the revert step's question.
 */
export function* minimisationPlan(patch: Patch, options: MinimisationOptions): Generator<Patch, MinimisationResult, boolean> {
  const start = patch.changes.flatMap((change) => partsOf(change, options.granularity));
  let parts = start;
  let runs = 0;
  let index = parts.length - 1;
  while (parts.length > 1 && index >= 0 && runs < options.runsLeft) {
    const smaller = parts.filter((_, position) => position !== index);
    runs += 1;
    const stillGood = yield assemble(patch, smaller);
    if (stillGood) parts = smaller;
    index = stillGood ? parts.length - 1 : index - 1;
  }
  const finished = parts.length <= 1 || index < 0;
  return { patch: parts === start ? patch : assemble(patch, parts), dropped: start.length - parts.length, kept: parts.length, runs, finished };
}

export function partsOf(change: FileChange, granularity: Granularity): Part[] {
  if (granularity === "file" || change.kind !== "modify") return [{ path: change.path, whole: change }];
  return lineHunks(change.before, change.after).map((hunk) => ({ path: change.path, hunk }));
}

/** The patch with just these parts. */
export function assemble(patch: Patch, parts: readonly Part[]): Patch {
  const changes = patch.changes.flatMap((change): FileChange[] => {
    const own = parts.filter((part) => part.path === change.path);
    if (own.length === 0) return [];
    if (change.kind !== "modify") return [change];
    const hunks = own.flatMap((part) => ("hunk" in part ? [part.hunk] : []));
    return hunks.length === 0 ? [change] : [{ ...change, after: applyHunks(change.before, hunks) }];
  });
  return { changes };
}
