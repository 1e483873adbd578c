import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TimeOuts } from "../../../../src/adapters/models/openai/watch.js";
import type { ModelReply } from "../../../../src/domain/model-call.js";
import { containing, matching } from "../../../support/asymmetric.js";
import { selfSigned } from "../../../support/model-server/certificate.js";
import { ask, askFor, modelAt, testKey } from "../../../support/model-server/client.js";
import { type FaultName, faults } from "../../../support/model-server/faults.js";
import { chunk, ending, says, streams } from "../../../support/model-server/replies.js";
import { ModelServer } from "../../../support/model-server/server.js";

let server: ModelServer;

beforeEach(async () => {
  server = await ModelServer.start();
});

afterEach(() => server.close());

/** One limit is short, the others are never met, however busy the machine is. */
const long = { connect: 60_000, silent: 60_000, idle: 60_000, total: 60_000 };
const impatient: Readonly<Partial<Record<FaultName, Partial<TimeOuts>>>> = {
  "an answer of one byte at a time": { total: 300 },
  "an answer that never ends": { total: 300 },
  "an answer that stops coming": { idle: 80 },
  "no answer at all": { silent: 80 },
};
const timeOutsFor = (name: FaultName): TimeOuts => ({ ...long, ...impatient[name] });
const usage = { input: 20, output: 5 };

describe("an answer that its output limit ended", () => {
  const whole = '```json\n{"edit": "a + b"}\n```';
  const prefixes = Array.from({ length: whole.length }, (_, index) => whole.slice(0, index + 1));

  test("is never a text, whatever part of a good answer came", async () => {
    for (const prefix of prefixes) {
      server.next(says(prefix, { finish: "length" }));
      expect(await ask(server)).toEqual({ kind: "cut-off", text: prefix, usage });
    }
  });

  test("is never a text when the connection just ends, whatever part of a good answer came", async () => {
    for (const prefix of prefixes) {
      server.next(streams([chunk({ role: "assistant", content: prefix })]));
      expect(await ask(server)).toEqual({
        kind: "unavailable",
        reason: "The answer broke off before its end.",
        retry: "soon",
        retryAfterMs: null,
        begun: true,
      });
    }
  });
});

const expected: Readonly<Record<FaultName, Partial<ModelReply> | Readonly<Record<string, unknown>>>> = {
  "the output limit ends the answer": { kind: "cut-off" },
  "reasoning uses up the output": { kind: "empty", usage },
  "success without content": { kind: "empty", usage },
  "a rate limit": { kind: "unavailable", retry: "soon", retryAfterMs: null },
  "a spent quota": { kind: "unavailable", retry: "never" },
  "an internal error": { kind: "unavailable", retry: "soon" },
  "an overload with status 529": { kind: "unavailable", retry: "soon" },
  "a bad gateway's web page": { kind: "unavailable", retry: "soon" },
  "an error in a successful answer": { kind: "unavailable", retry: "soon" },
  "an error in the middle of the stream": { kind: "unavailable", retry: "soon", begun: true },
  "a reset before any byte": { kind: "unavailable", retry: "soon" },
  "a reset in the middle of the stream": { kind: "unavailable", retry: "soon", begun: true },
  "an orderly end in the middle of the stream": { kind: "unavailable", retry: "soon", begun: true },
  "an answer of one byte at a time": { kind: "unavailable", retry: "never", begun: true },
  "an answer that never ends": { kind: "unavailable", retry: "never", begun: true },
  "an answer that stops coming": { kind: "unavailable", retry: "soon", begun: true },
  "no answer at all": { kind: "unavailable", retry: "soon", begun: true },
  "a web page": { kind: "misconfigured", setting: "base-url" },
  "bytes that are no HTTP": { kind: "unavailable", retry: "soon" },
  "no choice": { kind: "malformed" },
  "a role that is not the assistant's": { kind: "malformed" },
  "an event that is not JSON": { kind: "malformed" },
  "two tool calls with one id": { kind: "malformed" },
  "a refusal": { kind: "refused", usage },
  "a content filter": { kind: "refused", usage },
  "a context that is too small": { kind: "context-exceeded", limit: 2000 },
  "a refused key": { kind: "misconfigured", setting: "api-key" },
  "an unknown model": { kind: "misconfigured", setting: "model" },
};

describe("what an endpoint does wrong is a value", () => {
  test.each(Object.entries(expected))("%s", async (name, reply) => {
    server.next(faults[name as FaultName]);
    expect(await ask(server, { timeOuts: timeOutsFor(name as FaultName) })).toMatchObject(reply);
  });

  test("an answer not billed for says so by leaving `begun` out", async () => {
    for (const name of ["an internal error", "a reset before any byte", "an error in a successful answer", "a rate limit"] as const) {
      server.next(faults[name]);
      expect(await ask(server, { timeOuts: timeOutsFor(name) })).not.toHaveProperty("begun");
    }
  });
});

describe("a status that holds no answer", () => {
  test.each([
    ["101 with an upgrade", 101, "upgrade: websocket\r\nconnection: upgrade\r\n"],
    ["204", 204, ""],
    ["205", 205, "content-length: 0\r\n"],
  ])("is the address's fault and ends the call at once: %s", async (_, status, headers) => {
    server.next((exchange) => exchange.raw(`HTTP/1.1 ${status} Odd\r\n${headers}\r\n`));
    const reason = `${server.host} answers without a chat completion (${status}). Check base-url: most endpoints want an address that ends in /v1.`;
    expect(await ask(server, { timeOuts: long })).toEqual({ kind: "misconfigured", setting: "base-url", reason });
  });

  test("does not outlast a time-out where no upgrade was asked for: 101 alone", async () => {
    server.next((exchange) => exchange.raw("HTTP/1.1 101 Odd\r\n\r\n"));
    const reply = await ask(server, { timeOuts: { ...long, silent: 80, idle: 80 } });
    expect(["unavailable", "misconfigured"]).toContain(reply.kind);
  });
});

describe("time-outs", () => {
  test("name what was waited for", async () => {
    const reasons = [];
    for (const name of ["no answer at all", "an answer that stops coming", "an answer that never ends"] as const) {
      server.next(faults[name]);
      reasons.push(((await ask(server, { timeOuts: timeOutsFor(name) })) as { reason: string }).reason);
    }
    expect(reasons).toEqual([
      `${server.host} took the request but answered nothing in 80 ms.`,
      `${server.host} stopped in the middle of the answer: nothing for 80 ms.`,
      `${server.host} did not end its answer in 300 ms.`,
    ]);
  });

  test("end a connection whose encryption never comes to stand", async () => {
    const mute = await ModelServer.start({ mute: "yes" });
    const reply = await ask({ baseUrl: `https://${mute.host}/v1` }, { timeOuts: { ...long, connect: 60 } });
    await mute.close();
    expect(reply).toMatchObject({ kind: "unavailable", retry: "soon", reason: containing("could not be connected to in time (60 ms)") });
  });

  test("do not end an answer that only takes long in coming", async () => {
    server.next(async (exchange) => {
      exchange.openStream();
      for (let piece = 0; piece < 12; piece++) {
        exchange.event(chunk({ content: `${piece}` }));
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      for (const event of ending()) exchange.event(event);
      exchange.closeStream();
    });
    expect(await ask(server, { timeOuts: { ...long, idle: 500 } })).toMatchObject({ kind: "text", text: "01234567891011" });
  });

  test("wait for the first word as long as for any sign, also where a head and an empty piece come before the prompt was read", async () => {
    server.next(async (exchange) => {
      exchange.openStream();
      exchange.event(chunk({ role: "assistant", content: "" }));
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (const event of [chunk({ content: "here" }), ...ending()]) exchange.event(event);
      exchange.closeStream();
    });
    expect(await ask(server, { timeOuts: { ...long, idle: 60 } })).toMatchObject({ kind: "text", text: "here" });
    server.next((exchange) => {
      exchange.openStream();
      exchange.event(chunk({ role: "assistant", content: "" }));
      return exchange.hungUp;
    });
    expect(await ask(server, { timeOuts: { ...long, silent: 80 } })).toMatchObject({
      kind: "unavailable",
      reason: `${server.host} took the request but answered nothing in 80 ms.`,
    });
  });

  test("hang up on the endpoint", async () => {
    let hungUp: Promise<void> | undefined;
    server.next((exchange) => {
      hungUp = exchange.hungUp;
    });
    await ask(server, { timeOuts: timeOutsFor("no answer at all") });
    await expect(hungUp).resolves.toBeUndefined();
  });
});

describe("a caller that gives up", () => {
  test("is told so, and the endpoint is hung up on, before the answer and in the middle of it", async () => {
    for (const begun of [false, true]) {
      const end = new AbortController();
      let hungUp: Promise<void> | undefined;
      server.next(async (exchange) => {
        hungUp = exchange.hungUp;
        if (begun) {
          exchange.openStream();
          exchange.event(chunk({ content: "half" }));
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        end.abort();
      });
      expect(await modelAt(server).complete(askFor(), end.signal)).toEqual(begun ? { kind: "cancelled", begun: true } : { kind: "cancelled" });
      await expect(hungUp).resolves.toBeUndefined();
    }
  });

  test("before the call costs no call", async () => {
    expect(await modelAt(server).complete(askFor(), AbortSignal.abort())).toEqual({ kind: "cancelled" });
    expect(server.requests).toEqual([]);
  });
});

describe("the way to the endpoint", () => {
  test("a port nobody listens on is named", async () => {
    const gone = await ModelServer.start();
    const { baseUrl, host } = gone;
    await gone.close();
    const reason = `Nothing answers at ${host} (ECONNREFUSED). Check base-url and that the endpoint runs.`;
    expect(await ask({ baseUrl })).toEqual({ kind: "unavailable", reason, retry: "soon", retryAfterMs: null });
  });

  test("a name that cannot be resolved is named", async () => {
    const reply = await ask({ baseUrl: "https://no-such-host.invalid/v1" });
    expect(reply).toMatchObject({ kind: "unavailable", reason: matching(/^The name no-such-host\.invalid in base-url cannot be resolved/) });
  });

  test("https to a port that speaks plain http is named", async () => {
    server.always(says("hi"));
    const reply = await ask({ baseUrl: `https://${server.host}/v1` });
    expect(reply).toMatchObject({ kind: "misconfigured", setting: "base-url" });
  });

  test("a certificate nobody vouches for is refused, whatever the environment says, before the key is sent", async () => {
    const secure = await ModelServer.start({ tls: selfSigned() });
    secure.always(says("hi"));
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    const reply = await ask(secure).finally(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
    await secure.close();
    expect(reply).toMatchObject({ kind: "misconfigured", setting: "base-url", reason: containing("DEPTH_ZERO_SELF_SIGNED_CERT") });
    expect(secure.received.length).toBe(0);
  });

  test("a proxy that wants a password is named, and sees no key", async () => {
    const proxy = await ModelServer.start();
    proxy.always((exchange) => exchange.whole(407, "", { "proxy-authenticate": 'Basic realm="proxy"' }));
    const reply = await ask({ baseUrl: "https://model.example/v1" }, { proxy: { HTTPS_PROXY: `http://${proxy.host}` } });
    await proxy.close();
    expect(proxy.requests[0]).toMatchObject({ method: "CONNECT", target: "model.example:443" });
    expect(reply).toMatchObject({ kind: "misconfigured", reason: containing("(407)") });
    expect(proxy.received.toString("latin1")).not.toContain(testKey);
  });

  test("a redirect is not followed, to no other host and to no other path", async () => {
    const other = await ModelServer.start();
    server.next(
      (exchange) => exchange.whole(307, "", { location: `${other.baseUrl}/chat/completions` }),
      (exchange) => exchange.whole(308, "", { location: "/v2/chat/completions" }),
    );
    const replies = [await ask(server), await ask(server)];
    await other.close();
    expect(replies).toEqual([
      { kind: "misconfigured", setting: "base-url", reason: containing(`redirects to http://${other.host} (307)`) },
      { kind: "misconfigured", setting: "base-url", reason: containing("redirects to /v2/chat/completions (308)") },
    ]);
    expect(other.received.length).toBe(0);
    expect(server.requests).toHaveLength(2);
  });
});
