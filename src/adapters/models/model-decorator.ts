import type { ModelReply } from "../../domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../ports/language-model.js";

/** A model that stands in front of another one and is that model in everything but how it is called. */
export abstract class ModelDecorator implements LanguageModel {
  protected readonly model: LanguageModel;

  constructor(model: LanguageModel) {
    this.model = model;
  }

  get name(): string {
    return this.model.name;
  }

  abstract complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;

  contextTokens(signal: AbortSignal): Promise<number | null> {
    return this.model.contextTokens?.(signal) ?? Promise.resolve(null);
  }
}
