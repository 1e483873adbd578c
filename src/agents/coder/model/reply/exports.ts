import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { indentAt, lineStart } from "../source/definition.js";
import type { MissingName } from "../source/missing-name.js";
import { isClosing } from "./closing.js";

/** How a name leaves its file: by a word before it, by an edit of the file, or without anything. `word`: "" takes a word of the reply away. */
export type WayOut = { readonly kind: "word"; readonly word: string } | { readonly kind: "edit"; readonly edit: TextEdit };

const plain: WayOut = { kind: "word", word: "" };
const exported: WayOut = { kind: "word", word: "export " };

/**
 * The way the file's other names take; where it has none, the way the test asks for. Python needs none, and members go with their class.
 * @param valid where the name can be used: everywhere, as a function that is declared, or only below the place where it stands
 */
export function wayOut(file: SyntaxTree, missing: MissingName, valid: "everywhere" | "below"): WayOut {
  const { name, owner } = missing;
  if (file.language === "python" || owner !== undefined) return plain;
  const given = file.root.namedChildren.flatMap((node) => exportsIn(node) ?? []).at(-1);
  const isCommonJs = isCommon(file, missing, given);
  const list = missing.loadedBy === "default" || isCommonJs ? listOf(file, missing.loadedBy) : undefined;
  if (list !== undefined && (valid === "everywhere" || isClosing(file, list.statement))) return { kind: "edit", edit: listEdit(file, list.value, name) };
  if (!isCommonJs) return exported;
  const target = given === undefined || given.target.startsWith("module.") ? "module.exports" : "exports";
  const end = file.text.trimEnd().length;
  const semicolon = given === undefined || given.statement.text.trimEnd().endsWith(";") ? ";" : "";
  return { kind: "edit", edit: { start: end, end, text: `\n${target}.${name} = ${name}${semicolon}` } };
}

/** Whether the file is a CommonJS module. */
function isCommon(file: SyntaxTree, { file: path, loadedBy }: MissingName, given: Export | undefined): boolean {
  if (/\.m[jt]sx?$/.test(path) || file.root.namedChildren.some(({ type }) => type === "export_statement")) return false;
  return given !== undefined || /\.c[jt]s$/.test(path) || loadedBy === "require";
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
  let target = inner?.type === "assignment_expression" ? (inner.child("left")?.text ?? "") : "";
  if (!/^(?:module\.)?exports\b/.test(target)) return undefined;
  let value = inner?.child("right");
  // `exports = module.exports = {}`
  for (; value?.type === "assignment_expression"; value = value.child("right")) target = value.child("left")?.text ?? target;
  return { statement, target, value };
}

/** The object whose members are what the file gives: of `module.exports`, or of `export default`. */
export function listOf({ root }: SyntaxTree, loadedBy: MissingName["loadedBy"]): { readonly statement: SyntaxNode; readonly value: SyntaxNode } | undefined {
  const lists = root.namedChildren.flatMap((statement) => {
    const own = exportsIn(statement);
    const isDefault = loadedBy === "default" && statement.type === "export_statement";
    const value = own?.target === "module.exports" ? own.value : isDefault ? statement.child("value") : undefined;
    return value?.type === "object" ? [{ statement, value }] : [];
  });
  return lists.at(-1);
}

/** Puts a name, or a whole member, behind the last of an object. */
export function listEdit({ text }: SyntaxTree, list: SyntaxNode, name: string): TextEdit {
  const last = list.namedChildren.filter(({ type }) => type !== "comment").at(-1);
  if (last === undefined) return emptyListEdit(list, name);
  if (text.slice(lineStart(text, last.start), last.start).trim() !== "") return { start: last.end, end: last.end, text: `, ${name}` };
  // A comment on the line of the last name is about that name.
  const [rest = "", comma = "", comment = ""] = /^(,?)([ \t]*(?:\/\/[^\n]*)?)/.exec(text.slice(last.end)) ?? [];
  return { start: last.end, end: last.end + rest.length, text: `,${comment}\n${indentAt(text, last.start)}${name}${comma}` };
}

function emptyListEdit(list: SyntaxNode, name: string): TextEdit {
  const isBare = list.text.slice(1, -1).trim() === "";
  return isBare ? { start: list.start, end: list.end, text: `{ ${name} }` } : { start: list.start + 1, end: list.start + 1, text: `\n  ${name},` };
}
