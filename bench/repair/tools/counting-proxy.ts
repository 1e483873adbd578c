import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";

export interface Counted {
  calls: number;
  tokens: number;
}

/** A port on loopback in front of an endpoint: passes chat completions on and counts the tokens each answer says it took. */
export class CountingProxy {
  readonly counted: Counted = { calls: 0, tokens: 0 };
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(baseUrl: string): Promise<CountingProxy> {
    const server = createServer();
    const proxy = new CountingProxy(server);
    server.on("request", (request, response) => {
      const refused = (error: Error) => ({ status: 502, type: "text/plain", body: error.message });
      void forward(request, baseUrl)
        .catch(refused)
        .then((answer) => {
          proxy.#count(request, answer.body);
          response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
        });
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return proxy;
  }

  get baseUrl(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/v1`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Streams carry the usage in their last event, where it was asked for; else the characters sent and received over 4 stand in for it. */
  #count({ url }: IncomingMessage, body: string): void {
    if (url?.includes("/chat/completions") !== true) return;
    this.counted.calls += 1;
    const usage = [...body.matchAll(/"total_tokens"\s*:\s*(\d+)/g)].at(-1)?.[1];
    this.counted.tokens += usage === undefined ? Math.ceil(body.length / 4) : Number(usage);
  }
}

async function forward(request: IncomingMessage, baseUrl: string): Promise<{ readonly status: number; readonly type: string; readonly body: string }> {
  const method = request.method ?? "GET";
  const sent = method === "GET" ? undefined : withUsage(await text(request));
  const response = await fetch(baseUrl.replace(/\/v1$/, "") + request.url, {
    method,
    headers: { "content-type": "application/json" },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: response.status, type: response.headers.get("content-type") ?? "application/json", body: await response.text() };
}

/** Asks a stream for its usage; what a tool sends is otherwise left as it is. */
function withUsage(body: string): string {
  const sent = JSON.parse(body) as { stream?: boolean };
  return sent.stream === true ? JSON.stringify({ ...sent, stream_options: { include_usage: true } }) : body;
}
