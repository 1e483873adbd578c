import type { ModelReply, TokenUsage, ToolCall } from "../../../domain/model-call.js";
import type { AnswerChunk, AnswerPiece, AnswerUsage, ToolPiece } from "./answer-schema.js";
import { quoteOf } from "./foreign-text.js";

const complete = new Set(["stop", "eos", "end_turn", "stop_sequence", "tool_calls", "tool_use", "function_call"]);
const limitReached = new Set(["length", "max_tokens", "model_length", "max_output_tokens"]);
const filtered = /^(content_filter|safety|recitation|blocklist|prohibited_content|spii|refusal)/i;

/** Characters a token has at most, taken over a whole answer; code has about three. */
const longestToken = 8;

export interface AnswerFacts {
  readonly outputTokens: number;
  /** What the prompt may count at most. */
  readonly promptTokens: number;
  readonly apiKey: string | null;
}

interface Source {
  /** Bytes so far. */
  readonly received: number;
  /** Told that the answer says something now. */
  answering(): void;
}

/** An answer as it comes together from its pieces. Of several choices only the first counts: one was asked for. */
export class Answer {
  #text = "";
  #refusal = "";
  #finish: string | null = null;
  #usage: TokenUsage | null = null;
  #choices = 0;
  readonly #calls = new Map<string, { id: string; name: string; arguments: string }>();
  #lastCall = "";
  #length = 0;
  #lengthAtUsage = 0;
  #source: Source = { received: 0, answering: () => undefined };
  readonly #facts: AnswerFacts;

  constructor(facts: AnswerFacts) {
    this.#facts = facts;
  }

  /** True when more came than the limit on the answer allows for. */
  get runsOn(): boolean {
    return this.#length > this.#facts.outputTokens * longestToken + 1_000;
  }

  /** True when the endpoint passed over the limit on the answer, by its own count or by what came. */
  get overLimit(): boolean {
    return this.runsOn || (this.usage?.output ?? 0) > this.#facts.outputTokens * 1.25 + 50;
  }

  /** What came, when it is given up before its end. */
  cutOff(): ModelReply {
    return { kind: "cut-off", text: withoutThinking(this.#text), usage: this.usage };
  }

  /** Where the answer comes from, once there is one. */
  comesFrom(source: Source): void {
    this.#source = source;
  }

  /** True as soon as a part of an answer was understood. */
  get begun(): boolean {
    return this.#choices > 0 || this.#usage !== null;
  }

  /** True as soon as anything came that an endpoint may bill, understood or not. */
  get arrived(): boolean {
    return this.begun || this.#source.received > 0;
  }

  /** Null = the endpoint did not say, or said it before the last of its answer. Never less than what came: a wrong count loosens the limits. */
  get usage(): TokenUsage | null {
    const least = Math.ceil(this.#length / longestToken);
    const told = this.#lengthAtUsage === this.#length ? this.#usage : null;
    if (told !== null) return { input: told.input, output: Math.max(told.output, least) };
    return least > this.#facts.outputTokens ? { input: this.#facts.promptTokens, output: least } : null;
  }

  add(chunk: AnswerChunk): void {
    for (const choice of chunk.choices ?? []) {
      this.#choices++;
      this.#length += lengthOf(choice.delta);
      if ((choice.index ?? 0) !== 0) continue;
      if (choice.delta !== undefined && choice.delta !== null) this.#addPiece(choice.delta);
      this.#finish = choice.finish_reason ?? this.#finish;
    }
    if (this.#length > 0) this.#source.answering();
    const usage = tokenUsage(chunk.usage);
    if (usage === null) return;
    this.#usage = usage;
    this.#lengthAtUsage = this.#length;
  }

  #addPiece(piece: AnswerPiece): void {
    this.#text += piece.content ?? "";
    this.#refusal += piece.refusal ?? "";
    for (const call of piece.tool_calls ?? []) this.#addCall(call);
  }

  /** Pieces of a call share its index; where there is none, a new id starts a new call. */
  #addCall(piece: ToolPiece): void {
    const startsNew = piece.index === undefined || piece.index === null ? piece.id !== undefined && piece.id !== null && piece.id !== "" : false;
    const key = startsNew ? `new ${this.#calls.size}` : piece.index === undefined || piece.index === null ? this.#lastCall : `at ${piece.index}`;
    const call = this.#calls.get(key) ?? { id: "", name: "", arguments: "" };
    this.#calls.set(key, {
      id: call.id === "" ? (piece.id ?? "") : call.id,
      name: call.name === "" ? (piece.function?.name ?? "") : call.name,
      arguments: call.arguments + (piece.function?.arguments ?? ""),
    });
    this.#lastCall = key;
  }

  /** What it came to, once nothing more comes. */
  reply(): ModelReply {
    const usage = this.usage;
    if (this.#choices === 0) return { kind: "malformed", reason: "The answer holds no choice.", usage };
    if (this.#finish === null) return { kind: "unavailable", reason: "The answer broke off before its end.", retry: "soon", retryAfterMs: null, begun: true };
    if (filtered.test(this.#finish))
      return { kind: "refused", reason: `The endpoint's content filter held the answer back.${this.#quoteOf(this.#finish)}`, usage };
    if (this.#refusal !== "") return { kind: "refused", reason: `The model refused.${this.#quoteOf(this.#refusal)}`, usage };
    const text = withoutThinking(this.#text);
    if (limitReached.has(this.#finish)) return text === "" && this.#calls.size === 0 ? { kind: "empty", usage } : { kind: "cut-off", text, usage };
    if (this.#finish === "error" || this.#finish === "abort" || this.#finish === "insufficient_system_resource")
      return { kind: "unavailable", reason: "The endpoint broke the answer off itself.", retry: "soon", retryAfterMs: null, begun: true };
    if (!complete.has(this.#finish)) return { kind: "malformed", reason: `The answer ended for an unknown reason.${this.#quoteOf(this.#finish)}`, usage };
    if (this.#calls.size > 0) return this.#toolReply(text);
    return text.trim() === "" ? { kind: "empty", usage } : { kind: "text", text, usage };
  }

  #quoteOf(words: string): string {
    return quoteOf(words, this.#facts.apiKey);
  }

  #toolReply(text: string): ModelReply {
    const calls: ToolCall[] = [...this.#calls.values()].map((call, index) => ({ ...call, id: call.id === "" ? `call_${index + 1}` : call.id }));
    const usage = this.usage;
    if (calls.some((call) => call.name === "")) return { kind: "malformed", reason: "A tool call has no name.", usage };
    if (new Set(calls.map((call) => call.id)).size < calls.length) return { kind: "malformed", reason: "Two tool calls have the same id.", usage };
    return { kind: "tool-calls", calls, text, usage };
  }
}

function lengthOf(piece: AnswerPiece | null | undefined): number {
  const calls = (piece?.tool_calls ?? []).flatMap((call) => [call.function?.name, call.function?.arguments]);
  return [piece?.content, piece?.refusal, piece?.reasoning, piece?.reasoning_content, ...calls].reduce((sum: number, text) => sum + (text ?? "").length, 0);
}

/** Reasoning models behind plain servers write their thoughts in front of the answer; they are no part of it. */
function withoutThinking(text: string): string {
  const opened = /^\s*<(think|thinking)>/.exec(text);
  if (opened === null) return text;
  const close = `</${opened[1]}>`;
  const end = text.indexOf(close);
  return end < 0 ? "" : text.slice(end + close.length).replace(/^\s+/, "");
}

/** Some endpoints leave thoughts out of the completion's tokens and count them in the total. All zero means: not counted. */
function tokenUsage(usage: AnswerUsage): TokenUsage | null {
  if (usage === undefined || usage === null || (usage.completion_tokens ?? usage.total_tokens) === undefined) return null;
  const input = usage.prompt_tokens;
  const output = Math.max(usage.completion_tokens ?? 0, (usage.total_tokens ?? 0) - input);
  return input + output === 0 ? null : { input, output };
}
