import type { SyntaxLanguage, SyntaxNode, SyntaxTree, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { edited, type TextEdit } from "../../text-edits.js";
import { bindingsIn, outermost, topLevelNames } from "../source/bindings.js";
import { indentAt, type Range } from "../source/definition.js";
import type { MissingName } from "../source/missing-name.js";
import { definitionsIn } from "../source/read-definitions.js";
import { isImport } from "../source/read-imports.js";
import { speaksOf } from "../source/speaks-of.js";
import type { AdditionRequest } from "./addition-request.js";
import { type Additions, additionEdits, additionsIn, identifiers } from "./additions.js";
import { isCalledAlike } from "./called-alike.js";
import { nothingTaken } from "./class-heads.js";
import { classEdits } from "./class-members.js";
import { importEdits } from "./imports.js";
import { stepOf } from "./indentation.js";
import { insideOwner } from "./inside-owner.js";
import { overloadEdits } from "./overloads.js";
import type { Pair } from "./pair.js";
import { isSame, ownerOf, pairsOf } from "./pairing.js";
import { type ParsedCode, readCode, syntaxProblem } from "./parse-code.js";
import { isPlaceholder, leavesOut } from "./placeholder.js";
import { replacedRange, replacementOf, typeEdit } from "./replacement.js";
import { changedStatements, type StatementPair, statementEdit } from "./statements.js";
import { type Unusable, unusable } from "./usable-edit.js";
import { fieldsWanted, gives, holdsWanted, importsWanted, spellingsOf, type Wanted } from "./wanted.js";

export interface SpliceRequest {
  readonly language: SyntaxLanguage;
  /** The file's text with "\n" line ends. */
  readonly text: string;
  /** Functions the model was shown, most suspicious first: they win where a name is not enough. None = the whole file was shown. */
  readonly shown: readonly string[];
  /** What the file does not have yet and the reply is to add. */
  readonly wanted?: Wanted | undefined;
  readonly code: string;
}

export type Spliced = { readonly kind: "text"; readonly text: string; readonly functions: readonly string[] } | Unusable;

/** A reply's functions, constants, types and fields put in the place of their namesakes; what they need besides is added. */
export function spliced(trees: SyntaxTrees, request: SpliceRequest): Spliced {
  const file = trees.parse(request.language, request.text);
  const read = readCode(trees, { language: request.language, code: request.code, step: stepOf(file) });
  if ("problem" in read) return unusable(read.problem);
  const { wanted } = request;
  const code = wanted === undefined ? read : insideOwner(trees, read, wanted.names);
  const found = pairsOf(code.definitions, definitionsIn(file), request.shown);
  if (found === "ambiguous") return unusable("it names a function that stands in the file more than once: show it inside its class");
  const replaced = wanted === undefined ? withoutPlaceholders(found, request.shown) : besideWanted(found, wanted, request.shown);
  const isAnswer = wanted === undefined || holdsWanted(code, wanted) || replaced.some(({ to }) => request.shown.includes(to.name));
  if (!isAnswer) return unusable(lacking(request, code));
  const elided = replaced.find((pair) => leavesOut(code.tree, pair));
  if (elided !== undefined) return unusable(`${elided.from.own} leaves out a part of its code`);
  const edits = editsOf(trees, { file, code, replaced, shown: request.shown, wanted });
  if (edits.kind === "unusable") return edits;
  if (edits.edits.length === 0) return unusable(lacking(request, code));
  const text = edited(request.text, edits.edits);
  return checked(trees, { file, text, functions: replaced.map(({ to }) => to.name) });
}

/** A neighbour the model saw may have to change with what is added; one it did not see, one it leaves empty, and one its callers could not call as before, stay. */
function besideWanted(pairs: readonly Pair[], wanted: Wanted, shown: readonly string[]): Pair[] {
  const owners = wanted.names.map(({ owner }) => owner);
  const isSeen = ({ to }: Pair): boolean => wanted.shown === "whole" || shown.includes(to.name) || (to.owner !== "" && owners.includes(to.owner));
  return pairs.filter((pair) => isSeen(pair) && !isSame(pair.from.node, pair.to.node) && !isPlaceholder(pair) && isCalledAlike(pair));
}

/** A stub of a function beside one that is changed only shows where it stands. */
function withoutPlaceholders(pairs: readonly Pair[], shown: readonly string[]): Pair[] {
  const real = pairs.filter((pair) => !isPlaceholder(pair));
  const isChanged = real.some(({ from, to }) => !isSame(from.node, to.node));
  return pairs.filter((pair) => real.includes(pair) || (!isChanged && shown.includes(pair.to.name)));
}

interface Splice {
  readonly file: SyntaxTree;
  readonly code: ParsedCode;
  readonly replaced: readonly Pair[];
  readonly shown: readonly string[];
  readonly wanted: Wanted | undefined;
}

type Edits = { readonly kind: "edits"; readonly edits: readonly TextEdit[] } | Unusable;

function editsOf(trees: SyntaxTrees, splice: Splice): Edits {
  const { file, code, replaced, wanted } = splice;
  const mayChangeClasses = wanted === undefined || wanted.shown === "whole" || fieldsWanted(code.tree.root, wanted.names);
  const classes = mayChangeClasses ? classEdits({ file, code: code.tree, replaced, wanted }) : nothingTaken;
  if (classes.kind === "unusable") return classes;
  const beside = besides(splice, classes.taken);
  if (beside.kind === "unusable") return beside;
  const { statements, additions, request } = beside;
  const functions = changedOf(splice).map(({ from, to }) => ({
    ...replacedRange(from, to),
    text: replacementOf({ trees, code, from, to, indent: indentAt(file.text, to.whole.start) }),
  }));
  const types = replaced.flatMap(({ from, to }) => typeEdit(from, to) ?? []);
  const heads = replaced.flatMap((pair) => overloadEdits({ file, code: code.tree, pair }));
  const changes = [...functions, ...types, ...heads, ...classes.edits, ...statements.map((pair) => statementEdit(code.tree, pair))];
  const own = [...changes, ...additionEdits(request, additions, changes)];
  if (own.length === 0 && isAboutCode(splice) && importedFor(splice).length === 0) return { kind: "edits", edits: [] };
  const limit = Math.min(...own.map(({ start }) => start));
  const imports = importEdits({ file, code: code.tree, needed: importNames(splice, additions.needed), replaced: rangesOf(splice, statements), limit });
  return imports.kind === "unusable" ? imports : { kind: "edits", edits: [...imports.edits, ...own] };
}

/** Without those a reply repeats to the letter: each may cost a parse of the whole. One at least, so that nothing is taken for no answer. */
function changedOf({ file, code, replaced }: Splice): readonly Pair[] {
  const textOf = (text: string, { start, end }: Range): string => text.slice(start, end);
  const changed = replaced.filter(({ from, to }) => textOf(code.tree.text, from.whole) !== textOf(file.text, to.whole));
  return changed.length > 0 ? changed : replaced.slice(0, 1);
}

/** A reply about a whole file may be about nothing but its imports. */
function importNames(splice: Splice, needed: ReadonlySet<string>): ReadonlySet<string> {
  // A usage beside the new code imports it from the very file it goes into.
  const own = splice.wanted?.names.map(({ name }) => name);
  const imported = importedFor(splice);
  if (own !== undefined) return new Set([...needed].filter((name) => !own.includes(name) || imported.includes(name)));
  return splice.replaced.length === 0 && !isAboutCode(splice) ? new Set([...needed, ...identifiers(splice.code.tree.root)]) : needed;
}

function importedFor({ code, wanted }: Splice): readonly string[] {
  return wanted === undefined ? [] : importsWanted(code, wanted.names);
}

/** Whether the model was asked for a piece of the file, not for the file. */
function isAboutCode({ shown, wanted }: Splice): boolean {
  return shown.length > 0 || wanted !== undefined;
}

function rangesOf({ replaced }: Splice, statements: readonly StatementPair[]): Range[] {
  return [...replaced.map(({ to }) => to.whole), ...statements.map(({ to }) => to.whole)];
}

interface Besides {
  readonly kind: "besides";
  readonly statements: readonly StatementPair[];
  readonly additions: Additions;
  readonly request: AdditionRequest;
}

/** Statements that change may need helpers, and helpers may use statements that change: both are looked for until nothing new is found. */
function besides(splice: Splice, taken: readonly SyntaxNode[]): Besides | Unusable {
  const { file, code, replaced, wanted } = splice;
  const used = new Set([
    ...usedBy(splice),
    ...(wanted?.names ?? []).flatMap(spellingsOf),
    ...listsOf(splice),
    ...taken.flatMap((node) => [...identifiers(node)]),
  ]);
  let statements: readonly StatementPair[] = [];
  for (;;) {
    const request: AdditionRequest = { file, code, replaced, changed: statements.map(({ to }) => to.node), used, wanted };
    const additions = additionsIn(request);
    // Of a file it did not see, a model can only guess what stands in it.
    if (wanted?.shown === "heads") return { kind: "besides", statements, additions, request };
    const changed = changedStatements({ file, code: code.tree, replaced, needed: additions.needed });
    if (changed.kind === "unusable") return changed;
    if (changed.pairs.length === statements.length) return { kind: "besides", statements, additions, request };
    statements = changed.pairs;
    for (const { from } of statements) for (const name of identifiers(from.node)) used.add(name);
  }
}

/** Names of the file's own tables and lists that a reply puts what is asked for into. */
function listsOf({ file, code, wanted }: Splice): string[] {
  if (wanted === undefined) return [];
  const known = topLevelNames(file);
  const others = bindingsIn(code.tree.root).filter(
    ({ node }) => !isImport(node) && gives(node, wanted.names) === undefined && wanted.names.some(({ name }) => speaksOf(node.text, name)),
  );
  return others.flatMap(({ names }) => names).filter((name) => known.has(name) && !/^(?:module\.)?exports\b/.test(name));
}

/** Names used by what is replaced; where no function is, those used by what was shown. */
function usedBy({ file, code, replaced, shown, wanted }: Splice): Set<string> {
  if (replaced.length > 0) return new Set(replaced.flatMap(({ from }) => [...identifiers(withDecorators(code.tree, from.node))]));
  if (wanted !== undefined) return new Set();
  if (shown.length === 0) return identifiers(code.tree.root);
  return new Set(
    definitionsIn(file)
      .filter(({ name }) => shown.includes(name))
      .flatMap(({ node }) => [...identifiers(node)]),
  );
}

function withDecorators(tree: SyntaxTree, node: SyntaxNode): SyntaxNode {
  const outer = outermost(tree, node);
  return outer.type === "lexical_declaration" || outer.type === "export_statement" ? outer : node.parent?.type === "decorated_definition" ? node.parent : node;
}

export const holdsNothing = "it holds no complete function";

function lacking(request: SpliceRequest, code: ParsedCode): string {
  const wanted = request.wanted?.names[0];
  const name = wanted?.name ?? request.shown.at(0);
  const elsewhere = wanted === undefined ? undefined : misplaced(code, wanted);
  if (elsewhere !== undefined) return `${holdsNothing} ${elsewhere}`;
  const found = code.definitions.map(({ own }) => own).slice(0, 3);
  return `${holdsNothing} ${name ?? "of the file"}${found.length === 0 ? "" : ` (but ${found.join(", ")})`}`;
}

/** What is asked for stands in the reply, but in something else: what to do about it. */
function misplaced({ definitions }: ParsedCode, { name, owner }: MissingName): string | undefined {
  const places = definitions
    .filter((one) => one.own === name)
    .map(ownerOf)
    .filter((place) => place !== (owner ?? ""));
  if (places.length === 0) return undefined;
  const told = places.map((place) => (place === "" ? name : `${place}.${name}`)).slice(0, 3);
  return owner === undefined
    ? `${name} that stands by itself (but ${told.join(", ")}): give ${name} outside of any class and function`
    : `${name} in class ${owner} (but ${told.join(", ")}): give ${name} inside class ${owner}`;
}

function checked(trees: SyntaxTrees, { file, text, functions }: { file: SyntaxTree; text: string; functions: readonly string[] }): Spliced {
  const problem = syntaxProblem(trees.parse(file.language, text));
  if (problem === undefined) return { kind: "text", text, functions };
  const before = syntaxProblem(file);
  // A fault elsewhere in the file may be the very thing to heal, one function at a time.
  if (before !== undefined && errorCount(trees.parse(file.language, text)) < errorCount(file)) return { kind: "text", text, functions };
  return unusable(`put in its place ${problem}`);
}

function errorCount(tree: SyntaxTree): number {
  let count = 0;
  const waiting = [tree.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!node.hasError) continue;
    if (!node.children.some((child) => child.hasError)) count += 1;
    waiting.push(...node.children);
  }
  return count;
}
