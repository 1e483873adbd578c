import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Ledger } from "../../../../src/adapters/models/ledger.js";
import { worstPromptTokens } from "../../../../src/adapters/models/prompt-size.js";
import { Budget, defaultBudgetLimits } from "../../../../src/domain/budget.js";
import type { ModelCall, ModelReply } from "../../../../src/domain/model-call.js";
import { askFor, modelAt } from "../../../support/model-server/client.js";
import { flushed } from "../../../support/model-server/faults.js";
import { answers, begins, chunk, ending, error, json, streams } from "../../../support/model-server/replies.js";
import { ModelServer, type Reply } from "../../../support/model-server/server.js";

let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.start();
});

afterEach(() => server.close());

const request = askFor();
const worst = { input: worstPromptTokens(request), output: request.maxOutputTokens };
const nothing = { input: 0, output: 0 };

/** One call under a ledger, with what it was charged and what stands in the journal. */
async function charged(
  reply: Reply,
  signal = new AbortController().signal,
): Promise<{ reply: ModelReply; tokens: typeof nothing; calls: readonly ModelCall[] }> {
  server.next(reply);
  const calls: ModelCall[] = [];
  const budget = new Budget({ ...defaultBudgetLimits, operatorMs: 60_000 }, 0);
  const ledger = new Ledger({ budget, clock: { now: () => 0 }, record: async (call) => void calls.push(call) });
  const answer = await ledger.watch(modelAt(server), { input: 1, output: 2 }).complete(request, signal);
  return { reply: answer, tokens: ledger.spent.tokens, calls };
}

const thought = chunk({ role: "assistant", reasoning_content: "thinking hard about it" });
const cut: Parameters<typeof begins>[1] = (exchange) => exchange.reset();
const half = JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content: "x".repeat(400) }, finish_reason: "stop" }] }).slice(0, 300);

describe("an answer that came in part is charged its worst case and stands in the journal", () => {
  test.each<[string, Reply]>([
    ["thoughts, then a reset", begins([thought], (exchange) => flushed().then(() => cut(exchange)))],
    ["thoughts, then an orderly end", streams([thought])],
    ["thoughts, then an error in the stream", streams([thought, { error: { message: "overloaded", code: 502 }, choices: [] }])],
    [
      "thoughts, then a complaint about the context",
      streams([thought, { error: { message: "This model's maximum context length is 2000 tokens", code: "context_length_exceeded" } }]),
    ],
    ["an empty first piece, then an error", streams([chunk({ role: "assistant", content: "" }), { error: { message: "overloaded", code: 502 } }])],
    [
      "a cut inside the first event",
      begins([], async (exchange) => {
        exchange.piece('data: {"choices":[{"index":0,"delta":{"content":"ha');
        await flushed();
        exchange.reset();
      }),
    ],
    [
      "a whole answer, cut in its middle",
      async (exchange) => {
        exchange.head(200, { "content-type": "application/json", "content-length": "9000" });
        exchange.raw(half);
        await flushed();
        exchange.reset();
      },
    ],
    [
      "an answer that is too large",
      (exchange) => {
        exchange.openStream();
        for (let mebibyte = 0; mebibyte < 18; mebibyte++) exchange.piece(`: ${"x".repeat(1024 ** 2)}\n\n`);
      },
    ],
    [
      "a whole answer that holds an error beside its text",
      json(200, { choices: [{ index: 0, message: { content: "half" }, finish_reason: "error" }], error: { message: "cut", code: 502 } }),
    ],
  ])("%s", async (_, given) => {
    const { reply, tokens, calls } = await charged(given);
    expect(reply).toMatchObject({ kind: "unavailable", begun: true });
    expect(tokens).toEqual(worst);
    expect(calls).toMatchObject([{ charged: worst, reply: { kind: "unavailable", begun: true } }]);
  });

  test("thoughts, and then the caller gives up", async () => {
    const end = new AbortController();
    const { reply, tokens } = await charged(
      begins([thought], async () => {
        await flushed();
        end.abort();
      }),
      end.signal,
    );
    expect(reply).toEqual({ kind: "cancelled", begun: true });
    expect(tokens).toEqual(worst);
  });

  test.each<[string, Reply]>([
    ["an error that is all there is", json(200, { error: { message: "Provider returned error", code: 502 } })],
    ["an error as the only event", streams([{ error: { message: "Provider returned error", code: 502 } }])],
    ["an answer with a status that is an error", error(503, { message: "down" })],
    ["a reset before any byte", (exchange) => exchange.reset()],
  ])("but not %s", async (_, given) => {
    expect(await charged(given)).toMatchObject({ tokens: nothing, calls: [] });
  });
});

describe("the usage an endpoint gives", () => {
  const talk = "talk ".repeat(160);
  const early = { ...chunk({ role: "assistant", content: "" }), usage: { prompt_tokens: 20, completion_tokens: 0, total_tokens: 20 } };

  test("before the last of the answer is none", async () => {
    const { reply, tokens } = await charged(streams([early, chunk({ content: talk }), chunk({}, "stop")]));
    expect(reply).toMatchObject({ kind: "text", usage: null });
    expect(tokens).toEqual(worst);
  });

  test("with each piece counts when the last of it comes with the end", async () => {
    const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
    const { tokens } = await charged(streams([early, { ...chunk({ content: "talk" }), usage }, { ...chunk({}, "stop"), usage }]));
    expect(tokens).toEqual({ input: 20, output: 5 });
  });

  test("is not believed below an eighth of the characters that came, in content or in thoughts", async () => {
    for (const field of ["content", "reasoning_content"]) {
      const { tokens } = await charged(streams([chunk({ [field]: talk }), ...ending({ usage: { prompt_tokens: 20, completion_tokens: 1 } })]));
      expect(tokens).toEqual({ input: 20, output: 100 });
    }
  });

  type Usage = { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  test.each<[string, (content: string, usage: Usage) => Reply]>([
    ["whole", (content, usage) => answers({ role: "assistant", content }, { usage })],
    ["as one event with its end", (content, usage) => streams([{ ...chunk({ content }, "stop"), usage }])],
  ])("or its absence does not hide an answer far over its limit that comes %s", async (_, reply) => {
    const long = "talk ".repeat(20_000);
    for (const usage of [null, { prompt_tokens: 20, completion_tokens: 9 }]) {
      const told = await charged(reply(long, usage));
      expect(told.reply.kind).toBe("cut-off");
      expect(told.tokens).toEqual({ input: usage === null ? worst.input : 20, output: 12_500 });
    }
  });
});
