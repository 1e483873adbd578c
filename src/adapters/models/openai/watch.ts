import { TransportFault } from "./faults.js";

/** Milliseconds. */
export interface TimeOuts {
  /** Until the connection stands, its encryption included. */
  readonly connect: number;
  /** From then until the first word of an answer, and between signs of life before it: reading a long prompt takes a small machine minutes. */
  readonly silent: number;
  /** Between two pieces of an answer. */
  readonly idle: number;
  /** The whole call. */
  readonly total: number;
}

export const defaultTimeOuts: TimeOuts = { connect: 15_000, silent: 300_000, idle: 60_000, total: 600_000 };

/** Ends a call that takes too long in one of its stretches, or whose caller gave up. */
export class Watch {
  readonly #timeOuts: TimeOuts;
  readonly #signal: AbortSignal | null;
  readonly #total: NodeJS.Timeout;
  #stretch: NodeJS.Timeout;
  #end: (reason: Error) => void = () => undefined;
  #reason: Error | undefined;
  #stopped = false;
  #isAnswering = false;

  constructor(timeOuts: TimeOuts, signal: AbortSignal | null) {
    this.#timeOuts = timeOuts;
    this.#signal = signal;
    this.#total = setTimeout(() => this.#finish(new TransportFault("total", `${timeOuts.total} ms`)), timeOuts.total);
    this.#stretch = this.#after(timeOuts.connect, "connect-timeout");
    signal?.addEventListener("abort", this.#aborted, { once: true });
  }

  /** Why the watch ended the call; undefined = it did not. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  onEnd(end: (reason: Error) => void): void {
    this.#end = end;
    if (this.#signal?.aborted === true) this.#aborted();
  }

  connected(): void {
    this.#next(this.#timeOuts.silent, "silent");
  }

  heard(): void {
    if (this.#isAnswering) this.#next(this.#timeOuts.idle, "idle");
    else this.#next(this.#timeOuts.silent, "silent");
  }

  /** What is heard from now on is an answer. Many servers send a head, an empty first piece or comments before they have read the prompt. */
  answering(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.heard();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#total);
    clearTimeout(this.#stretch);
    this.#signal?.removeEventListener("abort", this.#aborted);
  }

  #next(ms: number, kind: "silent" | "idle"): void {
    if (this.#stopped) return;
    clearTimeout(this.#stretch);
    this.#stretch = this.#after(ms, kind);
  }

  #after(ms: number, kind: "connect-timeout" | "silent" | "idle"): NodeJS.Timeout {
    return setTimeout(() => this.#finish(new TransportFault(kind, `${ms} ms`)), ms);
  }

  readonly #aborted = (): void => {
    this.#finish(new DOMException("The caller gave up.", "AbortError"));
  };

  #finish(reason: Error): void {
    if (this.#stopped) return;
    this.#reason = reason;
    this.stop();
    this.#end(reason);
  }
}
