/** Who asks the model; the ledger of a report is kept by role. */
export type ModelRole = "coder" | "repair" | "reflection" | "tester" | "reviewer" | "reading" | "probe";

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

export interface ModelMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  /** Of an assistant's turn that asked for tools. */
  readonly toolCalls?: readonly ToolCall[];
  /** Of a tool's answer: the call it answers. */
  readonly toolCallId?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; may be invalid. */
  readonly arguments: string;
}

/** The limit that a call does not fit. `needs`: what it may take at most; `left`: of the limit, with what the calls under way may still take. Tokens, or US dollars. */
export type Shortfall = { readonly limit: "max-time" } | { readonly limit: "max-tokens" | "max-cost"; readonly needs: number; readonly left: number };

/** What one call came to. Everything an endpoint may do is a value here. */
export type ModelReply =
  | { readonly kind: "text"; readonly text: string; readonly usage: TokenUsage | null }
  | { readonly kind: "tool-calls"; readonly calls: readonly ToolCall[]; readonly text: string; readonly usage: TokenUsage | null }
  /** The output limit ended it: never applied. */
  | { readonly kind: "cut-off"; readonly text: string; readonly usage: TokenUsage | null }
  /** Success without content, e.g. when reasoning used up the output. */
  | { readonly kind: "empty"; readonly usage: TokenUsage | null }
  /** A refusal or a content filter. */
  | { readonly kind: "refused"; readonly reason: string; readonly usage: TokenUsage | null }
  /** The answer is not of the protocol's shape. */
  | { readonly kind: "malformed"; readonly reason: string; readonly usage: TokenUsage | null }
  /** `limit` in tokens, when the endpoint says. Not charged. */
  | { readonly kind: "context-exceeded"; readonly limit: number | null }
  /** Not sent: its worst case does not fit what is left. */
  | ({ readonly kind: "not-affordable" } & Shortfall)
  /**
   * Down, busy, out of quota, silent. `retryAfterMs` when the endpoint says; `retry` tells whether asking again can help.
   * `begun`: something of an answer had come or was being made, which the endpoint may bill, so it is charged.
   */
  | {
      readonly kind: "unavailable";
      readonly reason: string;
      readonly retry: "soon" | "never";
      readonly retryAfterMs: number | null;
      readonly begun?: true;
    }
  /** The person's to mend: key, model or address. The reason names the setting and never its secret value. */
  | { readonly kind: "misconfigured"; readonly setting: "api-key" | "model" | "base-url"; readonly reason: string }
  | { readonly kind: "cancelled"; readonly begun?: true };

/** One paid call, as the journal keeps it: enough to answer it again without the endpoint. */
export interface ModelCall {
  readonly role: ModelRole;
  readonly model: string;
  /** Hex; the prompt with what differs between runs normalised. */
  readonly key: string;
  readonly messages: readonly ModelMessage[];
  readonly temperature: number;
  readonly reply: ModelReply;
  /** What counts against the limits: the usage, or the worst case where the endpoint does not say. */
  readonly charged: TokenUsage;
  /** Null = the price is not known. */
  readonly costUsd: number | null;
  readonly durationMs: number;
  /** Files of the repository whose text the prompt holds. */
  readonly files: readonly string[];
}

/** A call that is about to be sent: what is known should its end never be. */
export interface AskedCall {
  /** Counts from 1; what is told of the call later names it. */
  readonly number: number;
  readonly role: ModelRole;
  readonly model: string;
  readonly atMost: TokenUsage;
  /** Null = the price is not known. */
  readonly atMostUsd: number | null;
  readonly files: readonly string[];
}
