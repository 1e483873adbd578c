import type { History, Proposal } from "../../src/domain/attempt.js";
import type { Brief } from "../../src/domain/brief.js";
import type { Patch } from "../../src/domain/patch.js";
import type { Coder } from "../../src/ports/coder.js";

export interface ScriptedProposal {
  readonly explanation: string;
  readonly patch: Patch;
}

/** Proposes given patches in their order, one at a time, over the whole run; then nothing. */
export class ScriptedCoder implements Coder {
  readonly name = "scripted";
  readonly briefs: Brief[] = [];
  readonly #left: ScriptedProposal[];

  constructor(proposals: readonly ScriptedProposal[]) {
    this.#left = [...proposals];
  }

  async *propose(brief: Brief, _history: History): AsyncIterable<Proposal> {
    this.briefs.push(brief);
    for (let next = this.#left.shift(); next !== undefined; next = this.#left.shift()) {
      yield { ...next, origin: { coder: "scripted" } };
    }
  }
}
