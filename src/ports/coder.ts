import type { CoderName, History, Proposal } from "../domain/attempt.js";
import type { Brief } from "../domain/brief.js";

/** Proposes patches. The loop pulls one at a time, tells the result back through `history`, and stops pulling when the budget says so. */
export interface Coder {
  readonly name: CoderName;
  propose(brief: Brief, history: History): AsyncIterable<Proposal>;
}
