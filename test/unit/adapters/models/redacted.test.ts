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
