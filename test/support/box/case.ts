import type { Bench } from "./bench.js";

/** One behaviour that every engine owes for every user. `number` is its place in the list of adversarial cases, null for what is not adversarial. */
export interface BoxCase {
  readonly name: string;
  readonly holds: (bench: Bench) => Promise<void>;
}
