import { describe, expect, test } from "vitest";
import { RetryingModel } from "../../../../src/adapters/models/retry.js";
import type { ModelReply, ModelRole } from "../../../../src/domain/model-call.js";
import { busy, CannedModel, text } from "../../../support/model-server/canned-model.js";
import { askFor } from "../../../support/model-server/client.js";

/** A run with so much time left, on a clock that only waits move. */
function run(replies: readonly ModelReply[], given: { readonly timeLeft?: number; readonly random?: number; readonly cancelAt?: number } = {}) {
  const model = new CannedModel(...replies);
  const waits: number[] = [];
  const end = new AbortController();
  let left = given.timeLeft ?? 20 * 60_000;
  const retrying = new RetryingModel(model, {
    timeLeft: () => left,
    random: () => given.random ?? 0,
    pause: async (ms) => {
      waits.push(ms);
      left -= ms;
      if (waits.length === given.cancelAt) end.abort();
    },
  });
  return { model, waits, reply: retrying.complete(askFor(), end.signal) };
}

describe("an endpoint that is busy", () => {
  test("is asked again after growing waits, and its answer is taken", async () => {
    const { reply, waits } = run([busy(), busy(), busy(), text("done")]);
    expect(await reply).toEqual(text("done"));
    expect(waits).toEqual([500, 1_000, 2_000]);
  });

  test("is asked at most five times, and the last reason says so", async () => {
    const { reply, model } = run([busy()]);
    expect(await reply).toEqual({ kind: "unavailable", reason: "It is busy. Asked 5 times.", retry: "soon", retryAfterMs: null });
    expect(model.asked).toHaveLength(5);
  });

  test("is given its waits by chance from half a step to a whole one", async () => {
    const { reply, waits } = run([busy()], { random: 0.999 });
    await reply;
    expect(waits).toEqual([1_000, 1_999, 3_998, 7_996]);
  });

  test("is never asked earlier than it wished, and not much later", async () => {
    for (const random of [0, 0.5, 0.999]) {
      const { reply, waits } = run([busy(7_000), busy(60_000), busy(0), text("done")], { random });
      expect(await reply).toEqual(text("done"));
      for (const [index, wish] of [7_000, 60_000, 0].entries()) {
        expect(waits[index]).toBeGreaterThanOrEqual(wish);
        expect(waits[index]).toBeLessThanOrEqual(wish + 1_000);
      }
    }
  });

  test.each([
    ["a wish longer than the run may still take", 3_600_000, 60_000, "3600 s"],
    ["a wish for the whole rest of it", 60_000, 60_000, "60 s"],
    ["a wish for hours", 10_800_000, 60_000, "3 hours"],
    ["a wish for days", 259_200_000, 60_000, "3 days"],
    ["a wish beyond all measure", 99_999_999_000, 60_000, "more than 60 days"],
  ])("is not waited for with %s, and the reason says when to come again", async (_, wish, timeLeft, told) => {
    const { reply, waits, model } = run([busy(wish)], { timeLeft });
    const reason = `It is busy. Try again after ${told}, which is longer than this run may still take.`;
    expect(await reply).toEqual({ kind: "unavailable", reason, retry: "soon", retryAfterMs: wish });
    expect(waits).toEqual([]);
    expect(model.asked).toHaveLength(1);
  });

  test("is not waited for when the next try would come after the run's end", async () => {
    const { reply, waits } = run([busy()], { timeLeft: 1_600 });
    expect(await reply).toMatchObject({ reason: "It is busy. The next try would be in 2 s, which is longer than this run may still take." });
    expect(waits).toEqual([500, 1_000]);
  });

  test("is no longer waited for once the caller gives up", async () => {
    const { reply, model } = run([busy()], { cancelAt: 2 });
    expect(await reply).toEqual({ kind: "cancelled" });
    expect(model.asked).toHaveLength(2);
  });
});

describe("after an endpoint was down over all tries", () => {
  const rest = { timeLeft: () => 20 * 60_000, random: () => 0, pause: async () => undefined };
  const signal = new AbortController().signal;
  const triesOf = async (model: CannedModel, retrying: RetryingModel, role: ModelRole): Promise<number> => {
    const before = model.asked.length;
    await retrying.complete(askFor({ role }), signal);
    return model.asked.length - before;
  };

  test("what a run can do without is asked once, and the reason does not say how often", async () => {
    const model = new CannedModel(busy());
    const retrying = new RetryingModel(model, rest);
    const tries = [];
    for (const role of ["probe", "tester", "reviewer", "reflection", "reading"] as const) tries.push(await triesOf(model, retrying, role));
    expect(tries).toEqual([5, 1, 1, 1, 1]);
    expect(await retrying.complete(askFor({ role: "tester" }), signal)).toEqual(busy());
  });

  test("the calls that a run ends with are tried as often as ever", async () => {
    const model = new CannedModel(busy());
    const retrying = new RetryingModel(model, rest);
    const tries = [];
    for (const role of ["reflection", "coder", "repair", "probe"] as const) tries.push(await triesOf(model, retrying, role));
    expect(tries).toEqual([5, 5, 5, 5]);
  });

  test("an answer makes it worth all tries again", async () => {
    const model = new CannedModel(busy(), busy(), busy(), busy(), busy(), text("done"), busy());
    const retrying = new RetryingModel(model, rest);
    const tries = [];
    for (const role of ["probe", "tester", "reviewer"] as const) tries.push(await triesOf(model, retrying, role));
    expect(tries).toEqual([5, 1, 5]);
  });

  test("one that said when to come again is busy, not down", async () => {
    const model = new CannedModel(busy(10));
    const retrying = new RetryingModel(model, rest);
    expect([await triesOf(model, retrying, "probe"), await triesOf(model, retrying, "tester")]).toEqual([5, 5]);
  });
});

describe("asking again does not help and is not done", () => {
  test.each<[string, ModelReply]>([
    ["a spent quota", { kind: "unavailable", reason: "The quota is used up.", retry: "never", retryAfterMs: 60_000 }],
    ["a wrong key", { kind: "misconfigured", setting: "api-key", reason: "Wrong." }],
    ["a prompt that is too long", { kind: "context-exceeded", limit: 2000 }],
    ["an answer that was cut off", { kind: "cut-off", text: "half", usage: null }],
    ["an empty answer", { kind: "empty", usage: null }],
    ["a refusal", { kind: "refused", reason: "No.", usage: null }],
    ["a call that cannot be afforded", { kind: "not-affordable", limit: "max-tokens", needs: 300, left: 200 }],
  ])("for %s", async (_, given) => {
    const { reply, model, waits } = run([given]);
    expect(await reply).toEqual(given);
    expect(model.asked).toHaveLength(1);
    expect(waits).toEqual([]);
  });
});

describe("an answer out of shape", () => {
  const malformed: ModelReply = { kind: "malformed", reason: "No choice.", usage: null };

  test("is asked for once more", async () => {
    const { reply, waits } = run([malformed, text("done")]);
    expect(await reply).toEqual(text("done"));
    expect(waits).toEqual([]);
  });

  test("twice is a failure", async () => {
    const { reply, model } = run([malformed]);
    expect(await reply).toEqual(malformed);
    expect(model.asked).toHaveLength(2);
  });
});
