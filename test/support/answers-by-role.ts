import type { ModelCall, ModelReply, ModelRole } from "../../src/domain/model-call.js";
import type { LanguageModel, ModelRequest } from "../../src/ports/language-model.js";
import type { ModelDesk } from "../../src/stages/run-context.js";

/** Answers in their order by who asks, each call told to the desk as a ledger does; when none is left the model is out of reach. */
export function answersByRole(answers: Partial<Readonly<Record<ModelRole, readonly string[]>>>) {
  const left = new Map(Object.entries(answers).map(([role, texts]) => [role, [...texts]]));
  const asked: ModelRequest[] = [];
  return {
    asked,
    model: (desk: ModelDesk): LanguageModel => ({
      name: "m",
      complete: async (request) => {
        asked.push(request);
        const text = left.get(request.role)?.shift();
        if (text === undefined) return { kind: "unavailable", reason: "the script is over", retry: "never", retryAfterMs: null };
        const reply: ModelReply = { kind: "text", text, usage: { input: 10, output: 5 } };
        await desk.record(callOf(request, reply), asked.length);
        return reply;
      },
    }),
  };
}

function callOf(request: ModelRequest, reply: ModelReply): ModelCall {
  const { role, messages, temperature, files } = request;
  return { role, model: "m", key: "0", messages, temperature, reply, charged: { input: 10, output: 5 }, costUsd: null, durationMs: 1, files };
}
