import type { CandidateVerdict, History } from "../../../domain/attempt.js";
import type { Candidate } from "./candidate.js";

/** How much a refuted pair of operator and function still counts, after `times` refutations. */
function sunk(times: number): number {
  return 1 / (1 + times / 8);
}

/** A place that was edited without any change in what the failing case says is probably not where it fails; each such edit costs this much. */
const unmoved = 0.93;
/** Edits that break a passing case touch code that something else relies on. */
const breaking = 0.97;

function pairKey(operator: string, file: string, name: string): string {
  return `${operator}\u0000${file}\u0000${name}`;
}

/** Pairs of operator and function that earlier attempts spoke against. */
function refutations(history: History): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const reflection of history.reflections) {
    for (const refuted of reflection.refuted) {
      const key = pairKey(refuted.operator, refuted.file, refuted.function);
      counts.set(key, (counts.get(key) ?? 0) + refuted.times);
    }
  }
  return counts;
}

interface Entry {
  readonly candidate: Candidate;
  readonly place: number;
  readonly line: string;
  readonly score: number;
}

/** Candidates, best first by what is known so far. Equal scores keep the order of the text, so that a run repeats itself. */
export class CandidateQueue {
  readonly #left: Entry[];
  readonly #factors = new Map<string, number>();
  readonly #endless: "yes" | "no";

  /** @param endless whether it is a program that never ends which is to be mended: not ending is nothing new then */
  constructor(candidates: readonly Candidate[], history: History, endless: "yes" | "no" = "no") {
    this.#endless = endless;
    const refuted = refutations(history);
    this.#left = candidates.map((candidate, place) => {
      const { context, operator } = candidate;
      const times = refuted.get(pairKey(operator.name, context.file, context.suspect.function)) ?? 0;
      return { candidate, place, line: lineKey(candidate), score: candidate.score * sunk(times) };
    });
  }

  /** Looks at all that are left: factors change after each verdict, and far fewer are taken than there are. */
  next(): Candidate | undefined {
    let best = -1;
    let bestWeight = -1;
    for (const [index, entry] of this.#left.entries()) {
      const weight = entry.score * (this.#factors.get(entry.line) ?? 1);
      const isBetter = weight > bestWeight || (weight === bestWeight && entry.place < (this.#left[best]?.place ?? 0));
      if (isBetter) [best, bestWeight] = [index, weight];
    }
    const taken = this.#left[best];
    const last = this.#left.pop();
    if (taken === undefined || last === undefined) return undefined;
    if (last !== taken) this.#left[best] = last;
    return taken.candidate;
  }

  /** Takes a verdict into account for the candidates that are left. */
  learn(candidate: Candidate, verdict: CandidateVerdict | undefined): void {
    const line = lineKey(candidate);
    this.#factors.set(line, (this.#factors.get(line) ?? 1) * this.#factorOf(verdict));
  }

  #factorOf(verdict: CandidateVerdict | undefined): number {
    if (verdict?.kind === "still-failing") return verdict.changedMessage ? 1 : unmoved;
    if (verdict?.kind === "timed-out") return this.#endless === "yes" ? unmoved : 1;
    return verdict?.kind === "breaks" ? breaking : 1;
  }
}

function lineKey({ context, node }: Candidate): string {
  return `${context.file}:${node.startRow}`;
}
