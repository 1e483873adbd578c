import { expect, test } from "vitest";
import { RedactedModel } from "../../../../src/adapters/models/redacted.js";
import { CannedModel, text } from "../../../support/model-server/canned-model.js";
import { askFor } from "../../../support/model-server/client.js";

test("no secret leaves in a message, in a tool's answer or in a repeated tool call", async () => {
  const inner = new CannedModel(text("done"));
  const model = new RedactedModel(inner, (given) => given.replaceAll("s3cret", "***"));
  const messages = [
    { role: "system", content: "s3cret one" },
    { role: "assistant", content: "two s3cret", toolCalls: [{ id: "call_1", name: "search", arguments: '{"word":"s3cret"}' }] },
    { role: "tool", content: "a s3cret", toolCallId: "call_1" },
  ] as const;
  expect(await model.complete(askFor({ messages }), new AbortController().signal)).toEqual(text("done"));
  expect(JSON.stringify(inner.asked)).not.toContain("s3cret");
  expect(inner.asked[0]?.messages[1]).toEqual({
    role: "assistant",
    content: "two ***",
    toolCalls: [{ id: "call_1", name: "search", arguments: '{"word":"***"}' }],
  });
});

test("no secret leaves as the id or the name of a tool call, and the answer still belongs to its call", async () => {
  const inner = new CannedModel(text("done"));
  const model = new RedactedModel(inner, (given) => given.replaceAll("s3cret", "***"));
  const messages = [
    { role: "assistant", content: "", toolCalls: [{ id: "a-s3cret", name: "s3cret", arguments: "{}" }] },
    { role: "tool", content: "none", toolCallId: "a-s3cret" },
  ] as const;
  await model.complete(askFor({ messages }), new AbortController().signal);
  expect(inner.asked[0]?.messages).toEqual([
    { role: "assistant", content: "", toolCalls: [{ id: "a-***", name: "***", arguments: "{}" }] },
    { role: "tool", content: "none", toolCallId: "a-***" },
  ]);
});
