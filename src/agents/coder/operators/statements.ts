import type { SyntaxNode } from "../../../ports/syntax-trees.js";
import type { FunctionContext } from "./context.js";
import { lineAfter, lineStart } from "./layout.js";

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The whole lines of a statement when it has them to itself, else the statement alone. */
export function linesOf(text: string, node: SyntaxNode): TextRange {
  const start = lineStart(text, node.start);
  const end = lineAfter(text, node.end - (text[node.end - 1] === "\n" ? 1 : 0));
  const alone = /^\s*$/.test(text.slice(start, node.start)) && /^[;\s]*(?:#.*|\/\/.*)?$/.test(text.slice(node.end, end));
  return alone ? { start, end } : { start: node.start, end: node.end };
}

/** The text at another indentation: the first line's own is left to the caller. */
export function reindented(text: string, from: string, to: string): string {
  return text.replace(/\n([ \t]*)(?=\S)/g, (whole, indent: string) => (indent.startsWith(from) ? `\n${to}${indent.slice(from.length)}` : whole));
}

/** A statement's text as its own lines at `indent`. */
export function asLines(context: FunctionContext, node: SyntaxNode, indent: string): string {
  const layout = context.layout(node);
  const ending = context.dialect.words.statementEnd !== "" && context.text[node.end] === ";" && !node.text.endsWith(";") ? ";" : "";
  return `${indent}${reindented(node.text, layout.indent, indent)}${ending}${layout.newline}`;
}

/** Statements that do one thing and hold no block. */
export function isSimple(context: FunctionContext, node: SyntaxNode): boolean {
  return (
    context.dialect.isStatement(node) &&
    !node.text.includes("\n") &&
    !/^(?:if|for|while|def|class|function|try|with|switch|import|from|export|else)\b/.test(node.text) &&
    !node.text.startsWith("{")
  );
}

export function isDocumentation(context: FunctionContext, node: SyntaxNode): boolean {
  const first = node.namedChildren[0];
  return node.type === "expression_statement" && first !== undefined && context.shape(first).kind === "string";
}

/** The statements next to a statement in its block. */
export function siblings(context: FunctionContext, node: SyntaxNode): readonly SyntaxNode[] {
  return node.parent?.namedChildren.filter((child) => context.dialect.isStatement(child)) ?? [];
}
