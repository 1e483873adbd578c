/** Languages with a grammar. JSX is parsed with `javascript`. */
export type SyntaxLanguage = "python" | "javascript" | "typescript" | "tsx" | "go" | "rust" | "java";

/** A node of a concrete syntax tree; offsets are UTF-16 code units into the parsed text. */
export interface SyntaxNode {
  readonly type: string;
  readonly isNamed: boolean;
  readonly start: number;
  readonly end: number;
  /** 0-based. */
  readonly startRow: number;
  readonly text: string;
  readonly hasError: boolean;
  /** A function of any form, with or without a name. */
  readonly isFunction: boolean;
  readonly parent: SyntaxNode | undefined;
  readonly children: readonly SyntaxNode[];
  readonly namedChildren: readonly SyntaxNode[];
  /** Name of the field this node fills in its parent, e.g. "condition". */
  readonly fieldName: string | undefined;
  child(field: string): SyntaxNode | undefined;
  /** This node and every named one below it, in document order. */
  namedNodes(): Iterable<SyntaxNode>;
}

/** A function with a name of its own: that of its declaration, or of the variable, property or field it is given to. */
export interface NamedFunction {
  /** Qualified inside the file, e.g. "Parser.next". */
  readonly name: string;
  /** The last part of the name. */
  readonly own: string;
  /** Class, type or outer function it stands in; "" = none. */
  readonly owner: string;
  readonly node: SyntaxNode;
  /** Inside another function's body. */
  readonly isNested: "yes" | "no";
}

export interface SyntaxTree {
  readonly language: SyntaxLanguage;
  readonly text: string;
  readonly root: SyntaxNode;
  /** In document order; found when first asked for. */
  readonly functions: readonly NamedFunction[];
}

export interface SyntaxTrees {
  /** By file name extension, of the languages whose meaning operators and rules know (Python, JavaScript, TypeScript); undefined = none of them. */
  languageOf(path: string): SyntaxLanguage | undefined;
  /** By file name extension, of every language with a grammar: where functions stand is known, what their parts mean is not. */
  grammarOf(path: string): SyntaxLanguage | undefined;
  /** Grammars are loaded once and lazily. */
  load(language: SyntaxLanguage): Promise<void>;
  /** Synchronous once the language is loaded. A text with syntax errors still gives a tree: see `hasError`. */
  parse(language: SyntaxLanguage, text: string): SyntaxTree;
}
