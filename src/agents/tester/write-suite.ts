import type { ModelMessage, ModelReply } from "../../domain/model-call.js";
import type { StopReason } from "../../domain/outcome.js";
import type { LanguageModel } from "../../ports/language-model.js";
import { clause } from "../../support/clause.js";
import { doesNotFit } from "../coder/model/ask-model.js";
import { fenced } from "../coder/model/text/fence.js";
import { suggestedPath, type TestGround } from "./suite-place.js";
import { type SuitePrompt, suitePrompt } from "./suite-prompt.js";
import { readSuite, type WrittenFiles } from "./suite-reply.js";

export interface SuiteRequest {
  readonly ground: TestGround;
  /** The description, as data. */
  readonly task: string;
  /** The answer before, and why it could not be used. */
  readonly refused?: { readonly reply: string; readonly reason: string };
  /** Random token of the fences around the data. */
  readonly fence: string;
  readonly seed: number;
  readonly signal: AbortSignal;
}

export type SuiteReply =
  | ({ readonly kind: "suite"; readonly reply: string } & WrittenFiles)
  | { readonly kind: "unusable"; readonly reply: string; readonly reason: string }
  /** Asking again would not help. */
  | { readonly kind: "ended"; readonly reason: StopReason; readonly because: string };

const answerTokens = 3_000;

/** A suite for a description, in the project's framework and style. Never throws for what a model answers; whoever asked checks and runs it. */
export async function writeSuite(model: LanguageModel, request: SuiteRequest): Promise<SuiteReply> {
  const suggested = suggestedPath(request.ground, request.task);
  const parts = { ground: request.ground, task: request.task, suggested, fence: request.fence };
  const reply = await ask(model, request, suitePrompt({ ...parts, size: "whole" }));
  const answer = reply.kind === "context-exceeded" ? await ask(model, request, suitePrompt({ ...parts, size: "lean" })) : reply;
  if (answer.kind !== "text") return withoutText(answer, model);
  return { ...readSuite(answer.text, { ground: request.ground, suggested }), reply: answer.text };
}

function ask(model: LanguageModel, request: SuiteRequest, prompt: SuitePrompt): Promise<ModelReply> {
  return model.complete(
    {
      role: "tester",
      messages: withSecondTurn(prompt.messages, request),
      maxOutputTokens: answerTokens,
      temperature: request.refused === undefined ? 0 : 0.3,
      seed: request.seed,
      files: prompt.files,
    },
    request.signal,
  );
}

/** A turn without an answer of its own is joined to the question: some endpoints take no two messages of one role in a row. */
function withSecondTurn(messages: readonly ModelMessage[], { refused, fence }: SuiteRequest): readonly ModelMessage[] {
  if (refused === undefined) return messages;
  const reason = fenced(refused.reason, "reason", fence);
  const again = `Your tests cannot be used, for this reason:\n${reason}\nWrite them again in whole, in the same form.`;
  if (refused.reply !== "") return [...messages, { role: "assistant", content: refused.reply }, { role: "user", content: again }];
  return messages.map((message, index) => (index === messages.length - 1 ? { ...message, content: `${message.content}\n\n${again}` } : message));
}

function withoutText(reply: Exclude<ModelReply, { readonly kind: "text" }>, { name }: LanguageModel): SuiteReply {
  const ended = (reason: StopReason, because: string): SuiteReply => ({ kind: "ended", reason, because });
  switch (reply.kind) {
    case "cut-off":
      return { kind: "unusable", reply: "", reason: `the answer was longer than ${answerTokens} tokens; write fewer and shorter cases` };
    case "empty":
      return { kind: "unusable", reply: "", reason: "the answer was empty" };
    case "tool-calls":
      return { kind: "unusable", reply: "", reason: "the answer asked for tools, and there are none" };
    case "refused":
    case "malformed":
      return { kind: "unusable", reply: "", reason: clause(reply.reason) };
    case "context-exceeded":
      return ended("invalid-setup", `the description does not fit into the context of the model ${name}; shorten it or name a model with a larger context`);
    case "not-affordable":
      return ended(reply.limit, doesNotFit(reply));
    case "unavailable":
      return ended("model-unavailable", reply.reason);
    case "misconfigured":
      return ended("invalid-setup", reply.reason);
    case "cancelled":
      return ended("cancelled", "the run was cancelled");
  }
}
