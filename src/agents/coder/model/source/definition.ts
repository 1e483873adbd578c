import type { SyntaxNode } from "../../../../ports/syntax-trees.js";

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A named function as it stands in a file. Offsets are UTF-16 code units. */
export interface Definition {
  /** Qualified inside the file, e.g. "Parser.next". */
  readonly name: string;
  /** The last part of the name. */
  readonly own: string;
  /** Class, type or outer function it stands in; "" = none. */
  readonly owner: string;
  readonly node: SyntaxNode;
  /** The function alone. */
  readonly core: Range;
  /** With decorators, `export`, `const name =` or attributes. */
  readonly whole: Range;
  /** How it gets its name: by itself, as a member of a class or object, or as the value something is given. */
  readonly form: "declaration" | "member" | "value";
  /** Inside another function's body. */
  readonly isNested: "yes" | "no";
}

/** Named nodes in document order. */
export function* namedNodes(root: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...node.namedChildren.toReversed());
  }
}

/** Start of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Blanks before `offset` on its line; everything before it must be blank. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}
