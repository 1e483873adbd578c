import type { Exchange } from "./exchange.js";
import type { Reply } from "./server.js";

/** Any JSON: these builders are also for what no schema allows. */
type Loose = Readonly<Record<string, unknown>>;

interface Manner {
  readonly finish?: string | null;
  /** Null = the endpoint does not say. */
  readonly usage?: Loose | null;
}

const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };

/** A chunk of the chat completions protocol. */
export function chunk(delta: Loose, finish: string | null = null): Loose {
  return { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "test-model", choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** The answer as a stream, in several pieces. */
export function says(text: string, manner: Manner = {}): Reply {
  return streams([chunk({ role: "assistant", content: "" }), ...piecesOf(text).map((content) => chunk({ content })), ...ending(manner)]);
}

export function ending(manner: Manner = {}): Loose[] {
  const last = chunk({}, manner.finish === undefined ? "stop" : manner.finish);
  return manner.usage === null ? [last] : [last, { ...chunk({}), choices: [], usage: manner.usage ?? usage }];
}

/** These events, then a proper end. */
export function streams(events: readonly unknown[]): Reply {
  return (exchange) => {
    exchange.openStream();
    for (const event of events) exchange.event(event);
    exchange.closeStream();
  };
}

/** These events, then whatever the test wants. */
export function begins(events: readonly unknown[], then: (exchange: Exchange) => void | Promise<void>): Reply {
  return async (exchange) => {
    exchange.openStream();
    for (const event of events) exchange.event(event);
    await then(exchange);
  };
}

/** An answer that comes whole, as servers without streams give it. */
export function answers(message: Loose, manner: Manner = {}): Reply {
  const finish = manner.finish === undefined ? "stop" : manner.finish;
  return json(200, {
    id: "chatcmpl-1",
    choices: [{ index: 0, message, finish_reason: finish }],
    ...(manner.usage === null ? {} : { usage: manner.usage ?? usage }),
  });
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return (exchange) => exchange.whole(status, JSON.stringify(body), headers);
}

export function error(status: number, details: Loose, headers: Readonly<Record<string, string>> = {}): Reply {
  return json(status, { error: details }, headers);
}

export function page(status: number): Reply {
  return (exchange) => exchange.whole(status, "<!DOCTYPE html><html><body><h1>It is not here</h1></body></html>", { "content-type": "text/html" });
}

function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [];
}
