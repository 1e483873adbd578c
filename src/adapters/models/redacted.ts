import type { ModelMessage, ModelReply } from "../../domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../ports/language-model.js";

/** Prompts are outgoing bytes: nothing passes here with a secret in it. Stands outermost, so that the journal's copy is what was sent. */
export class RedactedModel implements LanguageModel {
  readonly #model: LanguageModel;
  readonly #redact: (text: string) => string;

  constructor(model: LanguageModel, redact: (text: string) => string) {
    this.#model = model;
    this.#redact = redact;
  }

  get name(): string {
    return this.#model.name;
  }

  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    return this.#model.complete({ ...request, messages: request.messages.map((message) => this.#redacted(message)) }, signal);
  }

  #redacted(message: ModelMessage): ModelMessage {
    const content = this.#redact(message.content);
    if (message.toolCalls === undefined) return { ...message, content };
    return { ...message, content, toolCalls: message.toolCalls.map((call) => ({ ...call, arguments: this.#redact(call.arguments) })) };
  }
}
