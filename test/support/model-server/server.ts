import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Exchange, type ReceivedRequest, readRequest } from "./exchange.js";

/** What the server does with one request. */
export type Reply = (exchange: Exchange) => void | Promise<void>;

export interface ServerOptions {
  /** Speaks TLS with this key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Accepts connections and never says a word, not even the TLS one. */
  readonly mute?: "yes";
}

const tlsGreeting = 0x16;

/** An endpoint on loopback that writes raw bytes, so that it can do everything an endpoint may do wrong. It keeps every byte it was sent. */
export class ModelServer {
  /** Those for answers; questions for the list of models are not among them. */
  readonly requests: ReceivedRequest[] = [];
  readonly #server: Server;
  readonly #options: ServerOptions;
  readonly #sockets = new Set<Socket>();
  readonly #received: Buffer[] = [];
  readonly #replies: Reply[] = [];
  #always: Reply | undefined;
  #list: unknown;
  #port = 0;

  private constructor(options: ServerOptions) {
    this.#options = options;
    const accept = (socket: Socket): void => this.#accept(socket);
    this.#server = options.tls === undefined ? createServer(accept) : createTlsServer(options.tls, accept);
    this.#server.on("tlsClientError", () => undefined);
  }

  static async start(options: ServerOptions = {}): Promise<ModelServer> {
    const server = new ModelServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    server.#port = (server.#server.address() as AddressInfo).port;
    return server;
  }

  get port(): number {
    return this.#port;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get baseUrl(): string {
    return `${this.#options.tls === undefined ? "http" : "https"}://${this.host}/v1`;
  }

  /** Everything any client sent, decrypted where TLS was spoken. */
  get received(): Buffer {
    return Buffer.concat(this.#received);
  }

  /** One reply for each of the next requests. */
  next(...replies: readonly Reply[]): this {
    this.#replies.push(...replies);
    return this;
  }

  /** The reply for every request that has none of its own. */
  always(reply: Reply): this {
    this.#always = reply;
    return this;
  }

  /** What is told to who asks for the list of models; else there is none. */
  lists(list: unknown): this {
    this.#list = list;
    return this;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => undefined);
    if (this.#options.mute === "yes") return void socket.resume();
    let pending = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      this.#received.push(bytes);
      pending = Buffer.concat([pending, bytes]);
      // What plain servers do when they are greeted in TLS.
      if (pending[0] === tlsGreeting) return void socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
      const request = readRequest(pending);
      if (request === null) return;
      pending = pending.subarray(request.length);
      if (request.method === "GET") return new Exchange(request, socket).whole(this.#list === undefined ? 404 : 200, JSON.stringify(this.#list ?? {}));
      this.requests.push(request);
      void this.#answer(new Exchange(request, socket));
    });
  }

  async #answer(exchange: Exchange): Promise<void> {
    const reply = this.#replies.shift() ?? this.#always;
    if (reply === undefined) return exchange.whole(500, JSON.stringify({ error: { message: "The test scripted no reply for this request." } }));
    await reply(exchange);
  }
}
