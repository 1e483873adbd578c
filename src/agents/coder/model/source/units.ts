import type { Brief } from "../../../../domain/brief.js";
import type { Suspect } from "../../../../domain/suspect.js";
import type { SyntaxLanguage, SyntaxNode, SyntaxTree, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { tokensOf } from "../text/tokens.js";
import { type Definition, indentAt, lineStart } from "./definition.js";
import type { MissingName } from "./missing-name.js";
import { commentStart, definitionsIn } from "./read-definitions.js";

/** What a model is asked to change: a function, or a file where the fault stands outside of functions; or what it is asked to add to a file. */
export type Unit =
  | { readonly kind: "function"; readonly file: string; readonly tree: SyntaxTree; readonly definition: Definition; readonly suspect: Suspect | undefined }
  | {
      readonly kind: "file";
      readonly file: string;
      readonly text: string;
      readonly language: SyntaxLanguage | undefined;
      readonly suspect: Suspect | undefined;
    }
  | {
      readonly kind: "missing";
      readonly file: string;
      readonly tree: SyntaxTree;
      /** At least one; all of this file. */
      readonly names: readonly MissingName[];
      /** Whether the model sees the file, or the heads of its functions: what it does not see it can only guess. */
      readonly shown: "whole" | "heads";
      readonly suspect: undefined;
    };

export type FunctionUnit = Extract<Unit, { kind: "function" }>;
export type MissingUnit = Extract<Unit, { kind: "missing" }>;

const fileCap = 300;
/** A fault that nothing points to may be in any of a few functions; among many a model had better look for it. */
const mostUnnamed = 12;

/** The suspects as they stand in the tree of the brief, most suspicious first; where nothing is suspected, what the failing tests name, and in a small project every function. */
export async function unitsOf(brief: Brief, trees: SyntaxTrees): Promise<Unit[]> {
  const reader = new UnitReader(brief, trees);
  const units: Unit[] = [];
  for (const suspect of brief.suspects) {
    const unit = await reader.at(suspect);
    if (unit !== undefined && !units.some((known) => isSame(known, unit))) units.push(unit);
  }
  return units.length > 0 ? units : reader.named();
}

function isSame(one: Unit, other: Unit): boolean {
  if (one.file !== other.file || one.kind !== other.kind) return false;
  return one.kind !== "function" || other.kind !== "function" || one.definition.core.start === other.definition.core.start;
}

class UnitReader {
  readonly #brief: Brief;
  readonly #trees: SyntaxTrees;
  readonly #parsed = new Map<string, SyntaxTree | undefined>();

  constructor(brief: Brief, trees: SyntaxTrees) {
    this.#brief = brief;
    this.#trees = trees;
  }

  /** Offsets of a suspect speak of the base; the tree may carry a patch, so the function is found again by its name. */
  async at(suspect: Suspect): Promise<Unit | undefined> {
    const { file } = suspect;
    const text = this.#brief.isProtected(file) ? undefined : this.#brief.files.read(file)?.text;
    if (text === undefined) return undefined;
    const tree = await this.#tree(file, text);
    if (tree === undefined) return { kind: "file", file, text, language: undefined, suspect };
    const named = definitionsIn(tree).filter(({ name }) => name === suspect.function);
    const nearest = named.sort((one, other) => Math.abs(one.core.start - suspect.start) - Math.abs(other.core.start - suspect.start))[0];
    if (nearest === undefined) return { kind: "file", file, text, language: tree.language, suspect };
    return { kind: "function", file, tree, definition: nearest, suspect };
  }

  async named(): Promise<Unit[]> {
    const { files, isProtected, failures } = this.#brief;
    const words = new Set(failures.flatMap(({ name }) => (name.file === "" ? undefined : files.read(name.file)?.text)?.match(/[A-Za-z_$][\w$]*/g) ?? []));
    const units: FunctionUnit[] = [];
    for (const file of files
      .paths()
      .filter((path) => !isProtected(path) && this.#trees.grammarOf(path) !== undefined)
      .slice(0, fileCap)) {
      const text = files.read(file)?.text;
      const tree = text === undefined ? undefined : await this.#tree(file, text);
      for (const definition of tree === undefined ? [] : definitionsIn(tree))
        units.push({ kind: "function", file, tree: tree as SyntaxTree, definition, suspect: undefined });
    }
    const named = units.filter(({ definition }) => words.has(definition.own));
    return named.length > 0 || units.length > mostUnnamed ? named : units;
  }

  async #tree(file: string, text: string): Promise<SyntaxTree | undefined> {
    if (this.#parsed.has(file)) return this.#parsed.get(file);
    const language = this.#trees.grammarOf(file);
    if (language !== undefined) await this.#trees.load(language);
    const tree = language === undefined || text.length > 500_000 ? undefined : this.#trees.parse(language, text);
    this.#parsed.set(file, tree);
    return tree;
  }
}

/** Tokens of a file that is shown whole to a model that adds to it. */
const mostGround = 600;

/** What nobody has written yet, as a unit of its own; what a proposal has written of it, as functions. None = the file cannot be changed or read. */
export async function missingUnits(missing: readonly MissingName[], brief: Brief, trees: SyntaxTrees): Promise<Unit[]> {
  const [first] = missing;
  const file = first?.file ?? "";
  const language = first === undefined ? undefined : trees.grammarOf(file);
  const text = brief.isProtected(file) ? undefined : brief.files.read(file)?.text;
  if (language === undefined || text === undefined) return [];
  await trees.load(language);
  const tree = trees.parse(language, text);
  const written = definitionsIn(tree).filter((one) => one.isNested === "no" && missing.some((name) => isWritten(name, one)));
  const names = missing.filter((name) => !written.some((one) => isWritten(name, one)));
  const functions = written.map((definition): Unit => ({ kind: "function", file, tree, definition, suspect: undefined }));
  if (names.length === 0) return functions;
  return [{ kind: "missing", file, tree, names, shown: tokensOf(text) <= mostGround ? "whole" : "heads", suspect: undefined }, ...functions];
}

function isWritten({ name, owner = "" }: MissingName, one: Definition): boolean {
  return one.own === name && one.owner === owner;
}

/** What is to be written, each as a person would call it: `Stack.peek`. */
export function missingWords({ names }: MissingUnit): string[] {
  return names.map(({ name, owner }) => (owner === undefined ? name : `${owner}.${name}`));
}

export function unitName(unit: Unit): string {
  if (unit.kind === "missing") return missingWords(unit).join(", ");
  return unit.kind === "function" ? unit.definition.name : unit.file;
}

/** The whole function with the comments above it and the line that opens its class; a file whole, also one that something is to be added to. */
export function sourceOf(unit: Unit): string {
  if (unit.kind === "file") return unit.text;
  if (unit.kind === "missing") return unit.tree.text;
  const { tree, definition } = unit;
  return `${ownerLine(unit)}${tree.text.slice(startOf(unit), definition.whole.end)}`;
}

/** The same without the body: head, and the documentation inside it. */
export function headOf(unit: FunctionUnit): string {
  const { tree, definition } = unit;
  const body = definition.node.child("body");
  const start = body === undefined ? definition.core.end : bodyStart(tree, definition);
  return `${ownerLine(unit)}${tree.text.slice(startOf(unit), start).trimEnd()}`;
}

function startOf({ tree, definition }: FunctionUnit): number {
  return lineStart(tree.text, commentStart(tree.text, definition));
}

function bodyStart(tree: SyntaxTree, { node }: Definition): number {
  const body = node.child("body");
  if (body === undefined) return node.end;
  if (tree.language !== "python") return body.type.includes("block") || body.type.includes("body") ? body.start + 1 : body.start;
  const first = body.namedChildren[0];
  return first?.type === "expression_statement" && first.namedChildren[0]?.type === "string" ? first.end : (colonEnd(node) ?? body.start);
}

/** Python: comments between the colon and the first statement belong to the body. */
function colonEnd(node: SyntaxNode): number | undefined {
  return node.type === "function_definition" || node.type === "class_definition" ? node.children.find(({ type }) => type === ":")?.end : undefined;
}

const classTypes = new Set(
  "class_definition class_declaration abstract_class_declaration class impl_item trait_item interface_declaration enum_declaration record_declaration".split(
    " ",
  ),
);

function ownerLine({ tree, definition }: FunctionUnit): string {
  if (definition.owner === "" || tree.language === "go") return "";
  let node = definition.node.parent;
  while (node !== undefined && !classTypes.has(node.type)) node = node.parent;
  if (node === undefined) return "";
  return `${indentAt(tree.text, node.start)}${tree.text.slice(node.start, colonEnd(node) ?? node.child("body")?.start ?? node.start).trimEnd()}${tree.language === "python" ? "" : " {"}\n`;
}
