import { afterEach, beforeEach, expect, test } from "vitest";
import { modelAt, testKey } from "../../../support/model-server/client.js";
import { ModelServer } from "../../../support/model-server/server.js";

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(() => server.close());

const { signal } = new AbortController();
const one = (fields: object): object => ({
  object: "list",
  data: [
    { id: "other", context_length: 9 },
    { id: "test-model", object: "model", ...fields },
  ],
});

test.each([
  ["vLLM", { max_model_len: 32_768 }, 32_768],
  ["OpenRouter", { context_length: 131_072, top_provider: { context_length: 131_072 } }, 131_072],
  ["Groq", { context_window: 131_072, active: true }, 131_072],
  ["Mistral", { max_context_length: 262_144 }, 262_144],
  ["llama.cpp", { meta: { n_ctx: 4_096, n_ctx_train: 32_768 } }, 4_096],
  ["an older llama.cpp", { meta: { n_ctx_train: 32_768 } }, 32_768],
])("the context of a model is read from the list of %s", async (_server, fields, expected) => {
  expect(await modelAt(server.lists(one(fields))).contextTokens(signal)).toBe(expected);
});

test.each([
  ["tells no size", one({ created: 1, owned_by: "openai" })],
  ["tells a size that is none", one({ context_length: "large" })],
  ["knows no such model", { data: [{ id: "other", context_length: 4_096 }] }],
  ["is no list", { models: [] }],
  ["is not there", undefined],
])("a list that %s leaves the context unknown", async (_what, list) => {
  expect(await modelAt(server.lists(list)).contextTokens(signal)).toBeNull();
});

test("an endpoint that is down leaves the context unknown, and so does a run that was cancelled", async () => {
  const { baseUrl } = server;
  expect(await modelAt(server.lists(one({ context_length: 9 }))).contextTokens(AbortSignal.abort())).toBeNull();
  await server.close();
  expect(await modelAt({ baseUrl }).contextTokens(signal)).toBeNull();
});

test("the question goes to the endpoint alone, with the key in its one header and nothing sent beside it", async () => {
  await modelAt(server.lists(one({ context_length: 9 }))).contextTokens(signal);
  const sent = server.received.toString("latin1");
  expect(sent).toMatch(/^GET \/v1\/models HTTP\/1\.1\r\n/);
  expect(sent.split("\r\n\r\n")[1]).toBe("");
  expect(sent).toContain(`authorization: Bearer ${testKey}\r\n`);
  expect(sent.split(testKey)).toHaveLength(2);
});
