import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { containing } from "../../../support/asymmetric.js";
import { ask } from "../../../support/model-server/client.js";
import { answers, chunk, ending, json, streams } from "../../../support/model-server/replies.js";
import { ModelServer } from "../../../support/model-server/server.js";

let server: ModelServer;

beforeAll(async () => {
  server = await ModelServer.start();
});

afterAll(() => server.close());

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const whole = {
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "done", tool_calls: [{ id: "call_1", function: { name: "list", arguments: "{}" } }] },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 },
};

/** Every place of a value, as the steps that lead to it. */
function places(value: Json, steps: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== "object") return [steps];
  return [steps, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...steps, key]))];
}

function replaced(value: Json, steps: readonly string[], by: Json): Json {
  const [first, ...rest] = steps;
  if (first === undefined) return by;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => (String(index) === first ? replaced(item, rest, by) : item));
  const object = value as { readonly [key: string]: Json };
  return { ...object, [first]: replaced(object[first] ?? null, rest, by) };
}

const answerKinds = ["text", "tool-calls", "cut-off", "empty", "refused", "malformed", "unavailable", "misconfigured", "context-exceeded"];
const mutation = fc.record({ place: fc.constantFrom(...places(whole)), by: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> });

test("whatever stands in the place of a part of an answer, the reply is a value, and text only where text came", async () => {
  await fc.assert(
    fc.asyncProperty(mutation, async ({ place, by }) => {
      const body = replaced(whole, place, by);
      server.next(json(200, body));
      const reply = await ask(server);
      expect(answerKinds).toContain(reply.kind);
      if (reply.kind === "text") expect(JSON.stringify(body)).toContain(JSON.stringify(reply.text).slice(1, -1));
    }),
    { numRuns: 300 },
  );
}, 120_000);

test("whatever stands in the place of a part of a stream's event, the reply is a value", async () => {
  const event = chunk({ role: "assistant", content: "done", tool_calls: [{ index: 0, id: "call_1", function: { name: "list", arguments: "{}" } }] }) as Json;
  const changed = fc.record({ place: fc.constantFrom(...places(event)), by: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> });
  await fc.assert(
    fc.asyncProperty(changed, async ({ place, by }) => {
      server.next(streams([replaced(event, place, by), ...ending()]));
      expect(answerKinds).toContain((await ask(server)).kind);
    }),
    { numRuns: 300 },
  );
}, 120_000);

const usage = { input: 20, output: 5 };

test.each([
  ["several choices: the first counts", { choices: [choice(0, "one"), choice(1, "two")] }, { kind: "text", text: "one" }],
  ["several choices in another order: the first by number counts", { choices: [choice(1, "two"), choice(0, "one")] }, { kind: "text", text: "one" }],
  [
    "unknown fields everywhere: let go",
    { novel: [1], choices: [{ ...choice(0, "one"), logprobs: {}, novel: {} }], system_fingerprint: "x" },
    { kind: "text", text: "one" },
  ],
  ["a `__proto__` key: refused", JSON.parse('{"choices": [], "__proto__": {"kind": "text"}}'), { kind: "malformed" }],
  ["no choices at all", { id: "x" }, { kind: "malformed", reason: "The answer holds no choice." }],
  ["choices that are null", { choices: null }, { kind: "malformed" }],
  ["an empty list of choices", { choices: [] }, { kind: "malformed" }],
  ["null for content", { choices: [choice(0, null)] }, { kind: "empty" }],
  ["a list for content", { choices: [choice(0, [{ type: "text", text: "one" }])] }, { kind: "malformed" }],
  ["no reason for its end", { choices: [{ index: 0, message: { role: "assistant", content: "one" } }] }, { kind: "unavailable", begun: true }],
  ["an unknown reason for its end", { choices: [{ ...choice(0, "one"), finish_reason: "tired" }] }, { kind: "malformed" }],
  ["a list instead of an object", [choice(0, "one")], { kind: "malformed" }],
  ["null", null, { kind: "malformed" }],
])("an answer with %s", async (_, body, reply) => {
  server.next(json(200, body));
  expect(await ask(server)).toMatchObject(reply);
});

function choice(index: number, content: unknown) {
  return { index, message: { role: "assistant", content }, finish_reason: "stop" };
}

test.each([
  ["is missing", null, null],
  ["is all zero, as some servers fill it in", { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, null],
  ["holds the prompt alone", { prompt_tokens: 20 }, null],
  ["leaves thoughts out of the completion and in the total", { prompt_tokens: 20, completion_tokens: 5, total_tokens: 125 }, { input: 20, output: 105 }],
  ["is whole", { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25, prompt_tokens_details: { cached_tokens: 3 } }, usage],
])("the usage that %s is read as what it says", async (_, given, read) => {
  server.next(answers({ role: "assistant", content: "one" }, { usage: given }), streams([chunk({ content: "one" }), ...ending({ usage: given })]));
  expect([await ask(server), await ask(server)]).toEqual(Array(2).fill({ kind: "text", text: "one", usage: read }));
});

test.each([
  ["negative", { prompt_tokens: -1, completion_tokens: 5 }],
  ["no number", { prompt_tokens: "20", completion_tokens: 5 }],
  ["a fraction", { prompt_tokens: 1.5, completion_tokens: 5 }],
])("a usage that is %s makes the answer malformed, so that no limit is loosened", async (_, given) => {
  server.next(answers({ role: "assistant", content: "one" }, { usage: given }));
  expect(await ask(server)).toMatchObject({ kind: "malformed", usage: null });
});

test("an answer beyond all measure is not kept", async () => {
  server.next((exchange) => {
    exchange.openStream();
    const line = `data: ${JSON.stringify({ ...chunk({ content: "x" }), novel: "x".repeat(1024 ** 2) })}\n\n`;
    for (let mebibyte = 0; mebibyte < 18; mebibyte++) exchange.piece(line);
  });
  expect(await ask(server)).toMatchObject({
    kind: "unavailable",
    retry: "never",
    reason: containing("is too large (over 16777216 bytes). Check that base-url leads to chat completions."),
    begun: true,
  });
});

test("an answer nested beyond all measure is malformed", async () => {
  server.next((exchange) => exchange.whole(200, `{"choices": ${"[".repeat(100_000)}`));
  expect(await ask(server)).toMatchObject({ kind: "malformed", reason: containing("nested deeper than 64") });
});
