import type { NamedFunction } from "../../../../ports/syntax-trees.js";

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A named function as it stands in a file. Offsets are UTF-16 code units. */
export interface Definition extends NamedFunction {
  /** The function alone. */
  readonly core: Range;
  /** With decorators, `export`, `const name =` or attributes. */
  readonly whole: Range;
  /** How it gets its name: by itself, as a member of a class or object, or as the value something is given. */
  readonly form: "declaration" | "member" | "value";
}

/** Whether a range lies inside another, or is the same. */
export function holds(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Start of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Blanks before `offset` on its line; everything before it must be blank. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}
