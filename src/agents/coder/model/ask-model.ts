import type { ModelMessage, ModelReply, Shortfall } from "../../../domain/model-call.js";
import type { CoderEnd } from "../../../ports/coder.js";
import type { LanguageModel, ModelRequest } from "../../../ports/language-model.js";
import { exactDollars, grouped } from "../../../support/amounts.js";
import { clause } from "../../../support/clause.js";
import { type Caps, leastOutput } from "./caps.js";
import type { ContextDesk } from "./context/context-desk.js";
import { plainRequests } from "./context/plain-form.js";
import { contextTools } from "./context/tools.js";
import type { ComposedPrompt } from "./prompt/compose-prompt.js";

export interface Question {
  readonly model: LanguageModel;
  readonly signal: AbortSignal;
  readonly request: Omit<ModelRequest, "messages" | "files" | "tools" | "maxOutputTokens">;
  /** Made anew for each size of the context that was learned; null = none was. */
  readonly fit: (contextTokens: number | null) => Promise<Fit>;
}

/** What is asked within a model's context. */
export interface Fit extends Caps {
  /** The prompt within so many tokens. */
  readonly prompt: (tokens: number) => ComposedPrompt;
  /** Where the model may look at more of the project; undefined = it may not. */
  readonly desk: ContextDesk | undefined;
}

interface Call {
  readonly prompt: ComposedPrompt;
  readonly maxOutputTokens: number;
  readonly desk: ContextDesk | undefined;
}

export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "end"; readonly end: NonNullable<CoderEnd> | "cancelled" };

/** What the endpoint finds too long is made shorter, prompt and answer, twice at most. */
const shares = [1, 0.5, 0.25];
/** Calls of one reply that are answered: more would be a prompt of refusals. */
const mostCalls = 16;
/** Turns in which the model may look at files before it has to answer. */
const mostTurns = 6;

/** Asks again, shorter, while the endpoint finds it too long; once it told the size of its context, within that. */
export async function askModel(question: Question): Promise<Answer> {
  const first = await askShorter(question, null);
  const limit = first.kind === "context-exceeded" ? first.limit : null;
  const last = limit === null ? first : await askShorter(question, limit);
  return last.kind === "context-exceeded" ? tooSmall(question.model.name, last.limit ?? limit) : answerOf(last, question.model.name);
}

async function askShorter(question: Question, contextTokens: number | null): Promise<ModelReply> {
  const { inputTokens, outputTokens, prompt, desk } = await question.fit(contextTokens);
  for (let step = 0; ; step += 1) {
    const share = shares[step] ?? 1;
    const least = Math.min(leastOutput, outputTokens);
    const maxOutputTokens = step + 1 === shares.length ? least : Math.max(least, Math.floor(outputTokens * share));
    const reply = await converse(question, { prompt: prompt(Math.floor(inputTokens * share)), maxOutputTokens, desk });
    if (reply.kind !== "context-exceeded" || step + 1 === shares.length) return reply;
    if (contextTokens === null && reply.limit !== null) return reply;
  }
}

function tooSmall(name: string, limit: number | null): Answer {
  const told = limit === null ? "" : ` (${limit} tokens)`;
  const because = `The context of the model ${name}${told} is too small for the shortest brief; name a model with a larger one, at least 4,000 tokens.`;
  return ended("invalid-setup", because);
}

/** Serves what the model asks for until it answers. */
async function converse({ model, signal, request: asked }: Question, { prompt, maxOutputTokens, desk }: Call): Promise<ModelReply> {
  const request = { ...asked, maxOutputTokens };
  const messages: ModelMessage[] = [...prompt.messages];
  const files = new Set(prompt.files);
  for (let turn = 0; ; turn += 1) {
    const mayAsk = desk !== undefined && turn < mostTurns;
    const reply = await model.complete({ ...request, messages: [...messages], files: [...files], ...(mayAsk ? { tools: contextTools } : {}) }, signal);
    const more = mayAsk ? served(reply, desk) : undefined;
    if (more === undefined) return reply;
    messages.push(...more);
    if (turn + 1 === mostTurns) messages.push({ role: "user", content: "You have seen enough of the project. Answer now." });
    for (const file of desk?.sent ?? []) files.add(file);
  }
}

function served(reply: ModelReply, desk: ContextDesk): ModelMessage[] | undefined {
  if (reply.kind === "tool-calls") {
    if (reply.calls.length > mostCalls) return undefined;
    const answers = reply.calls.map((call): ModelMessage => ({ role: "tool", toolCallId: call.id, content: desk.serveCall(call) }));
    return [{ role: "assistant", content: reply.text, toolCalls: reply.calls }, ...answers];
  }
  const requests = reply.kind === "text" ? plainRequests(reply.text) : [];
  if (reply.kind !== "text" || requests.length === 0) return undefined;
  return [
    { role: "assistant", content: reply.text },
    { role: "user", content: requests.map((one) => desk.serve(one)).join("\n\n") },
  ];
}

/** What a finished call means for a coder. */
export function answerOf(reply: Exclude<ModelReply, { kind: "context-exceeded" }>, name: string): Answer {
  switch (reply.kind) {
    case "text":
      return reply.text.isWellFormed() ? reply : { kind: "unusable", reason: "it holds half of a character" };
    case "tool-calls":
    case "cut-off":
    case "empty":
    case "refused":
    case "malformed":
      return { kind: "unusable", reason: unusable(reply) };
    case "not-affordable":
      return ended(reply.limit, doesNotFit(reply));
    case "unavailable":
      return ended("model-unavailable", `The model ${name} gave no answer: ${reply.reason}`);
    case "misconfigured":
      return ended("invalid-setup", `The setting ${reply.setting} does not work: ${reply.reason}`);
    case "cancelled":
      return { kind: "end", end: "cancelled" };
  }
}

function unusable(reply: Extract<ModelReply, { readonly kind: "tool-calls" | "cut-off" | "empty" | "refused" | "malformed" }>): string {
  switch (reply.kind) {
    case "tool-calls":
      return toolProblem(reply.calls.length);
    case "cut-off":
      return "it was cut off at the limit of its output";
    case "empty":
      return "it is empty";
    case "refused":
    case "malformed":
      return clause(reply.reason);
  }
}

function toolProblem(calls: number): string {
  return calls > mostCalls ? `it asks for ${calls} things at once, and at most ${mostCalls} are answered` : "it asks for tools instead of answering";
}

/** What the next call needs at most, what is left of the limit, and the remedy. */
export function doesNotFit(short: Shortfall): string {
  switch (short.limit) {
    case "max-tokens":
      return `the next call to the model could take up to ${grouped(short.needs)} tokens, and ${grouped(short.left)} are left. Raise max-tokens.`;
    case "max-cost":
      return `the next call to the model could cost up to ${exactDollars(short.needs)}, and ${exactDollars(short.left)} is left. Raise max-cost.`;
    case "max-time":
      return "the time is used up";
  }
}

/** Why a call brought nothing to read, as a sentence for a report. */
export function whyNoText(reply: Exclude<ModelReply, { readonly kind: "text" }>): string {
  return `${reasonOf(reply).replace(/\.+$/, "")}.`;
}

function reasonOf(reply: Exclude<ModelReply, { readonly kind: "text" }>): string {
  switch (reply.kind) {
    case "unavailable":
    case "misconfigured":
      return reply.reason;
    case "not-affordable":
      return doesNotFit(reply);
    case "context-exceeded":
      return "the prompt is longer than the context of the model";
    case "cancelled":
      return "the run was cancelled";
    default:
      return unusable(reply).replace(/^it /, "its answer ");
  }
}

function ended(reason: NonNullable<CoderEnd>["reason"], because: string): Answer {
  return { kind: "end", end: { reason, because } };
}
