import type { CandidateVerdict, History } from "../../../domain/attempt.js";
import type { Candidate } from "./candidate.js";

/** How much a refuted pair of operator and function still counts, after `times` refutations. */
function sunk(times: number): number {
  return 1 / (1 + times / 8);
}

function placeKey(operator: string, file: string, name: string): string {
  return `${operator}\u0000${file}\u0000${name}`;
}

/** Pairs of operator and function that earlier attempts spoke against. */
function refutations(history: History): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reflection of history.reflections) {
    for (const refuted of reflection.refuted) {
      const key = placeKey(refuted.operator, refuted.file, refuted.function);
      counts.set(key, (counts.get(key) ?? 0) + refuted.times);
    }
  }
  return counts;
}

/** Best first. Equal scores keep the order of the text, so that a run repeats itself. */
export function ordered(candidates: readonly Candidate[], history: History): Candidate[] {
  const refuted = refutations(history);
  const weigh = (candidate: Candidate): number => {
    const times = refuted.get(placeKey(candidate.operator.name, candidate.context.file, candidate.context.suspect.function)) ?? 0;
    return candidate.score * sunk(times);
  };
  const scored = candidates.map((candidate, place) => ({ candidate, place, score: weigh(candidate) }));
  scored.sort((a, b) => b.score - a.score || a.place - b.place);
  return scored.map((entry) => entry.candidate);
}

/** True when running the candidate showed that its edit does not lead to green. */
export function speaksAgainst(verdict: CandidateVerdict): boolean {
  return verdict.kind === "still-failing" || verdict.kind === "breaks" || verdict.kind === "timed-out";
}
