import type { Definition } from "../source/definition.js";

/** A function of the reply and the one of the file whose place it takes. */
export interface Pair {
  readonly from: Definition;
  readonly to: Definition;
}

/** The first of the functions that are replaced, as it stands in the file. */
export function firstOf(replaced: readonly Pair[]): Definition | undefined {
  return replaced.map(({ to }) => to).sort((one, other) => one.core.start - other.core.start)[0];
}
