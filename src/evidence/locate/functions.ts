import type { SyntaxTree } from "../../ports/syntax-trees.js";

/** A function with a name of its own, or everything outside of functions ("<module>"). */
export interface FunctionRange {
  /** Qualified inside the file, e.g. "Parser.next". */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly startLine: number;
  readonly endLine: number;
  /** First line of the body: merely defining a function executes the lines before. */
  readonly bodyLine: number;
}

export const MODULE = "<module>";

/** Named functions in document order. */
export function functionsIn({ text, functions }: SyntaxTree): FunctionRange[] {
  return functions.map(({ name, node }) => {
    const body = node.child("body");
    return { name, ...range(text, node.start, node.end), bodyLine: (body?.namedChildren[0]?.startRow ?? body?.startRow ?? node.startRow) + 1 };
  });
}

export function moduleRange(tree: SyntaxTree): FunctionRange {
  return { name: MODULE, ...range(tree.text, 0, tree.text.length), bodyLine: 1 };
}

function range(text: string, start: number, end: number): Pick<FunctionRange, "start" | "end" | "startLine" | "endLine"> {
  return { start, end, startLine: lineAt(text, start), endLine: lineAt(text, Math.max(start, end - 1)) };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** The innermost function that has the line in it. */
export function functionAt(functions: readonly FunctionRange[], line: number): FunctionRange | undefined {
  return functions.filter((one) => one.startLine <= line && line <= one.endLine).sort((left, right) => left.end - left.start - (right.end - right.start))[0];
}
