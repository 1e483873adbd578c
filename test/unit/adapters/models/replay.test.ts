import { describe, expect, test } from "vitest";
import { cassetteKey } from "../../../../src/adapters/models/cassette-key.js";
import { ReplayModel } from "../../../../src/adapters/models/replay/replay-model.js";
import type { ModelCall, ModelReply } from "../../../../src/domain/model-call.js";
import { containing } from "../../../support/asymmetric.js";
import { text, usage } from "../../../support/model-server/canned-model.js";
import { askFor } from "../../../support/model-server/client.js";

const signal = new AbortController().signal;

function recorded(content: string, reply: ModelReply, temperature = 0): ModelCall {
  const messages = [{ role: "user", content }] as const;
  const key = cassetteKey({ messages, temperature });
  return { role: "coder", model: "m", key, messages, temperature, reply, charged: usage, costUsd: null, durationMs: 5, files: [] };
}

const ask = (model: ReplayModel, content: string, temperature = 0) => model.complete(askFor({ messages: [{ role: "user", content }], temperature }), signal);

describe("a recording", () => {
  test("answers a prompt that differs only in what differs between runs, whatever the reply was", async () => {
    const cutOff: ModelReply = { kind: "cut-off", text: "half", usage: null };
    const model = new ReplayModel([recorded("failed in 3 ms", text("one")), recorded("other", cutOff)], "replay");
    expect(await ask(model, "other")).toEqual(cutOff);
    expect(await ask(model, "failed in 8 ms")).toEqual(text("one"));
  });

  test("answers the same prompt in the order of recording, and says when it has no more", async () => {
    const model = new ReplayModel([recorded("again", text("one")), recorded("again", text("two"))], "replay");
    expect([await ask(model, "again"), await ask(model, "again")]).toEqual([text("one"), text("two")]);
    const reason = "Every recorded answer to this prompt (role coder) has been given already.";
    expect(await ask(model, "again")).toEqual({ kind: "unavailable", reason, retry: "never", retryAfterMs: null });
  });
});

describe("a prompt that was never recorded", () => {
  test("is told with its difference to the nearest recorded one", async () => {
    const model = new ReplayModel([recorded("Mend\nthe sum\nof a", text("one")), recorded("Write\nthe product\nof b and c", text("two"))], "replay");
    const reason = 'No answer is recorded for this prompt (role coder). The nearest, call 2, differs from line 4: recorded "of b and c", asked "of b".';
    expect(await ask(model, "Write\nthe product\nof b")).toEqual({ kind: "unavailable", reason, retry: "never", retryAfterMs: null });
  });

  test("is told where it goes on longer or ends earlier", async () => {
    const model = new ReplayModel([recorded("a\nb", text("one"))], "replay");
    expect(await ask(model, "a\nb\nc")).toMatchObject({ reason: containing('differs from line 4: recorded nothing more, asked "c".') });
    expect(await ask(model, "a")).toMatchObject({ reason: containing('differs from line 3: recorded "b", asked nothing more.') });
  });

  test("is told when only the temperature differs, and when nothing is recorded at all", async () => {
    expect(await ask(new ReplayModel([recorded("a", text("one"))], "replay"), "a", 0.7)).toMatchObject({
      reason: containing("at temperature 0.7; call 1 asked the same at another"),
    });
    expect(await ask(new ReplayModel([], "replay"), "a")).toMatchObject({
      reason: "No answer is recorded for this prompt (role coder): the recording holds no call.",
    });
  });
});
