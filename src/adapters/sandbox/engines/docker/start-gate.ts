const keptBefore = 8 * 1024;

/** Splits a stream at a line: what comes before is kept as text for error messages, what comes after is handed on as bytes. */
export class StartGate {
  before = "";
  isOpen = false;
  private readonly line: Buffer;
  private pending: Buffer = Buffer.alloc(0);
  private receive: ((chunk: Buffer) => void) | null = null;
  private opened: (() => void) | null = null;
  private readonly watchers: { readonly line: string; readonly seen: (value: boolean) => void }[] = [];

  constructor(line: string) {
    this.line = Buffer.from(`${line}\n`);
  }

  /** True once the line was written before the gate opened. */
  saw(line: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.watchers.push({ line: `${line}\n`, seen: resolve });
    });
  }

  open(receive: (chunk: Buffer) => void, opened?: () => void): void {
    this.receive = receive;
    this.opened = opened ?? null;
  }

  write(chunk: Buffer): void {
    if (this.isOpen) {
      this.receive?.(chunk);
      return;
    }
    this.pending = Buffer.concat([this.pending, chunk]);
    const at = this.pending.indexOf(this.line);
    this.before = this.pending.subarray(0, at < 0 ? keptBefore : at).toString("utf8");
    for (const watcher of this.watchers) if (this.before.includes(watcher.line)) watcher.seen(true);
    if (at >= 0) this.pass(this.pending.subarray(at + this.line.length));
  }

  private pass(rest: Buffer): void {
    this.isOpen = true;
    this.pending = Buffer.alloc(0);
    this.opened?.();
    if (rest.length > 0) this.receive?.(rest);
  }
}
