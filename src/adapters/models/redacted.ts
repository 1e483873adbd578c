import type { ModelMessage, ModelReply, ToolCall } from "../../domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../ports/language-model.js";
import { ModelDecorator } from "./model-decorator.js";

/** Prompts are outgoing bytes: nothing passes here with a secret in it. Stands outermost, so that the journal's copy is what was sent. */
export class RedactedModel extends ModelDecorator {
  readonly #redact: (text: string) => string;

  constructor(model: LanguageModel, redact: (text: string) => string) {
    super(model);
    this.#redact = redact;
  }

  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    return this.model.complete({ ...request, messages: request.messages.map((message) => this.#redacted(message)) }, signal);
  }

  #redacted(message: ModelMessage): ModelMessage {
    const { content, toolCalls, toolCallId } = message;
    return {
      ...message,
      content: this.#redact(content),
      ...(toolCalls === undefined ? {} : { toolCalls: toolCalls.map((call) => this.#redactedCall(call)) }),
      ...(toolCallId === undefined ? {} : { toolCallId: this.#redact(toolCallId) }),
    };
  }

  #redactedCall(call: ToolCall): ToolCall {
    return { id: this.#redact(call.id), name: this.#redact(call.name), arguments: this.#redact(call.arguments) };
  }
}
