/** One moment of a function on the failing input. */
export interface TraceStep {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly function: string;
  readonly event: "call" | "line" | "return" | "throw";
  /** Arguments at a call, locals at a line, one entry "return" or "throw" at the end; texts as the language prints them, capped. */
  readonly values: Readonly<Record<string, string>>;
}

/** Recorded values of located functions on one failing case: the first and the last steps. */
export interface ValueTrace {
  readonly first: readonly TraceStep[];
  readonly last: readonly TraceStep[];
  /** Steps between them that were left out. */
  readonly omitted: number;
}
