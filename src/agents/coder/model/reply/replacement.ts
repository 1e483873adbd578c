import type { SyntaxNode, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { Definition } from "../source/definition.js";
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
    case "java":
      return withModifiers(moved(tree, from.node, indent), from, to);
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
  return text.replace(/^func\s+/, `func ${receiver.text} `);
}

/** `pub`, `public static` and the like stay where the reply leaves them out. */
function withModifiers(text: string, from: Definition, to: Definition): string {
  const own = modifiersOf(to);
  return own === undefined || modifiersOf(from) !== undefined ? text : `${own} ${text}`;
}

function modifiersOf({ node }: Definition): string | undefined {
  const parts = node.children.filter(({ type }) => type === "visibility_modifier" || type === "modifiers" || type === "function_modifiers");
  return parts.length === 0 ? undefined : parts.map((part) => part.text).join(" ");
}
