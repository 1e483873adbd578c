import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import type { TextEdit } from "../text-edits.js";
import type { FunctionContext } from "./context.js";
import type { Shape, ShapeKind } from "./shape.js";

/** One way to change a site. */
export interface Draft {
  /** In any order, never overlapping. */
  readonly edits: readonly TextEdit[];
  /** 0 to 1: how likely this alternative is among those of its operator. */
  readonly weight: number;
}

/** A place an operator may change, with its shape and everything known of the function around it. */
export interface Site {
  readonly node: SyntaxNode;
  readonly shape: Shape;
  readonly context: FunctionContext;
}

/** A row of the table: a general class of small mistakes and how each is undone. */
export interface Operator {
  readonly name: string;
  /** Share of its candidates that were whole fixes where this was measured: fixes per 1,000 candidates, smoothed. */
  readonly yield: number;
  readonly family?: "python" | "javascript";
  /** The shapes it looks at; undefined = every named node. */
  readonly on?: readonly ShapeKind[];
  drafts(site: Site): Iterable<Draft>;
}

export function edit(node: { readonly start: number; readonly end: number }, text: string, weight = 1): Draft {
  return { edits: [{ start: node.start, end: node.end, text }], weight };
}

export function insert(at: number, text: string, weight = 1): Draft {
  return { edits: [{ start: at, end: at, text }], weight };
}

/** Weight of the n-th alternative of an ordered list, counted from 0. */
export function byRank(rank: number): number {
  return 1 / (1 + 0.6 * rank);
}
