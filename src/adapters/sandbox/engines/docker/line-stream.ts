import type { Readable } from "node:stream";

/** Reads a stream of lines and counted bytes in turn. Ends of the stream answer null. */
export class LineStream {
  private buffered: Buffer = Buffer.alloc(0);
  private ended = false;
  private wake: (() => void) | null = null;

  constructor(source: Readable) {
    source.on("data", (chunk: Buffer) => {
      this.buffered = this.buffered.length === 0 ? chunk : Buffer.concat([this.buffered, chunk]);
      this.wake?.();
    });
    const end = (): void => {
      this.ended = true;
      this.wake?.();
    };
    source.on("close", end);
    source.on("error", end);
  }

  async line(): Promise<string | null> {
    for (;;) {
      const at = this.buffered.indexOf(10);
      if (at >= 0)
        return this.take(at + 1)
          .subarray(0, -1)
          .toString("utf8");
      if (this.ended) return null;
      await this.more();
    }
  }

  async bytes(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0; ) {
      const part = this.take(Math.min(left, this.buffered.length));
      parts.push(part);
      left -= part.length;
      if (left > 0 && this.ended) return null;
      if (left > 0) await this.more();
    }
    return Buffer.concat(parts);
  }

  private take(count: number): Buffer {
    const taken = this.buffered.subarray(0, count);
    this.buffered = this.buffered.subarray(count);
    return taken;
  }

  private more(): Promise<void> {
    if (this.buffered.length > 0 && this.ended) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = () => {
        this.wake = null;
        resolve();
      };
    });
  }
}
