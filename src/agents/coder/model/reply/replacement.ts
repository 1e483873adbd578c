import type { SyntaxNode, SyntaxTree, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import type { Definition, Range } from "../source/definition.js";
import { definitionsIn } from "../source/read-definitions.js";
import { moved } from "./indentation.js";
import type { ParsedCode } from "./parse-code.js";
import { inFormOf } from "./script-shapes.js";

export interface Replacement {
  readonly trees: SyntaxTrees;
  readonly code: ParsedCode;
  readonly from: Definition;
  readonly to: Definition;
  /** Of the file's function. */
  readonly indent: string;
}

/** The reply's function as it stands in the file: at the file's depth, in the form and with the modifiers the file's function has. */
export function replacementOf({ trees, code, from, to, indent }: Replacement): string {
  const { tree } = code;
  switch (tree.language) {
    case "python": {
      const piece = from.node.parent?.type === "decorated_definition" ? from.node.parent : from.node;
      return withDocumentation(moved(tree, piece, indent), { piece, from, to });
    }
    case "javascript":
    case "typescript":
    case "tsx":
      return inFormOf(to, shiftedScript(trees, { code, from, indent }));
    case "go":
      return withReceiver(moved(tree, from.node, indent), from, to);
    case "rust":
      return newAttributes(tree, { from, to, indent }) + withModifiers(tree, { from, to, indent });
    case "java":
      return withModifiers(tree, { from, to, indent });
  }
}

/** A reply often leaves out what a function is documented to do; the file's words stay then. */
function withDocumentation(text: string, { piece, from, to }: { readonly piece: SyntaxNode; readonly from: Definition; readonly to: Definition }): string {
  const words = documentation(to.node);
  const first = from.node.child("body")?.namedChildren[0];
  if (words === undefined || first === undefined || documentation(from.node) !== undefined || first.startRow === from.node.startRow) return text;
  const lines = text.split("\n");
  const row = first.startRow - piece.startRow;
  const indent = /^[ \t]*/.exec(lines[row] ?? "")?.[0] ?? "";
  return [...lines.slice(0, row), indent + words.text, ...lines.slice(row)].join("\n");
}

function documentation(node: SyntaxNode): SyntaxNode | undefined {
  const first = node.child("body")?.namedChildren[0];
  return first?.type === "expression_statement" && first.namedChildren[0]?.type === "string" ? first : undefined;
}

/** The same function in a copy of the code where it stands at the file's depth; the order of the functions stays. */
function shiftedScript(trees: SyntaxTrees, { code, from, indent }: Pick<Replacement, "code" | "from" | "indent">): Definition {
  const { text, language } = code.tree;
  const shifted = trees.parse(language, text.slice(0, from.whole.start) + moved(code.tree, from.whole, indent) + text.slice(from.whole.end));
  return definitionsIn(shifted)[code.definitions.indexOf(from)] ?? from;
}

function withReceiver(text: string, from: Definition, to: Definition): string {
  const receiver = to.node.child("receiver");
  if (receiver === undefined || from.node.child("receiver") !== undefined) return text;
  return text.replace(/^func\s+/, () => `func ${receiver.text} `);
}

/** Decorators of the reply replace the file's; without any in the reply the file's stay. */
export function replacedRange(from: Definition, to: Definition): Range {
  const isDecorated = from.node.parent?.type === "decorated_definition";
  return isDecorated && to.node.parent?.type === "decorated_definition" ? { start: to.node.parent.start, end: to.core.end } : to.core;
}

/** Attributes the file's function does not have, above it. */
function newAttributes(tree: SyntaxTree, { from, to, indent }: Pick<Replacement, "from" | "to" | "indent">): string {
  const own = attributesOf(to);
  const fresh = attributesOf(from).filter((attribute) => !own.some((one) => one.text === attribute.text));
  return fresh.map((attribute) => `${moved(tree, attribute, indent)}\n${indent}`).join("");
}

function attributesOf({ node, whole }: Definition): SyntaxNode[] {
  return (node.parent?.namedChildren ?? []).filter((one) => one.type === "attribute_item" && one.start >= whole.start && one.end <= node.start);
}

/** The type a constant is declared with to hold a function, where the reply gives another. */
export function typeEdit(from: Definition, to: Definition): TextEdit | undefined {
  const [told, holder] = [from.node.parent?.child("type"), to.node.parent];
  if (from.form !== "value" || to.form !== "value" || told === undefined || holder?.type !== from.node.parent?.type) return undefined;
  const own = holder?.child("type");
  const name = holder?.child("name");
  if (own?.text === told.text || name === undefined) return undefined;
  return own === undefined ? { start: name.end, end: name.end, text: told.text } : { start: own.start, end: own.end, text: told.text };
}

/** `pub`, `public static`, annotations and the like stay, word by word, where the reply leaves them out. */
function withModifiers(tree: SyntaxTree, { from, to, indent }: Pick<Replacement, "from" | "to" | "indent">): string {
  const own = modifiersOf(to.node);
  const told = modifiersOf(from.node);
  if (own.words.length === 0) return moved(tree, from.node, indent);
  const rest = moved(tree, { start: told.end, end: from.node.end }, indent);
  const fresh = told.words.filter((word) => !own.words.includes(word));
  if (fresh.length === 0) return own.text + own.gap + rest;
  const isOnLines = `${own.text}${own.gap}${told.text}${told.gap}`.includes("\n");
  return merged(own.words, fresh)
    .map((word) => word + (word.startsWith("@") && isOnLines ? `\n${indent}` : " "))
    .join("")
    .concat(rest);
}

interface Modifiers {
  readonly words: readonly string[];
  /** As they stand. */
  readonly text: string;
  /** What stands between them and the rest. */
  readonly gap: string;
  readonly end: number;
}

function modifiersOf(node: SyntaxNode): Modifiers {
  const parts = node.children.filter(({ type }) => type === "visibility_modifier" || type === "modifiers" || type === "function_modifiers");
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return { words: [], text: "", gap: "", end: node.start };
  const words = parts.flatMap((part) => (part.type === "visibility_modifier" ? [part.text] : part.children.map(({ text }) => text)));
  const after = node.text.slice(last.end - node.start);
  const gap = /^\s*/.exec(after)?.[0] ?? " ";
  return { words, text: node.text.slice(first.start - node.start, last.end - node.start), gap, end: last.end + gap.length };
}

const access = /^(?:public|protected|private|pub\b.*)$/s;

/** The reply's words where both say something about the same thing: who may call, or one annotation. */
function merged(own: readonly string[], fresh: readonly string[]): string[] {
  const isTold = (word: string): boolean =>
    fresh.some((other) => (access.test(word) && access.test(other)) || (word.startsWith("@") && nameOf(word) === nameOf(other)));
  const all = [...own.filter((word) => !isTold(word)), ...fresh];
  return all.sort((one, other) => rank(one) - rank(other));
}

function nameOf(annotation: string): string {
  return annotation.replace(/\(.*$/s, "");
}

const order = ["@", "access", "abstract", "default", "static", "final", "synchronized", "native", "const", "async", "unsafe", "extern"];

function rank(word: string): number {
  const key = word.startsWith("@") ? "@" : access.test(word) ? "access" : (word.split(/\s/)[0] ?? word);
  const at = order.indexOf(key);
  return at < 0 ? order.length : at;
}
