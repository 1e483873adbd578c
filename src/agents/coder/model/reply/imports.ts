import type { SyntaxNode, SyntaxTree } from "../../../../ports/syntax-trees.js";
import type { TextEdit } from "../../text-edits.js";
import { topLevelNames } from "../source/bindings.js";
import { holds, lineStart, type Range } from "../source/definition.js";
import { type ImportedName, readImports } from "../source/read-imports.js";
import { futurePlace, type ImportPlace, importPlace } from "./import-place.js";
import { type Unusable, unusable } from "./usable-edit.js";

export interface ImportRequest {
  readonly file: SyntaxTree;
  readonly code: SyntaxTree;
  /** Names the new code uses. */
  readonly needed: ReadonlySet<string>;
  /** What of the file is replaced: names used there alone may change their meaning. */
  readonly replaced: readonly Range[];
  /** Start of the first place that may use what is imported. */
  readonly limit: number;
}

export type ImportEdits = { readonly kind: "edits"; readonly edits: readonly TextEdit[] } | Unusable;

/** Imports of the reply that bring a name the new code needs: joined to the file's import of the same module, else on lines of their own. A name the file imports from elsewhere is taken over. */
export function importEdits(request: ImportRequest): ImportEdits {
  const { file, code, limit } = request;
  const own = readImports(file.language, file.root);
  const known = topLevelNames(file);
  const edits: TextEdit[] = [];
  const fresh: ImportedName[] = [];
  for (const one of lastOfEach(readImports(code.language, code.root))) {
    const other = one.bound === undefined ? undefined : own.find(({ bound }) => bound === one.bound);
    if (other !== undefined && isSubmodule(one, other)) {
      if (isNeeded(request, one) && !own.some(({ bound, source }) => bound === one.bound && `${source}.`.startsWith(`${one.source}.`))) fresh.push(one);
    } else if (other !== undefined) {
      if (!isNeeded(request, one) || isSameImport(one, other)) continue;
      const change = changed(request, one, { other, own });
      if ("kind" in change) return change;
      edits.push(change);
    } else if (one.bound === undefined ? isNewWhole(request, one, own) : isNeeded(request, one) && !known.has(one.bound)) fresh.push(one);
  }
  const future = fresh.filter(({ source }) => source === "__future__" && file.language === "python");
  const others = fresh.filter((one) => !future.includes(one));
  return {
    kind: "edits",
    edits: [...edits, ...joinedOrNew({ file, own, place: futurePlace(file) }, future), ...joinedOrNew({ file, own, place: importPlace(file, limit) }, others)],
  };
}

function lastOfEach(names: readonly ImportedName[]): ImportedName[] {
  return names.filter((one, index) => one.bound === undefined || !names.slice(index + 1).some(({ bound }) => bound === one.bound));
}

/** What Python's `__future__` brings is used without its name. */
function isNeeded({ needed }: ImportRequest, one: ImportedName): boolean {
  return one.source === "__future__" || needed.has(one.bound ?? "");
}

/** `import *` is needed where the new code uses a name the file has never heard of. */
function isNewWhole({ file, code, needed }: ImportRequest, one: ImportedName, own: readonly ImportedName[]): boolean {
  if (own.some(({ bound, source, member }) => bound === undefined && source === one.source && member === one.member)) return false;
  if (one.member !== "*" && !one.member.endsWith("::*")) return false;
  const brought = new Set(readImports(code.language, code.root).map(({ bound }) => bound));
  const words = new Set(file.text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  return [...needed].some((name) => !words.has(name) && !brought.has(name) && (file.language !== "java" || /^[A-Z]/.test(name)));
}

function isSameImport(one: ImportedName, other: ImportedName): boolean {
  return plain(one.source) === plain(other.source) && one.member === other.member;
}

/** Python's `import a.b` and `import a.c` both stand, under the name of `a`. */
function isSubmodule(one: ImportedName, other: ImportedName): boolean {
  const isRoot = ({ source, member, bound, statement }: ImportedName): boolean =>
    statement.type === "import_statement" && member === "" && source.split(".")[0] === bound;
  return isRoot(one) && isRoot(other);
}

/** `./x.js` and `./x` are one module. */
function plain(source: string): string {
  return source.replace(/\.(?:m|c)?[jt]sx?$/, "").replace(/^node:/, "");
}

/** The file's import gives way to the reply's where it is the same thing from another module, or where nothing else uses its name. */
function changed(request: ImportRequest, one: ImportedName, { other, own }: { other: ImportedName; own: readonly ImportedName[] }): TextEdit | Unusable {
  const isSameThing = one.member === other.member && one.member !== "";
  if (!isSameThing && isUsedElsewhere(request, other))
    return unusable(`it imports ${one.bound} otherwise than the file, where other code uses it: keep to the file's import`);
  const siblings = own.filter(({ statement }) => statement === other.statement);
  const { start, end } = other.statement;
  if (siblings.length === 1) return { start, end, text: one.alone };
  const { listed } = other;
  const part = listed === undefined ? undefined : withoutPart(other, siblings);
  if (part === undefined) return unusable(`it imports ${one.bound} otherwise than the file: keep to the file's import, or give the import under another name`);
  const head = request.file.text.slice(start, part.start) + request.file.text.slice(part.end, end);
  return { start, end, text: `${head}\n${one.alone}` };
}

/** The range to delete so that the list of names goes on without one. */
function withoutPart(other: ImportedName, siblings: readonly ImportedName[]): Range | undefined {
  const listed = siblings.filter(({ listed: text }) => text !== undefined);
  const at = listed.indexOf(other);
  const next = listed[at + 1];
  const previous = listed[at - 1];
  if (next !== undefined) return { start: other.part.start, end: next.part.start };
  return previous === undefined ? undefined : { start: previous.part.end, end: other.part.end };
}

const nameTypes = /identifier/;

function isUsedElsewhere({ file, replaced }: ImportRequest, { bound, statement }: ImportedName): boolean {
  const isAside = (node: SyntaxNode): boolean => [...replaced, statement].some((range) => holds(range, node));
  return [...file.root.namedNodes()].some((node) => nameTypes.test(node.type) && node.text === bound && !isAside(node));
}

/** What the file imports already, and where more may go. */
interface Importing {
  readonly file: SyntaxTree;
  readonly own: readonly ImportedName[];
  readonly place: ImportPlace;
}

function joinedOrNew(into: Importing, fresh: readonly ImportedName[]): TextEdit[] {
  const { file, place } = into;
  const edits: TextEdit[] = [];
  const lines: string[] = [];
  for (const one of fresh) {
    const last = one.listed === undefined ? undefined : listFor(into, one);
    if (last === undefined) lines.push(one.alone);
    else edits.push({ start: last.part.end, end: last.part.end, text: joint(file, last) + (one.listed ?? "") });
  }
  if (lines.length === 0) return edits;
  return [...edits, lineEdit(file.text, [...new Set(lines)], place)];
}

/** Between two names of a list: where each has a line of its own, the next has one too. */
function joint({ text, language }: SyntaxTree, { part }: ImportedName): string {
  if (language === "go") return "\n\t";
  const before = text.slice(lineStart(text, part.start), part.start);
  return before.trim() === "" ? `,\n${before}` : ", ";
}

/** The last name of a list of the file's that the new name may join: one of the same module before the place, of the same kind. */
function listFor({ file, own, place }: Importing, one: ImportedName): ImportedName | undefined {
  const fits = own.filter(({ listed, source, statement, part }) => {
    if (listed === undefined || statement.end > place.at) return false;
    if (file.language === "go") return part.parent?.type === "import_spec_list";
    return source === one.source && headWords(statement) === headWords(one.statement);
  });
  return fits.findLast(({ statement }) => statement === fits.at(-1)?.statement);
}

/** `import type` and `import` are two lists; so are `const` and `let`. */
function headWords(statement: SyntaxNode): string {
  return /^(?:import type|\w+)/.exec(statement.text)?.[0] ?? "";
}

function lineEdit(text: string, lines: readonly string[], { at, follows }: ImportPlace): TextEdit {
  if (follows === "imports") return { start: at, end: at, text: lines.map((line) => `\n${line}`).join("") };
  const isOpenLine = at > 0 && text[at - 1] !== "\n" && text[at - 1] !== "\uFEFF";
  const before = isOpenLine || /(?:^|\n)package [^\n]*\n$/.test(text.slice(0, at)) ? "\n" : "";
  return { start: at, end: at, text: `${before}${lines.join("\n")}\n${text.slice(at).startsWith("\n") ? "" : "\n"}` };
}
