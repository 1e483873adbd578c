import type { ModelReply } from "../../domain/model-call.js";
import type { ModelRequest } from "../../ports/language-model.js";
import { ModelDecorator } from "./model-decorator.js";

/** Says again what a person has to mend first: no other question is answered before, and each would only cost time. */
export class StandingRefusalModel extends ModelDecorator {
  #refusal: ModelReply | undefined;

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    if (this.#refusal !== undefined) return this.#refusal;
    const reply = await this.model.complete(request, signal);
    if (reply.kind === "misconfigured") this.#refusal = reply;
    return reply;
  }
}
