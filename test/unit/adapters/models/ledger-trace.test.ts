import { expect, test } from "vitest";
import { Ledger } from "../../../../src/adapters/models/ledger.js";
import { worstPromptTokens } from "../../../../src/adapters/models/prompt-size.js";
import { Budget, defaultBudgetLimits } from "../../../../src/domain/budget.js";
import type { ModelReply } from "../../../../src/domain/model-call.js";
import { busy, CannedModel, text } from "../../../support/model-server/canned-model.js";
import { askFor } from "../../../support/model-server/client.js";

const request = askFor({ files: ["src/a.py"] });
const signal = new AbortController().signal;
const price = { input: 10, output: 100 };
const worst = { input: worstPromptTokens(request), output: 100 };

/** What is told of calls, in the order in which it is told. */
function desk(...replies: readonly ModelReply[]) {
  const told: unknown[] = [];
  const model = new CannedModel(
    ...replies.map((reply) => async () => {
      told.push("sent");
      return reply;
    }),
  );
  const ledger = new Ledger({
    budget: new Budget({ ...defaultBudgetLimits, operatorMs: 60_000 }, 0),
    clock: { now: () => 0 },
    record: async (call, number) => void told.push(["called", number, call.reply.kind]),
    trace: {
      asked: async (call) => void told.push(["asked", call]),
      unbilled: async (number, because) => void told.push(["unbilled", number, because]),
    },
  });
  return { told, model: ledger.watch(model, price) };
}

test("a call is told of before it is sent, with the most it may take, and then what became of it", async () => {
  const { told, model } = desk(text("done"), busy());
  await model.complete(request, signal);
  await model.complete(request, signal);
  const asked = { role: "coder", model: "canned", atMost: worst, atMostUsd: (worst.input * 10 + 100 * 100) / 1e6, files: ["src/a.py"] };
  expect(told).toEqual([
    ["asked", { number: 1, ...asked }],
    "sent",
    ["called", 1, "text"],
    ["asked", { number: 2, ...asked }],
    "sent",
    ["unbilled", 2, "It is busy."],
  ]);
});

test("a call that does not fit is told of all the same, before that is decided, and is not asked", async () => {
  const told: string[] = [];
  const model = new CannedModel(text("done"));
  const ledger = new Ledger({
    budget: new Budget({ ...defaultBudgetLimits, operatorMs: 60_000, maxTokens: 1 }, 0),
    clock: { now: () => 0 },
    record: async () => void told.push("called"),
    trace: { opening: async () => void told.push("opening"), asked: async () => void told.push("asked"), unbilled: async () => void told.push("unbilled") },
  });
  const left = { needs: worst.input + worst.output, left: 1 };
  expect(await ledger.watch(model, price).complete(request, signal)).toEqual({ kind: "not-affordable", limit: "max-tokens", ...left });
  expect([told, model.asked]).toEqual([["opening"], []]);
});

test("a call that cannot be told of is not sent", async () => {
  const model = new CannedModel(text("done"));
  const ledger = new Ledger({
    budget: new Budget({ ...defaultBudgetLimits, operatorMs: 60_000 }, 0),
    clock: { now: () => 0 },
    record: async () => undefined,
    trace: { asked: () => Promise.reject(new Error("the disk is full")), unbilled: async () => undefined },
  });
  await expect(ledger.watch(model, price).complete(request, signal)).rejects.toThrow("the disk is full");
  expect(model.asked).toEqual([]);
});
