import type { TextEncoding } from "./patch.js";

export interface SourceText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** A read-only look at a tree: relative paths with "/" separators, regular files only, no links followed, no `.git`. */
export interface FileView {
  /** Every readable regular file that is not ignored by the project, sorted. */
  paths(): readonly string[];
  has(path: string): boolean;
  /** Undefined when there is no such file, it cannot be read, or it is larger than the reader's cap. */
  read(path: string): SourceText | undefined;
}
