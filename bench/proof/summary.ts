import { median } from "../repair/summary.ts";

export interface ProofResult {
  readonly task: string;
  readonly bug: string;
  readonly stopReason: string;
  readonly durationMs: number;
  readonly confidence: string | null;
  /** By the hidden tests, after minimisation; null = not accepted. */
  readonly hidden: "right" | "wrong" | null;
  /** Rules that spoke against the solution, then the sentence the run stopped with; empty = accepted, or nothing was red. */
  readonly refusedBy: readonly string[];
}

export interface ProofSummary {
  readonly rows: number;
  readonly visiblyRed: number;
  readonly accepted: number;
  readonly refused: readonly string[];
  /** Accepted, but what minimisation left of the solution fails a hidden test: the visible tests did not need the rest. */
  readonly cutTooShort: readonly string[];
  readonly confidence: Readonly<Record<string, number>>;
  readonly medianSeconds: number;
}

/** A row is visibly red unless its run found nothing to heal. */
export function proofSummary(results: readonly ProofResult[]): ProofSummary {
  const red = results.filter(({ stopReason }) => stopReason !== "nothing-failed");
  const accepted = red.filter(({ stopReason }) => stopReason === "fixed");
  const levels = Map.groupBy(accepted, ({ confidence }) => confidence ?? "none");
  return {
    rows: results.length,
    visiblyRed: red.length,
    accepted: accepted.length,
    refused: red.filter(({ stopReason }) => stopReason !== "fixed").map(({ task }) => task),
    cutTooShort: accepted.filter(({ hidden }) => hidden === "wrong").map(({ task }) => task),
    confidence: Object.fromEntries([...levels].map(([level, own]) => [level, own.length])),
    medianSeconds: median(accepted.map(({ durationMs }) => durationMs)) / 1000,
  };
}
