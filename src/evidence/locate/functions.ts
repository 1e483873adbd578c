import type { SyntaxNode, SyntaxTree } from "../../ports/syntax-trees.js";
import { namedNodes } from "./syntax-walk.js";

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

const FUNCTIONS = new Set([
  "function_definition",
  "function_declaration",
  "generator_function_declaration",
  "method_definition",
  "function_expression",
  "generator_function",
  "arrow_function",
  "function",
  // Go and Java, Java, Rust
  "method_declaration",
  "constructor_declaration",
  "function_item",
]);
const CLASSES = new Set([
  "class_definition",
  "class_declaration",
  "class",
  "abstract_class_declaration",
  "interface_declaration",
  "enum_declaration",
  "record_declaration",
  "impl_item",
  "trait_item",
  "mod_item",
]);

/** Named functions in document order; nameless ones belong to what they stand in. */
export function functionsIn(tree: SyntaxTree): FunctionRange[] {
  const found: FunctionRange[] = [];
  for (const node of namedNodes(tree.root)) {
    const name = FUNCTIONS.has(node.type) ? functionName(node) : undefined;
    if (name === undefined) continue;
    const body = node.child("body");
    const qualified = [...owners(node), name].join(".");
    found.push({
      name: qualified,
      ...range(tree.text, node.start, node.end),
      bodyLine: (body?.namedChildren[0]?.startRow ?? body?.startRow ?? node.startRow) + 1,
    });
  }
  return found;
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

/** Its own name, or that of the variable, property or field it is given to. */
function functionName(node: SyntaxNode): string | undefined {
  const own = node.child("name");
  if (own !== undefined) return own.text;
  const holder = node.parent;
  if (holder === undefined) return undefined;
  if (holder.type === "variable_declarator" || holder.type === "public_field_definition" || holder.type === "field_definition")
    return (holder.child("name") ?? holder.child("property"))?.text;
  if (holder.type === "pair") return holder.child("key")?.text;
  if (holder.type === "assignment_expression" && holder.child("right")?.start === node.start)
    return holder.child("left")?.text.replace(/^(?:module\.)?exports\./, "");
  return undefined;
}

function owners(node: SyntaxNode): string[] {
  const names = receiverType(node);
  for (let at = node.parent; at !== undefined; at = at.parent) {
    const name = CLASSES.has(at.type)
      ? (at.child("name") ?? at.child("type"))?.text.replace(/<.*$/s, "")
      : FUNCTIONS.has(at.type)
        ? functionName(at)
        : undefined;
    if (name !== undefined) names.unshift(name);
  }
  return names;
}

/** Go: the type a method belongs to stands in its head. */
function receiverType(node: SyntaxNode): string[] {
  const type = /\*?\s*([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*\)$/.exec(node.child("receiver")?.text ?? "")?.[1];
  return type === undefined ? [] : [type];
}

/** The innermost function that has the line in it. */
export function functionAt(functions: readonly FunctionRange[], line: number): FunctionRange | undefined {
  return functions.filter((one) => one.startLine <= line && line <= one.endLine).sort((left, right) => left.end - left.start - (right.end - right.start))[0];
}
