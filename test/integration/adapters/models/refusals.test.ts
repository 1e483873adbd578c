import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { containing, matching } from "../../../support/asymmetric.js";
import { ask, askFor, modelAt, testKey } from "../../../support/model-server/client.js";
import { answers, begins, chunk, error, json, page, says } from "../../../support/model-server/replies.js";
import { ModelServer, type Reply } from "../../../support/model-server/server.js";

let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.start();
});

afterEach(() => server.close());

const signal = new AbortController().signal;
const bodies = () => server.requests.map((request) => JSON.parse(request.body) as { readonly messages?: unknown });

describe("a parameter the endpoint does not take", () => {
  test.each([
    [
      "OpenAI's field",
      "temperature",
      { message: "Unsupported value: 'temperature' does not support 0 with this model.", param: "temperature", code: "unsupported_value" },
    ],
    [
      "a text alone, as Google writes it",
      "seed",
      { code: 400, message: 'Invalid JSON payload received. Unknown name "seed": Cannot find field.', status: "INVALID_ARGUMENT" },
    ],
    ["a text alone, about the usage in a stream", "stream_options", { message: "Unrecognized request argument supplied: stream_options" }],
  ])("is left out once it is named in %s, and from then on", async (_, parameter, details) => {
    server.next(error(400, details), says("one"), says("two"));
    const model = modelAt(server);
    expect(await model.complete(askFor(), signal)).toMatchObject({ kind: "text", text: "one" });
    expect(await model.complete(askFor(), signal)).toMatchObject({ kind: "text", text: "two" });
    expect(bodies().map((body) => parameter in body)).toEqual([true, false, false]);
  });

  test.each([
    ["temperature", "This model's temperature parameter is not supported"],
    ["seed", "seed is not supported for this model: unknown field"],
  ])("is left out when the model is spoken of too: %s", async (parameter, message) => {
    server.next(error(400, { message }), says("one"));
    expect(await ask(server)).toMatchObject({ kind: "text" });
    expect(bodies().map((body) => parameter in body)).toEqual([true, false]);
  });

  test("is left out when it is named in a list of details, with status 422", async () => {
    server.next(json(422, { detail: [{ type: "extra_forbidden", loc: ["body", "seed"], msg: "Extra inputs are not permitted" }] }), says("one"));
    expect(await ask(server)).toMatchObject({ kind: "text" });
    expect(bodies().map((body) => "seed" in body)).toEqual([true, false]);
  });

  test("is left out when the error stands in a list", async () => {
    server.next(json(400, [{ error: { code: 400, message: 'Unknown name "stream_options"', status: "INVALID_ARGUMENT" } }]), says("one"));
    expect(await ask(server)).toMatchObject({ kind: "text" });
  });

  test("max_completion_tokens becomes max_tokens, with the same limit", async () => {
    server.next(error(400, { message: "Unrecognized request argument supplied: max_completion_tokens", type: "invalid_request_error" }), says("one"));
    expect(await ask(server)).toMatchObject({ kind: "text" });
    expect(bodies()[1]).toMatchObject({ max_tokens: 100 });
    expect(bodies()[1]).not.toHaveProperty("max_completion_tokens");
  });

  test("an output limit that is taken in neither spelling ends the asking, as no limit would be left", async () => {
    server.always(error(400, { message: "Unrecognized request argument supplied: max_tokens, max_completion_tokens" }));
    expect(await ask(server)).toMatchObject({ kind: "unavailable", retry: "never" });
    expect(server.requests).toHaveLength(2);
  });

  test.each([0, 1, 63])(
    "an answer of %i tokens is too small to ask for: the endpoint's words are passed on, and the next call asks for all of it",
    async (cap) => {
      server.always(error(400, { message: `This model supports at most ${cap} completion tokens` }));
      const model = modelAt(server);
      for (let call = 0; call < 2; call++)
        expect(await model.complete(askFor(), signal)).toMatchObject({
          kind: "unavailable",
          retry: "never",
          reason: containing(`at most ${cap} completion tokens`),
        });
      expect(bodies()).toMatchObject([{ max_completion_tokens: 100 }, { max_completion_tokens: 100 }]);
    },
  );

  test("a smaller answer is asked for where the endpoint grants no more", async () => {
    const message = "max_tokens is too large: 100. This model supports at most 64 completion tokens, whereas you provided 100.";
    server.next(error(400, { message, param: "max_tokens", code: "invalid_value" }), says("one"));
    expect(await ask(server)).toMatchObject({ kind: "text" });
    expect(bodies()[1]).toMatchObject({ max_completion_tokens: 64 });
  });

  test("tools left out, a talk that had them is told in plain messages", async () => {
    server.next(error(400, { message: "registry.ollama.ai/library/tiny does not support tools" }), says("one"));
    const call = { id: "call_1", name: "list", arguments: "{}" };
    const messages = [
      { role: "user", content: "Look." },
      { role: "assistant", content: "", toolCalls: [call] },
      { role: "tool", content: "a.py", toolCallId: "call_1" },
    ] as const;
    const tools = [{ name: "list", description: "Lists.", parameters: { type: "object" } }];
    expect(await modelAt(server).complete(askFor({ messages, tools }), signal)).toMatchObject({ kind: "text" });
    expect(bodies()[1]).not.toHaveProperty("tools");
    expect(bodies()[1]?.messages).toEqual([
      { role: "user", content: "Look." },
      { role: "assistant", content: "list {}" },
      { role: "user", content: "a.py" },
    ]);
  });

  test("a system message goes into the first one of the user where the template knows no system role", async () => {
    server.next(error(400, { message: "System role not supported" }), says("one"));
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Mend it." },
    ] as const;
    expect(await modelAt(server).complete(askFor({ messages }), signal)).toMatchObject({ kind: "text" });
    expect(bodies()[1]?.messages).toEqual([{ role: "user", content: "Be brief.\n\nMend it." }]);
  });

  test("a stream that is not offered is not asked for again", async () => {
    server.next(error(400, { message: "stream is not supported", param: "stream" }), answers({ role: "assistant", content: "whole" }));
    expect(await ask(server)).toMatchObject({ kind: "text", text: "whole" });
    expect(bodies()[1]).toMatchObject({ stream: false });
    expect(bodies()[1]).not.toHaveProperty("stream_options");
  });

  test("several are left out one after the other, and a complaint that repeats ends it", async () => {
    const about = (parameter: string) => error(400, { message: `Unsupported parameter: ${parameter}`, param: parameter });
    server.next(about("seed"), about("temperature"), about("seed"));
    expect(await ask(server)).toMatchObject({ kind: "unavailable", retry: "never", reason: containing('It says: "Unsupported parameter: seed"') });
    expect(server.requests).toHaveLength(3);
  });

  test("a refusal that names none is passed on in the endpoint's words", async () => {
    server.next(error(400, { message: "messages must\nalternate\u001b[31m" }));
    const reason = `${server.host} refused the request (400). It says: "messages must alternate [31m". Check that base-url leads to chat completions and that the endpoint takes the model "test-model".`;
    expect(await ask(server)).toEqual({ kind: "unavailable", reason, retry: "never", retryAfterMs: null });
  });
});

describe("an output limit that an endpoint passes over", () => {
  test("is named the other way from the next call on, by the endpoint's own count", async () => {
    server.next(says("one", { usage: { prompt_tokens: 20, completion_tokens: 900, total_tokens: 920 } }), says("two"));
    const model = modelAt(server);
    expect(await model.complete(askFor(), signal)).toMatchObject({ kind: "text", text: "one", usage: { output: 900 } });
    expect(await model.complete(askFor(), signal)).toMatchObject({ kind: "text", text: "two" });
    expect(bodies()[0]).toMatchObject({ max_completion_tokens: 100 });
    expect(bodies()[1]).toMatchObject({ max_tokens: 100 });
    expect(bodies()[1]).not.toHaveProperty("max_completion_tokens");
  });

  test.each(["content", "reasoning_content"])("ends an answer that would go on for ever, and hangs up, when it goes on in %s", async (field) => {
    let hungUp: Promise<void> | undefined;
    server.next(
      begins([], async (exchange) => {
        hungUp = exchange.hungUp;
        for (let piece = 0; piece < 40; piece++) exchange.event(chunk({ [field]: "and so on, ".repeat(10) }));
        await exchange.hungUp;
      }),
      says("two"),
    );
    const model = modelAt(server);
    expect(await model.complete(askFor(), signal)).toMatchObject({ kind: "cut-off", usage: { output: 234 } });
    await expect(hungUp).resolves.toBeUndefined();
    await model.complete(askFor(), signal);
    expect(bodies()[1]).toMatchObject({ max_tokens: 100 });
  });

  test("is named as before again where the other name is refused, and stays so", async () => {
    const long = { usage: { prompt_tokens: 20, completion_tokens: 900 } };
    server.next(
      says("one", long),
      error(400, { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", param: "max_tokens" }),
      says("two", long),
      says("three"),
    );
    const model = modelAt(server);
    for (let call = 0; call < 3; call++) expect(await model.complete(askFor(), signal)).toMatchObject({ kind: "text" });
    expect(bodies().map((body) => "max_tokens" in body)).toEqual([false, true, false, false]);
  });
});

describe("a prompt that is too long", () => {
  test.each<[string, number, unknown, number | null]>([
    [
      "OpenAI",
      400,
      {
        error: {
          message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
          code: "context_length_exceeded",
          param: "messages",
        },
      },
      8192,
    ],
    [
      "vLLM",
      400,
      {
        object: "error",
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
        type: "BadRequestError",
        param: null,
        code: 400,
      },
      4096,
    ],
    [
      "vLLM, newer",
      400,
      { error: { message: "The decoder prompt (length 5000) is longer than the maximum model length of 2048.", type: "BadRequestError", code: 400 } },
      2048,
    ],
    [
      "vLLM, about the answer",
      400,
      {
        error: {
          message:
            "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context length is 4096 tokens and your request has 100 input tokens",
        },
      },
      4096,
    ],
    [
      "llama.cpp",
      400,
      {
        error: {
          code: 400,
          message: "the request exceeds the available context size (4096 tokens), try increasing it",
          type: "exceed_context_size_error",
          n_prompt_tokens: 5000,
          n_ctx: 4096,
        },
      },
      4096,
    ],
    ["Anthropic", 400, { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" } }, 200_000],
    [
      "Anthropic, about the answer",
      400,
      {
        error: { message: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again" },
      },
      200_000,
    ],
    [
      "Gemini",
      400,
      [
        {
          error: { code: 400, message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", status: "INVALID_ARGUMENT" },
        },
      ],
      1_048_576,
    ],
    ["Groq", 413, { error: { message: "Request too large for model", type: "tokens", code: "rate_limit_exceeded" } }, null],
    [
      "OpenRouter",
      400,
      { error: { message: "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens.", code: 400 } },
      32_768,
    ],
    [
      "Mistral",
      400,
      { object: "error", message: "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length" },
      32_768,
    ],
    [
      "LM Studio",
      400,
      {
        error:
          "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
      },
      4096,
    ],
    ["Bedrock", 400, { message: "Input is too long for requested model." }, null],
  ])("is known in the spelling of %s", async (_, status, body, limit) => {
    server.next(json(status, body));
    expect(await ask(server)).toEqual({ kind: "context-exceeded", limit });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a context of no size", () => {
  test.each<[string, unknown]>([
    ["negative", { error: { message: "exceeds the available context size", type: "exceed_context_size_error", n_ctx: -5 } }],
    ["none", { error: { message: "This model's maximum context length is 0 tokens.", code: "context_length_exceeded" } }],
    ["a fraction", { error: { message: "exceeds the available context size", type: "exceed_context_size_error", n_ctx: 0.5 } }],
  ])("is not believed: %s", async (_, body) => {
    server.next(json(400, body));
    expect(await ask(server)).toEqual({ kind: "context-exceeded", limit: null });
  });
});

describe("what ends a run", () => {
  test.each<[number, RegExp]>([
    [418, /refused the request \(418\)\. It says: "no"\. Check that base-url leads to chat completions and that the endpoint takes the model "test-model"\.$/],
    [422, /refused the request \(422\)\. It says: "no"\. Check that base-url/],
    [429, /limits how often it may be asked \(429\)\. It says: "no"\. Run again later, or with an api-key of a higher limit\.$/],
    [451, /refused the request \(451\)\. It says: "no"\. Check that base-url/],
    [500, /is down or overloaded \(500\)\. It says: "no"\. Run again later, or name another endpoint with base-url\.$/],
    [501, /does not offer this call \(501\)\. It says: "no"\. Check base-url\.$/],
  ])("status %i is told with its remedy", async (status, reason) => {
    server.next(error(status, { message: "no" }));
    expect(await ask(server)).toMatchObject({ kind: "unavailable", reason: matching(reason) });
  });

  test("a broken connection is told with its remedy", async () => {
    server.next((exchange) => exchange.reset());
    const reason = `The connection to ${server.host} broke (ECONNRESET). Check the network and the endpoint's own log, then run again.`;
    expect(await ask(server)).toMatchObject({ kind: "unavailable", reason });
  });
});

describe("a rate limit", () => {
  const at = Date.parse("2026-03-01T12:00:00Z");
  test.each<[string, Record<string, string>, string, number | null]>([
    ["in seconds", { "retry-after": "7" }, "", 7_000],
    ["in parts of a second", { "retry-after": "0.5" }, "", 500],
    ["in milliseconds", { "retry-after-ms": "1500", "retry-after": "9" }, "", 1_500],
    ["as a date", { "retry-after": "Sun, 01 Mar 2026 12:00:30 GMT" }, "", 30_000],
    ["as a date of a clock that goes differently", { "retry-after": "Sun, 01 Mar 2026 13:00:30 GMT", date: "Sun, 01 Mar 2026 13:00:10 GMT" }, "", 20_000],
    ["nowhere", {}, "", null],
    ["as a negative time", { "retry-after": "-5" }, "", null],
    ["as a date gone by", { "retry-after": "Sun, 01 Mar 2026 11:00:00 GMT" }, "", null],
    ["as nonsense", { "retry-after": "soon" }, "", null],
    ["in more digits than any time has", { "retry-after": "9".repeat(400) }, "", 3_162_240_000_000],
    ["as a date beyond all measure", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, "", 3_162_240_000_000],
    ["as a very long time", { "retry-after": "99999999" }, "", 99_999_999_000],
    ["in its text", {}, "Please try again in 1m30.5s.", 90_500],
    ["in its text, in milliseconds", {}, "Please try again in 850ms.", 850],
    ["in its text, in hours", {}, "Please try again in 2h5m0s.", 7_500_000],
  ])("says %s when to come again", async (_, headers, message, wait) => {
    server.next(error(429, { message, code: "rate_limit_exceeded" }, headers));
    expect(await ask(server, { wallTime: () => at })).toMatchObject({ kind: "unavailable", retry: "soon", retryAfterMs: wait });
  });

  test.each<[string, number, unknown, "soon" | "never"]>([
    ["OpenAI's spent quota", 429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }, "never"],
    ["a balance that is used up", 402, { error: { message: "Insufficient Balance" } }, "never"],
    [
      "Google's limit of a minute, called a quota",
      429,
      [{ error: { code: 429, message: "You exceeded your current quota. Please retry in 36.8s.", status: "RESOURCE_EXHAUSTED" } }],
      "soon",
    ],
  ])("is told from a spent quota: %s", async (_, status, body, retry) => {
    server.next(json(status, body));
    expect(await ask(server)).toMatchObject({ kind: "unavailable", retry });
  });
});

describe("settings that are wrong", () => {
  test.each<[string, Reply, string, RegExp]>([
    [
      "a refused key",
      error(401, { message: `Incorrect API key provided: ${testKey.slice(0, 8)}***${testKey.slice(-4)}` }),
      "api-key",
      /does not accept the key \(401\)\. Check that api-key \(HEAL_API_KEY\)/,
    ],
    ["a forbidden call", error(403, { message: `Key ${testKey} may not do this` }), "api-key", /does not allow the call \(403\)/],
    [
      "an unknown model",
      error(404, { message: "The model `nope` does not exist", code: "model_not_found" }),
      "model",
      /does not offer the model "test-model" to this key \(404\)\. Check model/,
    ],
    ["a model that is not pulled", error(404, { message: 'model "nope" not found, try pulling it first' }), "model", /Check model/],
    ["a retired model", error(400, { message: "The model has been decommissioned", code: "model_decommissioned" }), "model", /Check model/],
    ["a model id of another endpoint", error(400, { message: "nope is not a valid model ID", code: 400 }), "model", /Check model/],
    ["a model not offered in the region", error(403, { message: "The model is not available in your region" }), "model", /Check model/],
    [
      "an address without the protocol",
      page(404),
      "base-url",
      /knows no chat completions at base-url \(404\)\. Most endpoints want an address that ends in \/v1/,
    ],
    ["an address of a web page", page(200), "base-url", /answers with a web page/],
  ])("%s is the person's to mend, named with its remedy", async (_, reply, setting, reason) => {
    server.next(reply);
    expect(await ask(server)).toEqual({ kind: "misconfigured", setting, reason: matching(reason) });
    expect(server.requests).toHaveLength(1);
  });

  test("no key where one is wanted is told apart from a wrong one", async () => {
    server.next(error(401, { message: "Missing bearer" }));
    expect(await ask(server, { apiKey: null })).toMatchObject({ reason: `${server.host} wants a key (401). Set api-key (HEAL_API_KEY).` });
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
  });
});

describe("the key", () => {
  const spellings = [testKey, Buffer.from(testKey).toString("base64"), Buffer.from(testKey).toString("hex"), testKey.slice(3, 14), testKey.slice(-8)];

  test.each([400, 401, 402, 403, 404, 407, 413, 422, 429, 500, 503, 529])(
    "is in no word of ours about status %i, however the endpoint echoes it",
    async (status) => {
      for (const spelling of spellings) {
        server.next(error(status, { message: `You sent ${spelling}, which is odd`, code: `code ${spelling}`, type: spelling }));
        const told = JSON.stringify(await ask(server));
        for (const piece of [...spellings, testKey.slice(8, 14)]) expect(told).not.toContain(piece);
      }
    },
  );

  test("is in no word of ours about a redirect that holds it", async () => {
    server.next((exchange) => exchange.whole(302, "", { location: `https://${testKey.toLowerCase()}.example/${testKey}?key=${testKey}` }));
    expect(JSON.stringify(await ask(server)).toLowerCase()).not.toContain(testKey.slice(8, 14).toLowerCase());
  });

  test("is sent once a request, in the one header, and nowhere else", async () => {
    server.next(error(400, { message: "Unknown: seed" }), says("one"), error(500, { message: "down" }));
    const model = modelAt(server);
    await model.complete(askFor(), signal);
    await model.complete(askFor(), signal);
    const sent = server.received.toString("latin1");
    expect(server.requests).toHaveLength(3);
    expect(server.requests.map((request) => request.headers.authorization)).toEqual(Array(3).fill(`Bearer ${testKey}`));
    expect(sent.split(testKey)).toHaveLength(4);
    for (const spelling of spellings.slice(1, 3)) expect(sent).not.toContain(spelling);
  });
});
