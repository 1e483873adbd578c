import type { ModelReply } from "../../domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../ports/language-model.js";

/** Says again what a person has to mend first: no other question is answered before, and each would only cost time. */
export class StandingRefusalModel implements LanguageModel {
  readonly #model: LanguageModel;
  #refusal: ModelReply | undefined;

  constructor(model: LanguageModel) {
    this.#model = model;
  }

  get name(): string {
    return this.#model.name;
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    if (this.#refusal !== undefined) return this.#refusal;
    const reply = await this.#model.complete(request, signal);
    if (reply.kind === "misconfigured") this.#refusal = reply;
    return reply;
  }

  contextTokens(signal: AbortSignal): Promise<number | null> {
    return this.#model.contextTokens?.(signal) ?? Promise.resolve(null);
  }
}
