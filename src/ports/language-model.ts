import type { ModelMessage, ModelReply, ModelRole } from "../domain/model-call.js";

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly role: ModelRole;
  readonly messages: readonly ModelMessage[];
  /** Tokens the answer may have. */
  readonly maxOutputTokens: number;
  readonly temperature: number;
  readonly seed: number;
  readonly tools?: readonly ModelTool[];
  /** Files of the repository whose text the messages hold: listed in the report. */
  readonly files: readonly string[];
}

/** A chat model behind any endpoint. What goes wrong is a value of the reply; it never throws for what an endpoint does. */
export interface LanguageModel {
  readonly name: string;
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
  /** Tokens that prompt and answer may have together; null = the endpoint does not tell. No call of the model, and free. Absent = nobody to ask. */
  contextTokens?(signal: AbortSignal): Promise<number | null>;
}
