import { eitherOrEdits } from "../acceptance/confidence.js";
import { isSampled, type TriedCandidate } from "../domain/attempt.js";
import type { Coder } from "../ports/coder.js";

/** Green candidates that are offered together, once enough of them have come or their time is over. */
export interface SecondOpinion {
  readonly candidates: TriedCandidate[];
  /** Proposals of the model that may still be asked for; 0 = offered at once. */
  readonly proposals: number;
  /** Candidates tried when it was begun. */
  readonly since: number;
}

/** Measured on repair data, more samples than this hardly ever change which patch is chosen. */
const mostProposals = 3;
/** Green patches of a model that are enough to judge an edit by. */
const greenEnough = 2;

/**
 * An edit that puts one of a few like things in place of another often fits the tests by chance. Where a model is at hand it says what it would do,
 * and the patches are judged against each other.
 */
export function wantsSecondOpinion(green: readonly TriedCandidate[], coders: readonly Coder[], tried: readonly TriedCandidate[]): "yes" | "no" {
  if (tried.some(({ proposal }) => isSampled(proposal.origin.coder))) return "no";
  const best = green[0]?.proposal.origin;
  if (best === undefined || isSampled(best.coder) || !coders.some(({ name }) => name === "model")) return "no";
  return best.operator !== undefined && eitherOrEdits.has(best.operator) ? "yes" : "no";
}

export function startSecondOpinion(
  green: readonly TriedCandidate[],
  { wanted, tried }: { readonly wanted: "yes" | "no"; readonly tried: number },
): SecondOpinion {
  return { candidates: [...green], proposals: wanted === "yes" ? mostProposals : 0, since: tried };
}

/** True when what was put aside is to be offered now. */
export function isEnough(opinion: SecondOpinion | undefined, tried: readonly TriedCandidate[]): boolean {
  if (opinion === undefined) return false;
  const asked = tried.slice(opinion.since).filter(({ proposal }) => isSampled(proposal.origin.coder));
  return asked.length >= opinion.proposals || asked.filter(({ verdict }) => verdict.kind === "green").length >= greenEnough;
}
