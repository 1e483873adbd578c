import type { Definition } from "../source/definition.js";

/** A function of the reply and the one of the file whose place it takes. */
export interface Pair {
  readonly from: Definition;
  readonly to: Definition;
}
