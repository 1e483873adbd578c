import type { Suspect } from "../../../domain/suspect.js";
import type { SyntaxTree } from "../../../ports/syntax-trees.js";
import type { Dialect } from "./dialect.js";

/** What the project's own modules are called and offer. */
export interface ProjectModules {
  /** Names a module defines at its top level; undefined = not a module of the project. */
  names(specifier: string, from: string): readonly string[] | undefined;
  /** Ways to spell a module of the project that are close to a specifier which leads nowhere. */
  alternatives(specifier: string, from: string): readonly string[];
}

/** A parsed file with what its functions share. */
export interface ContextPlace {
  readonly dialect: Dialect;
  readonly file: string;
  readonly tree: SyntaxTree;
  readonly modules: ProjectModules;
  /** Ranges of the file's other suspects. */
  readonly others: readonly Suspect[];
}
