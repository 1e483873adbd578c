import type { ModelReply, ModelRole } from "../../domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../ports/language-model.js";
import { ModelDecorator } from "./model-decorator.js";

export interface RetryOptions {
  /** Milliseconds the run still has. */
  readonly timeLeft: () => number;
  /** From 0 to below 1; spreads the waits of runs that started together. */
  readonly random: () => number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Calls in all; 5 when left out. */
  readonly tries?: number;
}

type Unavailable = Extract<ModelReply, { readonly kind: "unavailable" }>;

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
const defaultTries = 5;
/** A run ends with them, so they are worth a round of tries whatever came of the one before. */
const decisiveRoles: ReadonlySet<ModelRole> = new Set(["probe", "coder", "repair"]);

/** Asks again what may pass by itself, and once more what came back out of shape. Of an endpoint that was down over all tries, what a run can do without is asked once. An endpoint's wish to wait is obeyed or ends the asking. */
export class RetryingModel extends ModelDecorator {
  readonly #options: RetryOptions;
  /** Whether all tries of a call came to nothing, and no answer has come since. */
  #down: "yes" | "no" = "no";

  constructor(model: LanguageModel, options: RetryOptions) {
    super(model);
    this.#options = options;
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const tries = this.#tries(request);
    let outOfShape = 0;
    for (let call = 1; ; call++) {
      const reply = await this.model.complete(request, signal);
      if (reply.kind === "malformed" && ++outOfShape === 1 && call < tries) continue;
      if (reply.kind !== "unavailable" || reply.retry === "never") return this.#ended(reply);
      if (call >= tries) return this.#givenUp(reply, call);
      const wait = this.#wait(reply, call);
      if (wait >= this.#options.timeLeft()) return tooLong(reply, wait);
      await this.#options.pause(wait, signal);
      if (signal.aborted) return { kind: "cancelled" };
    }
  }

  #tries({ role }: ModelRequest): number {
    return this.#down === "yes" && !decisiveRoles.has(role) ? 1 : (this.#options.tries ?? defaultTries);
  }

  #ended(reply: ModelReply): ModelReply {
    if (reply.kind !== "unavailable" && reply.kind !== "cancelled" && reply.kind !== "not-affordable") this.#down = "no";
    return reply;
  }

  /** An endpoint that says when to come again is there. */
  #givenUp(reply: Unavailable, calls: number): ModelReply {
    if (reply.retryAfterMs === null) this.#down = "yes";
    return calls === 1 ? reply : { ...reply, reason: `${reply.reason} Asked ${calls} times.` };
  }

  /** Never earlier than asked for; else twice as long each time, half of it by chance. */
  #wait(reply: Unavailable, call: number): number {
    if (reply.retryAfterMs !== null) return Math.ceil(reply.retryAfterMs + Math.min(reply.retryAfterMs / 10, firstWaitMs) * this.#options.random());
    const step = Math.min(firstWaitMs * 2 ** (call - 1), longestWaitMs);
    return Math.ceil(step / 2 + (step / 2) * this.#options.random());
  }
}

function tooLong(reply: Unavailable, wait: number): ModelReply {
  const time = timeWords(reply.retryAfterMs ?? wait);
  const when = reply.retryAfterMs === null ? `The next try would be in ${time}` : `Try again after ${time}`;
  return { ...reply, reason: `${reply.reason} ${when}, which is longer than this run may still take.` };
}

/** To the second only where a person would wait for it. */
function timeWords(ms: number): string {
  const hours = Math.ceil(ms / 3_600_000);
  if (hours <= 2) return `${Math.ceil(ms / 1000)} s`;
  if (hours <= 48) return `${hours} hours`;
  return hours <= 60 * 24 ? `${Math.ceil(hours / 24)} days` : "more than 60 days";
}
