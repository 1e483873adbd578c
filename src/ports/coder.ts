import type { CoderName, History, Proposal } from "../domain/attempt.js";
import type { Brief } from "../domain/brief.js";
import type { StopReason } from "../domain/outcome.js";

/** Proposes patches. The loop pulls one at a time, tells the result back through `history`, and stops pulling when the budget says so. */
export interface Coder {
  readonly name: CoderName;
  propose(brief: Brief, history: History): AsyncIterable<Proposal, CoderEnd>;
}

/** Why a coder proposes no more: it has nothing left to try (undefined), or something outside it ends the whole loop. */
export type CoderEnd = { readonly reason: StopReason; readonly because: string } | undefined;
