import type { Socket } from "node:net";

export interface ReceivedRequest {
  readonly method: string;
  /** As in the first line: a path, for a proxy an address. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes on the wire. */
  readonly length: number;
}

/** Null = not all of it has come. */
export function readRequest(bytes: Buffer): ReceivedRequest | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]));
  const bodyLength = Number(headers["content-length"] ?? 0);
  if (bytes.length < end + 4 + bodyLength) return null;
  const [method = "", target = ""] = first.split(" ");
  return { method, target, headers, body: bytes.subarray(end + 4, end + 4 + bodyLength).toString("utf8"), length: end + 4 + bodyLength };
}

/** One request and the means to answer it, rightly or not. */
export class Exchange {
  readonly request: ReceivedRequest;
  readonly #socket: Socket;

  constructor(request: ReceivedRequest, socket: Socket) {
    this.request = request;
    this.#socket = socket;
  }

  get json(): Record<string, unknown> {
    return JSON.parse(this.request.body) as Record<string, unknown>;
  }

  get open(): boolean {
    return this.#socket.writable && !this.#socket.destroyed;
  }

  /** Resolves once the client has hung up. */
  get hungUp(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) resolve();
      else this.#socket.once("close", () => resolve());
    });
  }

  raw(text: string | Uint8Array): void {
    if (this.open) this.#socket.write(text);
  }

  end(): void {
    this.#socket.end();
  }

  /** Cuts the connection with a TCP reset. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  head(status: number, headers: Readonly<Record<string, string>>): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    this.raw([`HTTP/1.1 ${status} ${status < 300 ? "OK" : "Trouble"}`, ...lines, "connection: close", "", ""].join("\r\n"));
  }

  whole(status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
    this.head(status, { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers });
    this.raw(body);
    this.end();
  }

  /** Opens a stream of server-sent events, sent in HTTP chunks. */
  openStream(): void {
    this.head(200, { "content-type": "text/event-stream; charset=utf-8", "transfer-encoding": "chunked" });
  }

  piece(text: string): void {
    this.raw(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  }

  event(data: unknown): void {
    this.piece(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }

  /** The end of a stream as it should be. */
  closeStream(): void {
    this.event("[DONE]");
    this.raw("0\r\n\r\n");
    this.end();
  }
}
