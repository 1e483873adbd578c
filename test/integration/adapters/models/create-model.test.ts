import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createModel, type ModelOptions } from "../../../../src/adapters/models/create-model.js";
import { Ledger } from "../../../../src/adapters/models/ledger.js";
import { Budget, defaultBudgetLimits } from "../../../../src/domain/budget.js";
import type { ModelCall } from "../../../../src/domain/model-call.js";
import { askFor, testKey } from "../../../support/model-server/client.js";
import { faults } from "../../../support/model-server/faults.js";
import { error, says } from "../../../support/model-server/replies.js";
import { ModelServer } from "../../../support/model-server/server.js";

let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.start();
});

afterEach(() => server.close());

const signal = new AbortController().signal;
const price = { input: 1, output: 2 };

function desk() {
  const calls: ModelCall[] = [];
  const waits: number[] = [];
  const unbilled: string[] = [];
  const limits = {
    ...defaultBudgetLimits,
    operatorMs: 60_000,
  };
  const trace = { asked: async () => undefined, unbilled: async (_number: number, because: string) => void unbilled.push(because) };
  const ledger = new Ledger({ budget: new Budget(limits, 0), clock: { now: () => 0 }, record: async (call) => void calls.push(call), trace });
  const rest: Omit<ModelOptions, "source"> = {
    price,
    ledger,
    timeLeft: () => 20 * 60_000,
    random: () => 0,
    redact: (text) => text.replaceAll("hunter2-hunter2", "***"),
    pause: async (ms) => void waits.push(ms),
  };
  return { calls, waits, unbilled, ledger, make: (source: ModelOptions["source"]) => createModel({ ...rest, source }) };
}

const endpoint = () => ({ kind: "endpoint", model: "test-model", baseUrl: server.baseUrl, apiKey: testKey, version: "0.0.0" }) as const;

describe("a model made for a run", () => {
  test("asks again after a passing fault, and charges each call that had begun", async () => {
    server.next(faults["a rate limit"], faults["a reset in the middle of the stream"], error(400, { message: "Unknown: seed" }), says("done"));
    const { make, calls, waits, ledger } = desk();
    expect(await make(endpoint()).complete(askFor(), signal)).toMatchObject({ kind: "text", text: "done" });
    expect(server.requests).toHaveLength(4);
    expect(waits).toEqual([500, 1_000]);
    expect(calls.map((call) => call.reply.kind)).toEqual(["unavailable", "text"]);
    expect(calls[1]?.charged).toEqual({ input: 20, output: 5 });
    expect(ledger.spent.tokens.output).toBe(105);
  });

  test("sends and records no secret, in no spelling of the prompt", async () => {
    server.next(says("done"));
    const { make, calls } = desk();
    await make(endpoint()).complete(askFor({ messages: [{ role: "user", content: "The password is hunter2-hunter2." }] }), signal);
    expect(server.received.toString("utf8")).not.toContain("hunter2");
    expect(JSON.stringify(calls)).not.toContain("hunter2");
    expect(calls[0]?.messages).toEqual([{ role: "user", content: "The password is ***." }]);
  });

  test("keeps the key out of everything that is recorded", async () => {
    server.next(error(401, { message: `bad ${testKey}` }), says("done"));
    const { make, calls, unbilled } = desk();
    const replies = [await make(endpoint()).complete(askFor(), signal), await make(endpoint()).complete(askFor(), signal)];
    expect(replies.map((reply) => reply.kind)).toEqual(["misconfigured", "text"]);
    expect(unbilled).toHaveLength(1);
    expect(JSON.stringify([replies, calls, unbilled])).not.toContain(testKey.slice(8, 16));
  });

  test("is asked no more once it does not take the key, and says so each time", async () => {
    server.always(error(401, { message: "bad key" }));
    const { make, unbilled } = desk();
    const model = make(endpoint());
    const roles = ["probe", "tester", "reviewer"] as const;
    const reason = `${server.host} does not accept the key (401). Check that api-key (HEAL_API_KEY) is whole, valid and meant for base-url.`;
    for (const role of roles) expect(await model.complete(askFor({ role }), signal)).toEqual({ kind: "misconfigured", setting: "api-key", reason });
    expect(server.requests).toHaveLength(1);
    expect(unbilled).toEqual([reason]);
  });

  test("is waited for once where nothing answers, and no more by those a run can do without", async () => {
    await server.close();
    const { make, waits, unbilled } = desk();
    const model = make(endpoint());
    const reasons = [];
    for (const role of ["probe", "tester", "reviewer"] as const) {
      const reply = await model.complete(askFor({ role }), signal);
      reasons.push(reply.kind === "unavailable" ? reply.reason : reply.kind);
    }
    const down = `Nothing answers at ${server.host} (ECONNREFUSED). Check base-url and that the endpoint runs.`;
    expect(reasons).toEqual([`${down} Asked 5 times.`, down, down]);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000]);
    expect(unbilled).toEqual(Array(7).fill(down));
  });

  test("replays what another one recorded, without the endpoint", async () => {
    server.next(says("one"), faults["a context that is too small"], says("two"));
    const first = desk();
    const recording = first.make(endpoint());
    const prompts = ["fails in 3 ms at /tmp/x1/a.py", "the long one", "the short one, hunter2-hunter2"];
    const original = [];
    for (const content of prompts) original.push(await recording.complete(askFor({ messages: [{ role: "user", content }] }), signal));
    const second = desk();
    const replayed = second.make({ kind: "replay", calls: first.calls, name: "replay:bundle" });
    const again = [];
    for (const content of prompts.map((prompt) => prompt.replace("3 ms", "9 ms").replace("x1", "q7")))
      again.push(await replayed.complete(askFor({ messages: [{ role: "user", content }] }), signal));
    expect(again).toEqual(original);
    expect(server.requests).toHaveLength(3);
    expect(second.ledger.spent).toEqual(first.ledger.spent);
  });

  test("plays a script", async () => {
    const { make, calls } = desk();
    const model = make({ kind: "scripted", text: "replies: [first]", file: "replies.yml" });
    expect(await model.complete(askFor(), signal)).toMatchObject({ kind: "text", text: "first" });
    expect(await model.complete(askFor(), signal)).toMatchObject({ kind: "unavailable", retry: "never" });
    expect(model.name).toBe("scripted:replies.yml");
    expect(calls).toHaveLength(1);
  });
});
