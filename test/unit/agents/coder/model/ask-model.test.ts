import { describe, expect, it } from "vitest";
import { askModel } from "../../../../../src/agents/coder/model/ask-model.js";
import { ContextDesk } from "../../../../../src/agents/coder/model/context/context-desk.js";
import type { ModelReply, ToolCall } from "../../../../../src/domain/model-call.js";
import { ScriptedModel, viewOf } from "./scripted-model.js";

const view = viewOf({ "src/app.py": "value = 1\n" });

function ask(...replies: readonly (ModelReply | string)[]) {
  const model = new ScriptedModel(replies);
  const desk = new ContextDesk(view, "t0k3n");
  const prompt = () => ({ messages: [{ role: "user", content: "Mend it." }] as const, files: [] });
  const request = { role: "coder", temperature: 0, seed: 1 } as const;
  const fit = () => Promise.resolve({ prompt, inputTokens: 1_000, outputTokens: 100, desk });
  return { model, answer: askModel({ model, signal: new AbortController().signal, request, fit }) };
}

function calls(count: number): ModelReply {
  const made = Array.from({ length: count }, (_, index): ToolCall => ({ id: `c${index}`, name: `x${index}`, arguments: "" }));
  return { kind: "tool-calls", calls: made, text: "", usage: null };
}

describe("askModel", () => {
  it("serves up to sixteen calls of one reply", async () => {
    const { model, answer } = ask(calls(16), "done");
    expect(await answer).toMatchObject({ kind: "text", text: "done" });
    expect(model.requests[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(16);
  });

  it("takes a reply with more calls for one that cannot be used, and sends none of them back", async () => {
    for (const count of [17, 5_000]) {
      const { model, answer } = ask(calls(count));
      expect(await answer).toEqual({ kind: "unusable", reason: `it asks for ${count} things at once, and at most 16 are answered` });
      expect(model.requests).toHaveLength(1);
    }
  });

  it("does not take a text that holds half a character: no file could hold it", async () => {
    const { answer } = ask("```js\nconst face = '\ud83d';\n```");
    expect(await answer).toEqual({ kind: "unusable", reason: "it holds half of a character" });
    expect(await ask("```js\nconst face = '\u{1f600}';\n```").answer).toMatchObject({ kind: "text" });
  });

  it.each<[ModelReply, string]>([
    [{ kind: "refused", reason: "The model refused.", usage: null }, "the model refused"],
    [{ kind: "refused", reason: 'The model refused. It says: "No."', usage: null }, 'the model refused. It says: "No."'],
    [{ kind: "malformed", reason: "The answer is not of the protocol's shape (no JSON).", usage: null }, "the answer is not of the protocol's shape (no JSON)"],
  ])("tells once what was wrong with a reply: %j", async (reply, reason) => {
    expect(await ask(reply).answer).toEqual({ kind: "unusable", reason });
  });
});
