import type { CaseResult } from "../../../domain/case.js";
import { endless, type Frame } from "../../../domain/failure.js";
import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import type { FunctionContext } from "./context.js";

/** Lines of one function where a program that does not end was seen. */
export interface Round {
  readonly file: string;
  readonly lines: readonly number[];
}

/** Undefined unless nothing but going round for ever is to be mended. */
export function roundOf(failures: readonly CaseResult[]): Round | undefined {
  const [first, ...others] = failures;
  const [frame] = first?.failure?.frames ?? [];
  if (frame === undefined || [first, ...others].some((red) => red?.failure?.type !== endless)) return undefined;
  const isSame = (one: Frame): boolean => one.file === frame.file && one.function === frame.function;
  return { file: frame.file, lines: [...new Set((first?.failure?.frames ?? []).filter(isSame).map(({ line }) => line))] };
}

/** What an edit behind the loop can do for a program that never leaves it, one before it, and one in another function. */
const elsewhere = { behind: 0.05, before: 0.5, outside: 0.6 } as const;

/** How much an edit at a node may help a program out of its round, 0 to 1. */
export function reachOf({ file, lines }: Round, context: FunctionContext): (node: SyntaxNode) => number {
  const loop = context.file === file ? loopAround(context, lines) : undefined;
  if (loop === undefined) return () => elsewhere.outside;
  return (node) => (node.start >= loop.end ? elsewhere.behind : node.end <= loop.start ? elsewhere.before : 1);
}

/** The outermost loop of the function around all of the lines: from an inner one the program may come back. */
function loopAround(context: FunctionContext, lines: readonly number[]): SyntaxNode | undefined {
  return context.nodes.find((node) => {
    const { kind } = context.shape(node);
    const last = node.startRow + node.text.split("\n").length;
    return (kind === "while" || kind === "each" || kind === "count") && lines.every((line) => node.startRow < line && line <= last);
  });
}
