import type { History, Proposal } from "../../src/domain/attempt.js";
import type { Brief } from "../../src/domain/brief.js";
import type { Patch } from "../../src/domain/patch.js";
import type { Coder, CoderEnd } from "../../src/ports/coder.js";

export interface ScriptedProposal {
  readonly explanation: string;
  readonly patch: Patch;
  readonly unusable?: string;
}

/** Proposes given patches in their order, one at a time, over the whole run; then nothing. */
export class ScriptedCoder implements Coder {
  readonly name = "scripted";
  readonly briefs: Brief[] = [];
  readonly #left: ScriptedProposal[];

  readonly #end: CoderEnd;

  constructor(proposals: readonly ScriptedProposal[], end?: CoderEnd) {
    this.#left = [...proposals];
    this.#end = end;
  }

  async *propose(brief: Brief, _history: History): AsyncIterable<Proposal, CoderEnd> {
    this.briefs.push(brief);
    for (let next = this.#left.shift(); next !== undefined; next = this.#left.shift()) {
      yield { ...next, origin: { coder: "scripted" } };
    }
    return this.#end;
  }
}
