const keptBefore = 8 * 1024;

/**
 * One stream of a container, cut at two lines: what comes before the first is kept as text for error messages, what lies between is handed on as bytes,
 * what comes after the last is dropped (it is from processes that outlived the command).
 */
export class GatedStream {
  before = "";
  isOpen = false;
  /** Resolves when the last line was seen: everything the command wrote has been handed on. */
  readonly finished: Promise<void>;
  private readonly start: Buffer;
  private readonly end: Buffer;
  private pending: Buffer = Buffer.alloc(0);
  private isFinished = false;
  private finish: () => void = () => undefined;
  private receive: (chunk: Buffer) => void = () => undefined;
  private opened: () => void = () => undefined;
  private readonly watchers: { readonly line: string; readonly seen: (value: true) => void }[] = [];

  constructor(lines: { readonly start: string; readonly end: string }) {
    this.start = Buffer.from(lines.start);
    this.end = Buffer.from(lines.end);
    this.finished = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** Resolves once the line was written before the first cut. */
  saw(line: string): Promise<true> {
    return new Promise((resolve) => {
      this.watchers.push({ line, seen: resolve });
    });
  }

  onOpen(receive: (chunk: Buffer) => void, opened: () => void): void {
    this.receive = receive;
    this.opened = opened;
  }

  write(chunk: Buffer): void {
    if (this.isFinished) return;
    const data = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    if (this.isOpen) this.passUntilEnd(data);
    else this.lookForStart(data);
  }

  /** To be called when the stream has ended: hands on what was held back as a possible beginning of the last line. */
  flush(): void {
    if (this.isOpen && !this.isFinished && this.pending.length > 0) this.receive(this.pending);
    this.pending = Buffer.alloc(0);
  }

  private lookForStart(data: Buffer): void {
    this.pending = data;
    const at = data.indexOf(this.start);
    this.before = data.subarray(0, at < 0 ? keptBefore : at).toString("utf8");
    for (const watcher of this.watchers) if (this.before.includes(watcher.line)) watcher.seen(true);
    if (at < 0) return;
    this.isOpen = true;
    this.opened();
    this.passUntilEnd(data.subarray(at + this.start.length));
  }

  private passUntilEnd(data: Buffer): void {
    const at = data.indexOf(this.end);
    const safe = at >= 0 ? at : data.length - this.heldBack(data);
    if (safe > 0) this.receive(data.subarray(0, safe));
    this.pending = data.subarray(safe);
    if (at < 0) return;
    this.isFinished = true;
    this.pending = Buffer.alloc(0);
    this.finish();
  }

  /** How many of the last bytes could begin the last line. */
  private heldBack(data: Buffer): number {
    const tail = data.subarray(Math.max(0, data.length - this.end.length + 1));
    for (let at = tail.indexOf(this.end[0] ?? 0); at >= 0; at = tail.indexOf(this.end[0] ?? 0, at + 1)) {
      if (tail.subarray(at).equals(this.end.subarray(0, tail.length - at))) return tail.length - at;
    }
    return 0;
  }
}
