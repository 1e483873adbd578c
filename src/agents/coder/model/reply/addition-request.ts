import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { Pair } from "./pair.js";
import type { ParsedCode } from "./parse-code.js";
import type { Wanted } from "./wanted.js";

/** What an addition is looked for in, and what it is to go with. */
export interface AdditionRequest {
  readonly file: SyntaxTree;
  readonly code: ParsedCode;
  readonly replaced: readonly Pair[];
  /** Other places of the file that change. */
  readonly changed: readonly SyntaxNode[];
  /** Names the new code uses. */
  readonly used: ReadonlySet<string>;
  /** What is asked for and not there yet. */
  readonly wanted?: Wanted | undefined;
}
