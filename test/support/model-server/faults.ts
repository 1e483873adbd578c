import { begins, chunk, ending, error, json, page, says, streams } from "./replies.js";
import type { Reply } from "./server.js";

/** What endpoints do wrong, each by name, for tests at any height of the stack. */
export const faults = {
  "the output limit ends the answer": says("def add(a, b):\n    return a +", { finish: "length" }),
  "reasoning uses up the output": streams([chunk({ role: "assistant", content: "" }), ...ending({ finish: "length" })]),
  "success without content": streams([chunk({ role: "assistant", content: null }), ...ending()]),
  "a rate limit": error(429, { message: "Rate limit reached for requests", type: "requests", code: "rate_limit_exceeded" }),
  "a spent quota": error(429, {
    message: "You exceeded your current quota, please check your plan and billing details.",
    type: "insufficient_quota",
    code: "insufficient_quota",
  }),
  "an internal error": error(500, { message: "The server had an error", type: "server_error" }),
  "an overload with status 529": json(529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
  "a bad gateway's web page": page(502),
  "an error in a successful answer": json(200, { error: { message: "Provider returned error", code: 502 } }),
  "an error in the middle of the stream": streams([
    chunk({ role: "assistant", content: "half" }),
    { error: { message: "Provider disconnected", code: 502 }, choices: [] },
  ]),
  "a reset before any byte": (exchange) => exchange.reset(),
  "a reset in the middle of the stream": begins([chunk({ role: "assistant", content: "half an ans" })], async (exchange) => {
    await flushed();
    exchange.reset();
  }),
  "an orderly end in the middle of the stream": streams([chunk({ role: "assistant", content: "half an ans" })]),
  "an answer of one byte at a time": begins([], (exchange) => dripping(exchange, ":\n")),
  "an answer that never ends": begins([], (exchange) => dripping(exchange, `data: ${JSON.stringify(chunk({ content: "more " }))}\n\n`)),
  "an answer that stops coming": begins([chunk({ role: "assistant", content: "wait" })], (exchange) => exchange.hungUp),
  "no answer at all": (exchange) => exchange.hungUp,
  "a web page": page(200),
  "bytes that are no HTTP": (exchange) => {
    exchange.raw("SSH-2.0-OpenSSH_9.2\r\n");
    exchange.end();
  },
  "no choice": streams([{ choices: [], usage: null }]),
  "a role that is not the assistant's": streams([chunk({ role: "user", content: "I am you" }), ...ending()]),
  "an event that is not JSON": begins([chunk({ content: "a" }), "{not json"], (exchange) => exchange.closeStream()),
  "two tool calls with one id": streams([
    chunk({ tool_calls: ["list", "search"].map((name, index) => ({ index, id: "call_1", function: { name, arguments: "{}" } })) }),
    ...ending({ finish: "tool_calls" }),
  ]),
  "a refusal": streams([chunk({ role: "assistant", refusal: "I cannot help with that." }), ...ending()]),
  "a content filter": streams([chunk({ role: "assistant", content: "Part" }), ...ending({ finish: "content_filter" })]),
  "a context that is too small": error(400, {
    message: "This model's maximum context length is 2000 tokens. However, your messages resulted in 5000 tokens.",
    type: "invalid_request_error",
    param: "messages",
    code: "context_length_exceeded",
  }),
  "a refused key": error(401, { message: "Incorrect API key provided", code: "invalid_api_key" }),
  "an unknown model": error(404, { message: "The model `nope` does not exist or you do not have access to it.", code: "model_not_found" }),
} satisfies Readonly<Record<string, Reply>>;

export type FaultName = keyof typeof faults;

/** Gives what was written the time of one turn to leave before the connection is cut. */
export function flushed(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

/** A piece every few milliseconds until the client has hung up. */
async function dripping(exchange: Parameters<Reply>[0], text: string): Promise<void> {
  const timer = setInterval(() => exchange.piece(text), 5);
  await exchange.hungUp;
  clearInterval(timer);
}
