/** What a test demands of one call: the same call must give this, whenever it is made. */
export interface Expectation {
  readonly file: string;
  /** Own title of the test, as the runner reports it. */
  readonly test: string;
  /** 1-based. */
  readonly line: number;
  /** The call with names resolved to what they were imported from, in one spelling. */
  readonly call: string;
  /** The call as the test spells it. */
  readonly shownCall: string;
  readonly expected: Expected;
}

/** `truth`: only truthiness is demanded; `raises`: that the call does not come back, by an exception of that name. */
export type Expected =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "truth"; readonly text: "true" | "false" }
  | { readonly kind: "raises"; readonly text: string };

/** Can the two not both hold? One exception may be a kind of another. */
export function contradict(left: Expected, right: Expected): boolean {
  if (left.kind === "raises" || right.kind === "raises") return left.kind !== right.kind;
  if (left.kind !== right.kind || left.text === right.text) return false;
  // Escapes may spell one text in two ways.
  return !left.text.includes("\\") && !right.text.includes("\\");
}
