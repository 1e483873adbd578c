import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import type { EndpointAddress } from "./address.js";
import { EndpointRefusal, TransportFault, transportFault } from "./faults.js";
import { type TimeOuts, Watch } from "./watch.js";

export interface TransportOptions {
  readonly address: EndpointAddress;
  readonly apiKey: string | null;
  readonly timeOuts: TimeOuts;
  readonly userAgent: string;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY as the person's own environment has them; never from the repository. */
  readonly proxy: Readonly<Record<string, string>>;
}

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

const answerCap = 16 * 1024 ** 2;
const refusalCap = 64 * 1024;

/**
 * The library's way to the network. It is ours so that the key goes to one origin, in one header, and nowhere else: headers are written here,
 * redirects are not followed, certificates are always checked, and connecting, silence and the whole call have limits of their own.
 */
export function endpointFetch(options: TransportOptions): Fetch {
  return async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target);
    if (url.origin !== options.address.origin) throw new Error("The library asked for an address that is not the endpoint's.");
    const call = new Call(options, init?.signal ?? null);
    const answer = await call.send(url, sentBody(init));
    const headers = headersOf(answer);
    const status = answer.statusCode ?? 0;
    if (bodyless.has(status)) throw new EndpointRefusal(status, headers, call.dropped(answer));
    if (status < 200 || status > 299) throw new EndpointRefusal(status, headers, await call.textOf(answer));
    return new CountedResponse(call, answer, { status, headers });
  };
}

/** Null = nothing is sent: the library only asks. */
function sentBody(init: RequestInit | undefined): string | null {
  if (init?.method?.toUpperCase() === "GET") return null;
  return typeof init?.body === "string" ? init.body : "";
}

/** Successes that hold no answer by what they are. */
const bodyless = new Set([204, 205]);

/** Tells how much of the answer came: an endpoint may bill what it sent, whatever became of it on the way. */
export class CountedResponse extends Response {
  readonly #call: Call;

  constructor(call: Call, answer: IncomingMessage, head: ResponseInit) {
    super(call.bodyOf(answer), head);
    this.#call = call;
  }

  /** Bytes so far. */
  get received(): number {
    return this.#call.received;
  }

  /** Told once a part of it says something. */
  answering(): void {
    this.#call.answering();
  }
}

/** One request and its answer, under one watch. */
class Call {
  readonly #options: TransportOptions;
  readonly #watch: Watch;
  #received = 0;

  constructor(options: TransportOptions, signal: AbortSignal | null) {
    this.#options = options;
    this.#watch = new Watch(options.timeOuts, signal);
  }

  get received(): number {
    return this.#received;
  }

  answering(): void {
    this.#watch.answering();
  }

  /** Settles whatever Node does: a request that is destroyed or switched to another protocol may end without an error and without an answer. */
  send(url: URL, body: string | null): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = this.#open(url, body);
      const fail = (error: Error): void => {
        this.#watch.stop();
        request.destroy();
        reject(this.#watch.reason ?? error);
      };
      this.#watch.onEnd(fail);
      const connected = (): void => this.#watch.connected();
      request.once("socket", (socket) => socket.once(url.protocol === "https:" ? "secureConnect" : "connect", connected));
      request.once("response", (answer) => {
        this.#watch.heard();
        this.#watch.onEnd((reason) => void answer.destroy(reason));
        resolve(answer);
      });
      request.once("upgrade", (answer, socket) => {
        socket.destroy();
        fail(new EndpointRefusal(answer.statusCode ?? 0, headersOf(answer), ""));
      });
      request.on("error", (error) => fail(transportFault(error)));
      request.once("close", () => fail(new TransportFault("broken", "no answer")));
      request.end(body ?? undefined);
    });
  }

  #open(url: URL, body: string | null): ClientRequest {
    const method = body === null ? "GET" : "POST";
    const headers = { ...ownHeaders(this.#options), ...(body === null ? {} : { "content-length": String(Buffer.byteLength(body)) }) };
    const proxyEnv = this.#options.address.place === "this-machine" ? {} : { ...this.#options.proxy };
    if (url.protocol === "http:") return plainRequest(url, { method, headers, agent: new PlainAgent({ proxyEnv }) });
    return secureRequest(url, { method, headers, agent: new SecureAgent({ proxyEnv, rejectUnauthorized: true }) });
  }

  /** The bytes as they come; ends with the fault that ended them. */
  bodyOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
    const pieces = this.#pieces(answer, answerCap);
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const piece = await pieces.next();
          if (piece.done === true) controller.close();
          else controller.enqueue(piece.value);
        } catch (error) {
          controller.error(error);
        }
      },
      cancel: () => {
        answer.destroy();
        this.#watch.stop();
      },
    });
  }

  /** Nothing of it is read. */
  dropped(answer: IncomingMessage): string {
    this.#watch.stop();
    answer.destroy();
    return "";
  }

  /** What a refusal says, as far as it can be had: its status counts, whatever happens to its text. */
  async textOf(answer: IncomingMessage): Promise<string> {
    this.#watch.answering();
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of this.#pieces(answer, refusalCap)) pieces.push(piece);
    } catch (error) {
      if (!(error instanceof TransportFault)) throw error;
    }
    return Buffer.concat(pieces).toString("utf8");
  }

  async *#pieces(answer: IncomingMessage, cap: number): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        this.#watch.heard();
        this.#received += piece.length;
        if (this.#received > cap) throw new TransportFault("too-large", `over ${cap} bytes`);
        yield new Uint8Array(piece);
      }
    } catch (error) {
      throw this.#watch.reason ?? transportFault(error);
    } finally {
      this.#watch.stop();
      answer.destroy();
    }
  }
}

/** Nothing the library or the environment wants to add is sent. */
function ownHeaders(options: TransportOptions): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "text/event-stream, application/json",
    "user-agent": options.userAgent,
  };
  if (options.apiKey === null) return headers;
  if (options.address.keyHeader === "api-key") headers["api-key"] = options.apiKey;
  else headers.authorization = `Bearer ${options.apiKey}`;
  return headers;
}

function headersOf(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = answer.rawHeaders.slice(index, index + 2);
    if (!/^(set-cookie|transfer-encoding|content-length)$/i.test(name)) headers.append(name, value.replace(/[^\x20-\xff]/g, " "));
  }
  return headers;
}
