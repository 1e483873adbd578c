import type { SyntaxNode } from "../../../../ports/syntax-trees.js";
import { bindingsIn, boundNames, declarationIn } from "../source/bindings.js";
import { isClass } from "../source/classes.js";
import type { Definition } from "../source/definition.js";
import type { MissingName } from "../source/missing-name.js";
import { isImport, readImports } from "../source/read-imports.js";
import { listMember } from "./list-member.js";
import type { ParsedCode } from "./parse-code.js";

/** What a reply is to add to a file. */
export interface Wanted {
  /** At least one. */
  readonly names: readonly MissingName[];
  /** Whether the model saw the file; else what it says of the rest is guessed. */
  readonly shown: "whole" | "heads";
}

/** The ways a statement may give a name to the file, as `boundNames` spells them. */
export function spellingsOf({ name, owner }: MissingName): string[] {
  return owner === undefined ? [name, `exports.${name}`, `module.exports.${name}`] : [name, `${owner}.prototype.${name}`];
}

/** Whether a statement of the reply gives one of the names. */
export function gives(node: SyntaxNode, names: readonly MissingName[]): MissingName | undefined {
  const bound = isImport(node) ? [] : [...boundNames(node), ...handedOn(node)];
  return names.find((one) => spellingsOf(one).some((spelling) => bound.includes(spelling)));
}

/** `export { a as b } from "./c"`. */
export function handedOn(node: SyntaxNode): string[] {
  if (node.type !== "export_statement" || node.child("source") === undefined) return [];
  return [...node.namedNodes()].filter(({ type }) => type === "export_specifier").map((one) => (one.child("alias") ?? one.child("name") ?? one).text);
}

/** Whether the reply holds at least one of what is asked for. */
export function holdsWanted(code: ParsedCode, { names }: Wanted): boolean {
  return isWritten(code, names) || importsWanted(code, names).length > 0;
}

function isWritten({ tree, definitions }: ParsedCode, names: readonly MissingName[]): boolean {
  const isOne = ({ own, owner, isNested }: Definition): boolean =>
    isNested === "no" && names.some((one) => one.name === own && (one.owner !== undefined || owner === ""));
  if (definitions.some(isOne) || setsWanted(tree.root, names) || names.some((one) => listMember(tree, one) !== undefined)) return true;
  return tree.root.namedChildren.some((node) => gives(node, names) !== undefined) || fieldsWanted(tree.root, names);
}

/** Names a reply takes from another file instead of writing them. What it imports from the very file is a usage. */
export function importsWanted(code: ParsedCode, names: readonly MissingName[]): string[] {
  if (isWritten(code, names)) return [];
  const own = moduleName(names[0]?.file ?? "");
  const imports = readImports(code.tree.language, code.tree.root).filter(({ source }) => moduleName(source) !== own);
  return names.flatMap(({ name, owner }) => (owner === undefined && imports.some(({ bound }) => bound === name) ? [name] : []));
}

/** What a module is called, by its file or by how it is imported: `stats` of `src/stats.ts`, `./stats.js` and `app.stats`; of `pkg/__init__.py` it is `pkg`. */
function moduleName(path: string): string {
  const stem = path.replace(/\.(?:py|[cm]?[jt]sx?)$/, "").replace(/\/(?:__init__|index)$/, "");
  return stem.split(/[/.]/).at(-1) ?? stem;
}

/** `self.email = email` in a method of the class. */
function setsWanted(root: SyntaxNode, names: readonly MissingName[]): boolean {
  const fields = names.flatMap(({ name, owner }) => (owner === undefined ? [] : [`self.${name}`, `this.${name}`]));
  return fields.length > 0 && [...root.namedNodes()].some((node) => /^assignment/.test(node.type) && fields.includes(node.child("left")?.text ?? ""));
}

/** A field of the class is an answer, too. */
export function fieldsWanted(root: SyntaxNode, names: readonly MissingName[]): boolean {
  return root.namedChildren
    .map(declarationIn)
    .filter(isClass)
    .some((own) => bindingsIn(own.child("body") ?? own).some((field) => names.some(({ name, owner }) => owner !== undefined && field.names.includes(name))));
}
