import type { CapturedOutput } from "../../ports/sandbox.js";

/** Keeps the first quarter and the last three quarters of a byte budget, so a flood costs constant memory. */
export class OutputCapture {
  private readonly headLimit: number;
  private readonly tailLimit: number;
  private readonly headChunks: Buffer[] = [];
  private headBytes = 0;
  private tail: TailRing | null = null;
  private total = 0;

  constructor(limitBytes: number) {
    this.headLimit = Math.floor(limitBytes / 4);
    this.tailLimit = limitBytes - this.headLimit;
  }

  write(chunk: Buffer): void {
    this.total += chunk.length;
    const forHead = Math.min(chunk.length, this.headLimit - this.headBytes);
    if (forHead > 0) {
      this.headChunks.push(chunk.subarray(0, forHead));
      this.headBytes += forHead;
    }
    if (forHead < chunk.length) this.tailRing().write(chunk.subarray(forHead));
  }

  /** Something was left out. */
  get cut(): boolean {
    return this.total > this.headLimit + this.tailLimit;
  }

  result(): CapturedOutput {
    const tail = this.tail?.bytes() ?? Buffer.alloc(0);
    const omittedBytes = this.total - this.headBytes - tail.length;
    const head = Buffer.concat(this.headChunks);
    if (omittedBytes === 0) return { head: Buffer.concat([head, tail]).toString("utf8"), tail: "", omittedBytes, totalBytes: this.total };
    return { head: head.toString("utf8"), tail: tail.toString("utf8"), omittedBytes, totalBytes: this.total };
  }

  private tailRing(): TailRing {
    this.tail ??= new TailRing(this.tailLimit);
    return this.tail;
  }
}

const firstRingBytes = 64 * 1024;

/** The last bytes written, in one buffer that doubles until it has reached its limit. */
class TailRing {
  private readonly limit: number;
  private buffer: Buffer;
  private end = 0;
  private wrapped = false;

  constructor(limit: number) {
    this.limit = limit;
    this.buffer = Buffer.allocUnsafe(Math.min(limit, firstRingBytes));
  }

  write(chunk: Buffer): void {
    const rest = chunk.length > this.limit ? chunk.subarray(chunk.length - this.limit) : chunk;
    if (rest.length < chunk.length) this.wrapped = true;
    this.growFor(rest.length);
    const room = this.buffer.length - this.end;
    rest.copy(this.buffer, this.end, 0, Math.min(room, rest.length));
    if (rest.length <= room) {
      this.end += rest.length;
      return;
    }
    rest.copy(this.buffer, 0, room);
    this.end = rest.length - room;
    this.wrapped = true;
  }

  bytes(): Buffer {
    if (!this.wrapped) return this.buffer.subarray(0, this.end);
    return Buffer.concat([this.buffer.subarray(this.end), this.buffer.subarray(0, this.end)]);
  }

  private growFor(more: number): void {
    if (this.wrapped && this.buffer.length === this.limit) return;
    let size = this.buffer.length;
    while (size < this.limit && size < this.end + more) size = Math.min(this.limit, size * 2);
    if (size === this.buffer.length) return;
    const grown = Buffer.allocUnsafe(size);
    this.buffer.copy(grown, 0, 0, this.end);
    this.buffer = grown;
  }
}
