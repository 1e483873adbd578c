/** A function that may hold the fault. Lines are only a hint inside it. */
export interface Suspect {
  readonly file: string;
  /** Qualified inside the file, e.g. "Parser.next"; "<module>" for code outside any function. */
  readonly function: string;
  /** Offsets into the file's text (UTF-16 code units). */
  readonly start: number;
  readonly end: number;
  /** 1-based lines. */
  readonly startLine: number;
  readonly endLine: number;
  /** 0 to 1, higher is more suspicious. */
  readonly score: number;
  readonly because: string;
  /** Lines the failing cases executed or named inside the function, most suspicious first. */
  readonly hotLines: readonly number[];
}
