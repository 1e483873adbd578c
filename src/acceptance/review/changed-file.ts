import type { FileView } from "../../domain/file-view.js";
import type { FileChange } from "../../domain/patch.js";
import type { SyntaxLanguage, SyntaxNode, SyntaxTrees } from "../../ports/syntax-trees.js";
import { lineHunks } from "../line-hunks.js";
import { changedRegions } from "../tamper/regions.js";
import { type ImportNames, importNames } from "./import-names.js";

export interface AddedLine {
  /** 1-based, in the patched file. */
  readonly line: number;
  readonly text: string;
}

/** One version of a file, as far as the patch may have touched it. */
export interface Version {
  /** Undefined = no grammar. */
  readonly root: SyntaxNode | undefined;
  /** Top-level statements that the other version does not have word for word. */
  readonly regions: readonly SyntaxNode[];
  readonly imports: ImportNames;
}

export interface ChangedFile {
  readonly path: string;
  readonly change: FileChange;
  readonly language: SyntaxLanguage | undefined;
  readonly before: Version;
  readonly after: Version;
  readonly addedLines: readonly AddedLine[];
  /** The base tree. */
  readonly files: FileView;
}

/** The grammar of the file must be loaded. */
export function changedFile(change: FileChange, files: FileView, trees: SyntaxTrees): ChangedFile {
  const language = trees.languageOf(change.path);
  const old = change.kind === "add" ? "" : change.before;
  const now = change.kind === "delete" ? "" : change.after;
  const texts = { path: change.path, change, language, files, addedLines: addedLines(old, now) };
  if (language === undefined) return { ...texts, before: unread, after: unread };
  const roots = { before: trees.parse(language, old).root, after: trees.parse(language, now).root };
  const regions = changedRegions(roots.before, roots.after);
  return {
    ...texts,
    before: { root: roots.before, regions: regions.before, imports: importNames(roots.before) },
    after: { root: roots.after, regions: regions.after, imports: importNames(roots.after) },
  };
}

const unread: Version = { root: undefined, regions: [], imports: new Map() };

/** Lines that a change adds or puts in the place of others. */
export function addedLines(before: string, after: string): AddedLine[] {
  let shift = 0;
  return lineHunks(before, after).flatMap((hunk) => {
    const first = hunk.at + shift + 1;
    shift += hunk.after.length - hunk.before.length;
    return hunk.after.map((text, index) => ({ line: first + index, text: text.replace(/\r?\n$/, "") }));
  });
}
