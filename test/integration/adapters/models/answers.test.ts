import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ask, askFor, modelAt, testKey } from "../../../support/model-server/client.js";
import { answers, chunk, ending, error, says, streams } from "../../../support/model-server/replies.js";
import { ModelServer } from "../../../support/model-server/server.js";

let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.start();
});

afterEach(() => server.close());

const usage = { input: 20, output: 5 };
const signal = new AbortController().signal;

describe("a request", () => {
  test("asks for a stream with its usage, in the words of the chat completions protocol", async () => {
    server.next(says("done"));
    await modelAt(server).complete(askFor({ temperature: 0.7, seed: 11, maxOutputTokens: 300 }), signal);
    const [request] = server.requests;
    expect(request?.method).toBe("POST");
    expect(request?.target).toBe("/v1/chat/completions");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      model: "test-model",
      messages: [{ role: "user", content: "Mend it." }],
      max_completion_tokens: 300,
      temperature: 0.7,
      seed: 11,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("carries tools, and a talk with tools, as the protocol has them", async () => {
    server.next(says("done"));
    const call = { id: "call_9", name: "list", arguments: '{"folder":"src"}' };
    const tool = { name: "list", description: "Lists a folder.", parameters: { type: "object", properties: { folder: { type: "string" } } } };
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Look." },
      { role: "assistant", content: "", toolCalls: [call] },
      { role: "tool", content: "a.py", toolCallId: "call_9" },
    ] as const;
    await modelAt(server).complete(askFor({ messages, tools: [tool] }), signal);
    const sent = JSON.parse(server.requests[0]?.body ?? "") as { tools: unknown; messages: unknown[] };
    expect(sent.tools).toEqual([{ type: "function", function: tool }]);
    expect(sent.messages.slice(2)).toEqual([
      { role: "assistant", content: "", tool_calls: [{ id: "call_9", type: "function", function: { name: "list", arguments: '{"folder":"src"}' } }] },
      { role: "tool", content: "a.py", tool_call_id: "call_9" },
    ]);
  });

  test("keeps the query of base-url", async () => {
    server.next(says("done"));
    await ask({ baseUrl: `${server.baseUrl}/deployments/one?api-version=2024-10-21` });
    expect(server.requests[0]?.target).toBe("/v1/deployments/one/chat/completions?api-version=2024-10-21");
  });

  test("to an address of Azure's holds the key in Azure's header, and in no other", async () => {
    server.next(says("done"));
    const baseUrl = "http://one.openai.azure.com/openai/deployments/two?api-version=2024-10-21";
    // The proxy is the server: names of other machines lead nowhere in a test.
    await ask({ baseUrl }, { plainHttp: "allowed", proxy: { HTTP_PROXY: `http://${server.host}` } });
    const [request] = server.requests;
    expect(request?.target).toBe("http://one.openai.azure.com/openai/deployments/two/chat/completions?api-version=2024-10-21");
    expect(Object.entries(request?.headers ?? {}).filter(([, value]) => value.includes(testKey))).toEqual([["api-key", testKey]]);
    expect(request?.headers).not.toHaveProperty("authorization");
  });

  test("holds no header but the ones it needs", async () => {
    server.next(says("done"));
    await ask(server);
    const needed = ["accept", "authorization", "connection", "content-length", "content-type", "host", "user-agent"];
    expect(Object.keys(server.requests[0]?.headers ?? {}).sort()).toEqual(needed);
  });

  test("takes nothing from the library's own environment variables", async () => {
    const own = {
      OPENAI_API_KEY: "sk-environment-key",
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
      OPENAI_ORG_ID: "org-environment",
      OPENAI_PROJECT_ID: "project-environment",
      OPENAI_CUSTOM_HEADERS: "x-environment: header",
      OPENAI_LOG: "debug",
    };
    const before = { ...process.env };
    Object.assign(process.env, own);
    try {
      server.next(says("done"));
      expect(await ask(server)).toMatchObject({ kind: "text" });
    } finally {
      for (const name of Object.keys(own)) if (before[name] === undefined) delete process.env[name];
    }
    expect(server.received.toString("latin1")).not.toMatch(/environment/);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
  });
});

describe("an answer", () => {
  test("is put together from its pieces, with its usage", async () => {
    server.next(says("Use a sum: größer, 漢字, 🙂."));
    expect(await ask(server)).toEqual({ kind: "text", text: "Use a sum: größer, 漢字, 🙂.", usage });
  });

  test("that comes whole although a stream was asked for is taken too", async () => {
    server.next(answers({ role: "assistant", content: "whole" }));
    expect(await ask(server)).toEqual({ kind: "text", text: "whole", usage });
  });

  test("loses the thoughts a reasoning model writes in front of it", async () => {
    server.next(says("<think>\nIt might be the sum.\n</think>\n\nreturn a + b"), says("<think>It might", { finish: "stop" }));
    expect(await ask(server)).toMatchObject({ kind: "text", text: "return a + b" });
    expect(await ask(server)).toMatchObject({ kind: "empty" });
  });

  test("with tool calls in pieces gives the calls, whatever their arguments hold", async () => {
    const first = { index: 0, id: "call_a", function: { name: "search", arguments: '{"wor' } };
    const events = [
      chunk({ role: "assistant", content: null, tool_calls: [first] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: 'd": oops' } }] }),
      chunk({ tool_calls: [{ index: 1, id: "call_b", function: { name: "no_such_tool", arguments: "{}" } }] }),
      ...ending({ finish: "tool_calls" }),
    ];
    server.next(streams(events));
    const calls = [
      { id: "call_a", name: "search", arguments: '{"word": oops' },
      { id: "call_b", name: "no_such_tool", arguments: "{}" },
    ];
    expect(await ask(server)).toEqual({ kind: "tool-calls", calls, text: "", usage });
  });

  test("with one error for everything is told as it is", async () => {
    server.next(error(500, { message: "boom" }));
    expect(await ask(server)).toMatchObject({ kind: "unavailable", retry: "soon" });
  });
});
