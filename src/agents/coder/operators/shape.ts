import type { SyntaxNode } from "../../../ports/syntax-trees.js";

export type BinaryFamily = "comparison" | "logical" | "arithmetic";

/** What a node is, in words that hold for every language: operators are written over shapes, never over grammar types. */
export type Shape =
  | {
      readonly kind: "binary";
      readonly family: BinaryFamily;
      readonly left: SyntaxNode;
      readonly operator: SyntaxNode;
      readonly right: SyntaxNode;
      readonly chained: boolean;
    }
  | { readonly kind: "not"; readonly operand: SyntaxNode }
  | { readonly kind: "sign"; readonly operand: SyntaxNode }
  | { readonly kind: "group"; readonly inner: SyntaxNode }
  | { readonly kind: "number" }
  /** `open` and `close` are the delimiters as written; `plain` is false when the content has escapes or substitutions. */
  | { readonly kind: "string"; readonly open: string; readonly close: string; readonly content: string; readonly plain: boolean }
  | { readonly kind: "pattern" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "nothing" }
  | { readonly kind: "name" }
  | { readonly kind: "member"; readonly object: SyntaxNode; readonly property: SyntaxNode; readonly optional: boolean }
  | { readonly kind: "index"; readonly object: SyntaxNode; readonly index: SyntaxNode }
  | { readonly kind: "slice"; readonly from: SyntaxNode | undefined; readonly to: SyntaxNode | undefined; readonly step: SyntaxNode | undefined }
  /** `method` and `receiver` are there for `receiver.method(...)`. `list` is the argument list with its brackets. */
  | {
      readonly kind: "call";
      readonly callee: SyntaxNode;
      readonly name: string;
      readonly method: SyntaxNode | undefined;
      readonly receiver: SyntaxNode | undefined;
      readonly list: SyntaxNode;
      readonly args: readonly SyntaxNode[];
      readonly constructs: boolean;
    }
  /** A list, array, tuple, set or bare expression list. */
  | { readonly kind: "list"; readonly items: readonly SyntaxNode[]; readonly brackets: string }
  | { readonly kind: "dictionary" }
  | { readonly kind: "ternary"; readonly condition: SyntaxNode; readonly whenTrue: SyntaxNode; readonly whenFalse: SyntaxNode }
  | { readonly kind: "function"; readonly name: SyntaxNode | undefined; readonly parameters: readonly SyntaxNode[]; readonly body: SyntaxNode }
  /** A plain or compound assignment or a declaration with a value; `operator` is the `=` or `+=` token. */
  | { readonly kind: "assign"; readonly target: SyntaxNode; readonly operator: SyntaxNode; readonly value: SyntaxNode; readonly compound: boolean }
  | { readonly kind: "return"; readonly value: SyntaxNode | undefined }
  | { readonly kind: "if"; readonly condition: SyntaxNode; readonly then: SyntaxNode; readonly otherwise: SyntaxNode | undefined; readonly chained: boolean }
  | { readonly kind: "filter"; readonly condition: SyntaxNode }
  | { readonly kind: "while"; readonly condition: SyntaxNode; readonly body: SyntaxNode }
  | { readonly kind: "each"; readonly variable: SyntaxNode; readonly iterable: SyntaxNode; readonly body: SyntaxNode | undefined }
  | { readonly kind: "count"; readonly initial: SyntaxNode | undefined; readonly condition: SyntaxNode | undefined; readonly body: SyntaxNode }
  | { readonly kind: "jump"; readonly word: "break" | "continue" }
  | { readonly kind: "block"; readonly statements: readonly SyntaxNode[] }
  | { readonly kind: "comprehension"; readonly body: SyntaxNode }
  | { readonly kind: "await"; readonly operand: SyntaxNode }
  | { readonly kind: "import" }
  | { readonly kind: "other" };

export type ShapeKind = Shape["kind"];

/** Whoever knows the shapes of a tree's nodes. */
export interface ShapeReader {
  shape(node: SyntaxNode): Shape;
}
