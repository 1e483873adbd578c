import { describe, expect, test } from "vitest";
import { Ledger } from "../../../../src/adapters/models/ledger.js";
import { worstPromptTokens } from "../../../../src/adapters/models/prompt-size.js";
import { Budget, type BudgetLimits, defaultBudgetLimits } from "../../../../src/domain/budget.js";
import type { ModelCall, ModelPrice, ModelReply } from "../../../../src/domain/model-call.js";
import { matching } from "../../../support/asymmetric.js";
import { busy, CannedModel, text, usage } from "../../../support/model-server/canned-model.js";
import { askFor } from "../../../support/model-server/client.js";

const signal = new AbortController().signal;
const price: ModelPrice = { input: 10, output: 100 };
const request = askFor({ maxOutputTokens: 100, files: ["src/a.py"] });
const worst = { input: worstPromptTokens(request), output: 100 };

function desk(limits: Partial<BudgetLimits> = {}) {
  let now = 1_000;
  const calls: ModelCall[] = [];
  const all = {
    ...defaultBudgetLimits,
    operatorMs: 60_000,
    ...limits,
  };
  const ledger = new Ledger({ budget: new Budget(all, now), clock: { now: () => now }, record: async (call) => void calls.push(call) });
  return { ledger, calls, pass: (ms: number) => (now += ms) };
}

describe("a call", () => {
  test("is recorded with who asked, what it took and what it cost", async () => {
    const { ledger, calls, pass } = desk();
    const model = new CannedModel(async () => {
      pass(250);
      return text("done");
    });
    expect(await ledger.watch(model, price).complete(request, signal)).toEqual(text("done"));
    expect(calls).toEqual([
      {
        role: "coder",
        model: "canned",
        key: matching(/^[0-9a-f]{64}$/),
        messages: request.messages,
        temperature: 0,
        reply: text("done"),
        charged: usage,
        costUsd: 0.0007,
        durationMs: 250,
        files: ["src/a.py"],
      },
    ]);
    expect(ledger.spent).toEqual({ tokens: usage, usd: 0.0007 });
  });

  test("without a known price costs null, and from then on so does the run", async () => {
    const { ledger, calls } = desk();
    await ledger.watch(new CannedModel(text("one")), null).complete(request, signal);
    await ledger.watch(new CannedModel(text("two")), price).complete(request, signal);
    expect(calls.map((call) => call.costUsd)).toEqual([null, 0.0007]);
    expect(ledger.spent).toEqual({ tokens: { input: 40, output: 10 }, usd: null });
  });
});

describe("what is charged", () => {
  test.each<[string, ModelReply, boolean]>([
    ["a text", { kind: "text", text: "done", usage: null }, true],
    ["an answer cut off", { kind: "cut-off", text: "do", usage: null }, true],
    ["an empty answer", { kind: "empty", usage: null }, true],
    ["a refusal", { kind: "refused", reason: "No.", usage: null }, true],
    ["an answer out of shape", { kind: "malformed", reason: "No choice.", usage: null }, true],
    ["tool calls", { kind: "tool-calls", calls: [], text: "", usage: null }, true],
    ["an answer that broke off", { kind: "unavailable", reason: "Reset.", retry: "soon", retryAfterMs: null, begun: true }, true],
    ["an endpoint that is busy", busy(), false],
    ["a wrong key", { kind: "misconfigured", setting: "api-key", reason: "Wrong." }, false],
  ])("%s without usage: the worst case or nothing", async (_, reply, charged) => {
    const { ledger, calls } = desk();
    expect(await ledger.watch(new CannedModel(reply), price).complete(request, signal)).toEqual(reply);
    expect(ledger.spent.tokens).toEqual(charged ? worst : { input: 0, output: 0 });
    expect(calls.map((call) => call.charged)).toEqual(charged ? [worst] : []);
  });

  test("a prompt that was too long is free, and recorded for a replay", async () => {
    const { ledger, calls } = desk();
    await ledger.watch(new CannedModel({ kind: "context-exceeded", limit: 2000 }), price).complete(request, signal);
    expect(calls).toMatchObject([{ charged: { input: 0, output: 0 }, costUsd: 0 }]);
    expect(ledger.spent).toEqual({ tokens: { input: 0, output: 0 }, usd: 0 });
  });

  test("a script's answer that took nothing is recorded as well", async () => {
    const { ledger, calls } = desk();
    await ledger.watch(new CannedModel({ kind: "text", text: "done", usage: { input: 0, output: 0 } }), null).complete(request, signal);
    expect(calls).toHaveLength(1);
    expect(ledger.spent).toEqual({ tokens: { input: 0, output: 0 }, usd: 0 });
  });
});

describe("a call that might not fit", () => {
  test("is not made when prompt and answer could go over the tokens", async () => {
    const model = new CannedModel(text("done"));
    const fits = desk({ maxTokens: worst.input + worst.output });
    expect(await fits.ledger.watch(model, price).complete(request, signal)).toEqual(text("done"));
    const tight = desk({ maxTokens: worst.input + worst.output - 1 });
    const needs = worst.input + worst.output;
    expect(await tight.ledger.watch(model, price).complete(request, signal)).toEqual({ kind: "not-affordable", limit: "max-tokens", needs, left: needs - 1 });
    expect(model.asked).toHaveLength(1);
    expect(tight.calls).toEqual([]);
  });

  test("is not made when it could cost too much", async () => {
    const model = new CannedModel(text("done"));
    const { ledger } = desk({ maxCost: 0.01 });
    const needs = (worst.input * 10 + 100 * 100) / 1e6;
    expect(await ledger.watch(model, price).complete(request, signal)).toEqual({ kind: "not-affordable", limit: "max-cost", needs, left: 0.01 });
    expect(await ledger.watch(model, null).complete(request, signal)).toEqual(text("done"));
  });

  test("is judged by what the calls before it really took", async () => {
    const { ledger } = desk({ maxTokens: worst.input + worst.output + 60 });
    const watched = ledger.watch(new CannedModel(text("done")), price);
    const kinds = [];
    for (let call = 0; call < 4; call++) kinds.push((await watched.complete(request, signal)).kind);
    expect(kinds).toEqual(["text", "text", "text", "not-affordable"]);
  });

  test("is judged with the worst of the calls still under way, of every model of the run", async () => {
    const { ledger } = desk({ maxTokens: 2 * (worst.input + worst.output) - 1 });
    let answer: (reply: ModelReply) => void = () => undefined;
    const slow = ledger.watch(new CannedModel(() => new Promise((resolve) => (answer = resolve))), price).complete(request, signal);
    const other = ledger.watch(new CannedModel(text("done")), price);
    const needs = worst.input + worst.output;
    expect(await other.complete(request, signal)).toEqual({ kind: "not-affordable", limit: "max-tokens", needs, left: needs - 1 });
    answer(text("slow"));
    await slow;
    expect(await other.complete(request, signal)).toEqual(text("done"));
  });

  test("is not made when the time is over", async () => {
    const { ledger, pass } = desk({ maxMinutes: 1 });
    pass(60_000);
    expect(await ledger.watch(new CannedModel(text("done")), price).complete(request, signal)).toEqual({ kind: "not-affordable", limit: "max-time" });
  });
});

describe("a call under way", () => {
  const untilAborted = (signal: AbortSignal): Promise<ModelReply> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve({ kind: "cancelled", begun: true })));

  test("ends with the run's time, and is charged when an answer had begun", async () => {
    const { ledger, calls } = desk({ maxMinutes: 0.0005 });
    expect(await ledger.watch(new CannedModel(untilAborted), price).complete(request, signal)).toEqual({ kind: "not-affordable", limit: "max-time" });
    expect(ledger.spent.tokens).toEqual(worst);
    expect(calls).toMatchObject([{ reply: { kind: "cancelled", begun: true } }]);
  });

  test("that its caller gives up is charged when an answer had begun", async () => {
    const { ledger } = desk();
    const end = new AbortController();
    const reply = ledger.watch(new CannedModel(untilAborted), price).complete(request, end.signal);
    end.abort();
    expect(await reply).toEqual({ kind: "cancelled", begun: true });
    expect(ledger.spent.tokens).toEqual(worst);
  });
});

test("a prompt counts half its bytes, its tools and tool calls included", () => {
  const plain = askFor({ messages: [{ role: "user", content: "a".repeat(1_000) }] });
  const wide = askFor({ messages: [{ role: "user", content: "漢".repeat(1_000) }] });
  const tools = [{ name: "list", description: "b".repeat(500), parameters: {} }];
  expect(worstPromptTokens(plain)).toBeGreaterThanOrEqual(500);
  expect(worstPromptTokens(plain)).toBeLessThan(530);
  expect(worstPromptTokens(wide)).toBeGreaterThanOrEqual(1_500);
  expect(worstPromptTokens({ ...plain, tools })).toBeGreaterThanOrEqual(worstPromptTokens(plain) + 250);
  const toolCalls = [{ id: "call_1", name: "list", arguments: "c".repeat(400) }];
  const calling = askFor({ messages: [...plain.messages, { role: "assistant", content: "", toolCalls }] });
  expect(worstPromptTokens(calling)).toBeGreaterThanOrEqual(worstPromptTokens(plain) + 200);
});
