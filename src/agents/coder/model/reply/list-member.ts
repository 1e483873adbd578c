import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { bindingsIn, declarationIn } from "../source/bindings.js";
import { indentAt } from "../source/definition.js";
import type { MissingName } from "../source/missing-name.js";
import { exportsIn, listEdit, listOf } from "./exports.js";
import { moved } from "./indentation.js";
import { WRAPPER } from "./parse-code.js";

/** JavaScript: what is asked for as a member of an object, `join(parts) {}` or `join: …`, where the reply gives it inside one or bare. */
export function listMember(code: SyntaxTree, { name, owner }: MissingName): SyntaxNode | undefined {
  if (owner !== undefined || code.language === "python") return undefined;
  const members = [...code.root.namedNodes()].filter(({ type }) => type === "method_definition" || type === "pair");
  return members.findLast((node) => (node.child("name") ?? node.child("key"))?.text === name && isLoose(node));
}

/** In an object of the top level, or in what bare members are parsed in. */
function isLoose({ parent }: SyntaxNode): boolean {
  if (parent?.type !== "object") return parent?.parent?.child("name")?.text === WRAPPER;
  const holder = parent.parent;
  return holder !== undefined && /^(?:assignment_expression|variable_declarator|export_statement)$/.test(holder.type);
}

export interface ListRequest {
  readonly file: SyntaxTree;
  readonly code: SyntaxTree;
  readonly names: readonly MissingName[];
}

/** Into the object that the file gives away. */
export function listMemberEdits({ file, code, names }: ListRequest): TextEdit[] {
  return names.flatMap((one) => {
    const member = listMember(code, one);
    const list = member === undefined ? undefined : exportedObject(file, one);
    if (member === undefined || list === undefined) return [];
    const [first] = list.namedChildren;
    const isOnLines = first !== undefined && first.startRow > list.startRow;
    return [listEdit(file, list, moved(code, member, isOnLines ? indentAt(file.text, first.start) : "  "))];
  });
}

/** Also one that has a name first: `const api = {}; module.exports = api`. */
function exportedObject(file: SyntaxTree, { loadedBy }: MissingName): SyntaxNode | undefined {
  const list = listOf(file, loadedBy)?.value;
  if (list !== undefined) return list;
  const named = file.root.namedChildren
    .map((node) => exportsIn(node)?.value ?? (node.type === "export_statement" ? node.child("value") : undefined))
    .find((value) => value?.type === "identifier");
  const holder = bindingsIn(file.root).find(({ names }) => named !== undefined && names.includes(named.text));
  const value = holder === undefined ? undefined : declarationIn(holder.node).namedChildren[0]?.child("value");
  return value?.type === "object" ? value : undefined;
}
