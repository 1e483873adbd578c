import type { Answer } from "./state.js";

/** Something that goes wrong with the next matching requests. */
export type Fault = {
  readonly method: string;
  readonly path: RegExp;
  /** How many matching requests it hits; default 1. */
  readonly times?: number;
} & (
  | { readonly kind: "drop-after" }
  | { readonly kind: "drop-before" }
  | { readonly kind: "answer-after"; readonly answer: Answer }
  | { readonly kind: "answer"; readonly answer: Answer }
);

export class Faults {
  readonly #armed: { fault: Fault; left: number }[] = [];

  arm(fault: Fault): void {
    this.#armed.push({ fault, left: fault.times ?? 1 });
  }

  /** Uses up one hit of the first armed fault that matches. */
  take(method: string, path: string): Fault | undefined {
    const hit = this.#armed.find((armed) => armed.left > 0 && armed.fault.method === method && armed.fault.path.test(path));
    if (hit === undefined) return undefined;
    hit.left -= 1;
    return hit.fault;
  }

  /** Faults that were armed and never hit: a test that leaves some shows nothing. */
  unused(): number {
    return this.#armed.filter((armed) => armed.left > 0).length;
  }
}
