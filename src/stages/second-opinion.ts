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

export interface OpinionQuestion {
  /** Candidates that turned everything green, best first. */
  readonly green: readonly TriedCandidate[];
  readonly tried: readonly TriedCandidate[];
  readonly coders: readonly Coder[];
  /** Whether hardly any assertion speaks about the code a patch changes. */
  readonly isThin: (candidate: TriedCandidate) => Promise<"yes" | "no">;
}

/**
 * Where hardly anything speaks about the changed code, a patch often fits the tests by chance. A model that can be asked says what else it would do, and
 * the patches are judged against each other by the Tester's cases. A model that has just failed at the same failure has no say.
 */
export async function wantsSecondOpinion({ green, tried, coders, isThin }: OpinionQuestion): Promise<"yes" | "no"> {
  const best = green[0];
  if (best === undefined || !coders.some(({ name }) => name === "model")) return "no";
  const origin = best.proposal.origin.coder;
  if (!isSampled(origin) && tried.some(({ proposal }) => isSampled(proposal.origin.coder))) return "no";
  return isThin(best);
}

export function startSecondOpinion(
  green: readonly TriedCandidate[],
  { proposals, tried }: { readonly proposals: number; readonly tried: number },
): SecondOpinion {
  return { candidates: [...green], proposals, since: tried };
}

/** True when what was put aside is to be offered now. */
export function isEnough(opinion: SecondOpinion | undefined, tried: readonly TriedCandidate[]): boolean {
  if (opinion === undefined) return false;
  const asked = tried.slice(opinion.since).filter(({ proposal }) => isSampled(proposal.origin.coder));
  return asked.length >= opinion.proposals;
}
