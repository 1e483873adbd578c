import type { ModelReply } from "../../../src/domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../../src/ports/language-model.js";

/** Gives its replies in order, the last one for ever, and keeps what it was asked. */
export class CannedModel implements LanguageModel {
  readonly name = "canned";
  readonly asked: ModelRequest[] = [];
  readonly #replies: readonly (ModelReply | ((signal: AbortSignal) => Promise<ModelReply>))[];

  constructor(...replies: readonly (ModelReply | ((signal: AbortSignal) => Promise<ModelReply>))[]) {
    this.#replies = replies;
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const reply = this.#replies[Math.min(this.asked.length, this.#replies.length - 1)];
    this.asked.push(request);
    if (reply === undefined) throw new Error("The test gave this model no reply.");
    return typeof reply === "function" ? reply(signal) : reply;
  }
}

export const usage = { input: 20, output: 5 };
export const text = (words: string): ModelReply => ({ kind: "text", text: words, usage });
export const busy = (retryAfterMs: number | null = null): ModelReply => ({ kind: "unavailable", reason: "It is busy.", retry: "soon", retryAfterMs });
