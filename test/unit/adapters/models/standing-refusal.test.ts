import { expect, test } from "vitest";
import { StandingRefusalModel } from "../../../../src/adapters/models/standing-refusal.js";
import type { ModelReply } from "../../../../src/domain/model-call.js";
import { busy, CannedModel, text } from "../../../support/model-server/canned-model.js";
import { askFor } from "../../../support/model-server/client.js";

const signal = new AbortController().signal;
const wrongKey: ModelReply = { kind: "misconfigured", setting: "api-key", reason: "The key is not accepted." };

test("what a person has to mend is said again to everybody, and the model is asked no more", async () => {
  const model = new CannedModel(text("one"), wrongKey, text("never"));
  const standing = new StandingRefusalModel(model);
  const replies = [];
  for (const role of ["probe", "coder", "tester", "reviewer"] as const) replies.push(await standing.complete(askFor({ role }), signal));
  expect(replies).toEqual([text("one"), wrongKey, wrongKey, wrongKey]);
  expect(model.asked.map(({ role }) => role)).toEqual(["probe", "coder"]);
});

test("what may pass by itself is not held against the next call", async () => {
  const standing = new StandingRefusalModel(new CannedModel(busy(), { kind: "context-exceeded", limit: 2_000 }, text("done")));
  const kinds = [];
  for (let call = 0; call < 3; call += 1) kinds.push((await standing.complete(askFor(), signal)).kind);
  expect(kinds).toEqual(["unavailable", "context-exceeded", "text"]);
});
