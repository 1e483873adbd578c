import type { SyntaxLanguage } from "../../ports/syntax-trees.js";

/** The function a Tester may call, as the failing test reaches it. No place for a patch: a Tester judges what was asked for. */
export interface TesterTarget {
  readonly language: SyntaxLanguage;
  /** Spellings by which the failing test calls it, e.g. `half`, `calc.half`. */
  readonly callees: readonly string[];
  /** Names the test file takes from the project; calls may build arguments with them. */
  readonly names: readonly string[];
  /** The file that head and documentation were read from; undefined = they were not found. */
  readonly file: string | undefined;
  /** Head of the function, without its body; "" when it was not found. */
  readonly signature: string;
  readonly docstring: string | undefined;
}
