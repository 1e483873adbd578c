import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { indentAt, lineStart } from "../source/definition.js";
import type { MissingName } from "../source/missing-name.js";

/** How a name leaves its file: by a word before it, by an edit of the file, or without anything. */
export type WayOut = { readonly kind: "word"; readonly word: string } | { readonly kind: "edit"; readonly edit: TextEdit } | { readonly kind: "none" };

const none: WayOut = { kind: "none" };

/** The way the file's other names take; where it has none, the way the test asks for. Python needs none, and members go with their class. */
export function wayOut(file: SyntaxTree, { name, owner, loadedBy }: MissingName): WayOut {
  if (file.language === "python" || owner !== undefined) return none;
  if (file.root.namedChildren.some(({ type }) => type === "export_statement")) return { kind: "word", word: "export " };
  const given = file.root.namedChildren.flatMap((node) => exportsIn(node) ?? []).at(-1);
  if (given === undefined && loadedBy === "import") return { kind: "word", word: "export " };
  const list = given?.target === "module.exports" && given.value?.type === "object" ? given.value : undefined;
  if (list !== undefined) return { kind: "edit", edit: listEdit(file, list, name) };
  const target = given === undefined || given.target.startsWith("module.") ? "module.exports" : "exports";
  const end = file.text.trimEnd().length;
  const semicolon = given === undefined || given.statement.text.trimEnd().endsWith(";") ? ";" : "";
  return { kind: "edit", edit: { start: end, end: file.text.length, text: `\n${target}.${name} = ${name}${semicolon}\n` } };
}

interface Export {
  readonly statement: SyntaxNode;
  /** `module.exports`, `exports.a`. */
  readonly target: string;
  readonly value: SyntaxNode | undefined;
}

/** CommonJS: a statement that gives something to `module.exports` or a member of it. */
export function exportsIn(statement: SyntaxNode): Export | undefined {
  const [inner] = statement.type === "expression_statement" ? statement.namedChildren : [];
  const target = inner?.type === "assignment_expression" ? (inner.child("left")?.text ?? "") : "";
  return /^(?:module\.)?exports\b/.test(target) ? { statement, target, value: inner?.child("right") } : undefined;
}

function listEdit({ text }: SyntaxTree, list: SyntaxNode, name: string): TextEdit {
  const last = list.namedChildren.filter(({ type }) => type !== "comment").at(-1);
  if (last === undefined) return { start: list.start, end: list.end, text: `{ ${name} }` };
  const isOnOwnLine = text.slice(lineStart(text, last.start), last.start).trim() === "";
  return { start: last.end, end: last.end, text: isOnOwnLine ? `,\n${indentAt(text, last.start)}${name}` : `, ${name}` };
}
