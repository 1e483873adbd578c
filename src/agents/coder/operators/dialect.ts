import type { SyntaxLanguage, SyntaxNode } from "../../../ports/syntax-trees.js";
import type { Shape } from "./shape.js";

export type ValueKind = "number" | "string" | "list" | "boolean" | "map" | "function" | "unknown";

/** How a language spells what operators write. All arguments are expression texts; operands that need brackets come bracketed. */
export interface Words {
  readonly and: string;
  readonly or: string;
  readonly equal: string;
  readonly unequal: string;
  readonly nothing: string;
  readonly true: string;
  readonly false: string;
  readonly statementEnd: string;
  /** Alternatives of each operator token, likeliest first. */
  readonly comparisons: Readonly<Record<string, readonly string[]>>;
  readonly arithmetic: Readonly<Record<string, readonly string[]>>;
  readonly compound: Readonly<Record<string, readonly string[]>>;
  readonly logical: Readonly<Record<string, string>>;
  /** Names that are easily taken for each other. */
  readonly siblings: readonly (readonly string[])[];
  not(operand: string): string;
  length(value: string): string;
  last(value: string): string;
  /** Conversions and normalisations by the kind of value they give: expression text to expression text. */
  readonly wrappers: readonly Wrapper[];
  /** Statement text without indentation; `inner` statements are indented by `step`. */
  guard(condition: string, statement: string, layout: Layout): string;
  readonly emptyValues: readonly string[];
  /** Condition texts for "this value is missing or empty". */
  missing(value: string, kind: ValueKind): readonly string[];
  ternary(condition: string, whenTrue: string, whenFalse: string): string;
}

export interface Wrapper {
  readonly name: string;
  readonly takes: readonly ValueKind[];
  readonly gives: ValueKind;
  readonly weight: number;
  wrap(value: string): string;
}

export interface Layout {
  readonly indent: string;
  readonly step: string;
  readonly newline: string;
}

/** One language as operators see it. */
export interface Dialect {
  readonly family: "python" | "javascript";
  readonly languages: readonly SyntaxLanguage[];
  readonly words: Words;
  shape(node: SyntaxNode): Shape;
  /** Whole statements, as they stand in a block or at top level. */
  isStatement(node: SyntaxNode): boolean;
  /** Names a node declares: targets, parameters, loop variables, imports. */
  declares(node: SyntaxNode): readonly Declaration[];
  /** The node inside which names declared by `node` can be seen. */
  scopeOf(node: SyntaxNode): SyntaxNode;
  /** Kind of value from an annotation text such as `: int` or `: string[]`. */
  annotated(annotation: string): ValueKind;
  /** Names that need no declaration. */
  readonly builtins: readonly string[];
  /** Modules that come with the language, for languages that name them in imports. */
  readonly libraries: readonly string[];
  /** Attributes and methods of the language's own values. */
  readonly members: readonly string[];
  /** Kind of what a call of this name gives. */
  callGives(name: string): ValueKind;
}

export interface Declaration {
  readonly name: SyntaxNode;
  readonly role: "parameter" | "variable" | "loop" | "function" | "import";
  readonly value: SyntaxNode | undefined;
  readonly annotation: string | undefined;
  /** True when `value` is iterated over rather than assigned. */
  readonly element: boolean;
}
