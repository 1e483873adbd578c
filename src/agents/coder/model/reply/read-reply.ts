import type { FileView } from "../../../../domain/file-view.js";
import type { SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { FileText } from "../../extended-patch.js";
import type { Unit } from "../source/units.js";
import { unitName } from "../source/units.js";
import { withHiddenCharacters } from "../text/visible-text.js";
import { type CodeBlock, type FencedReply, readFences } from "./code-blocks.js";
import { FileTexts } from "./file-texts.js";
import { pathProblem } from "./safe-path.js";
import { hasSearchBlocks, pathOn, readSearchBlocks, replacedOnce } from "./search-replace.js";
import { spliced } from "./splice.js";
import { type UsableEdit, unusable } from "./usable-edit.js";
import { wholeFile } from "./whole-file.js";

export interface ReplyReading {
  readonly reply: string;
  readonly files: FileView;
  readonly isProtected: (path: string) => boolean;
  readonly trees: SyntaxTrees;
  /** What the model was shown, most suspicious first. */
  readonly units: readonly Unit[];
  /** `whole` = fenced functions; `blocks` = search/replace and new files too, closed by the end mark. */
  readonly format: "whole" | "blocks";
  /** Whether new files may stand in folders that hold none yet. What looks like no folder may be a link, which no patch may go through; a mend hardly needs one. */
  readonly newFolders: "yes" | "no";
}

/** The line that ends an answer of several blocks: without it a part of an answer could pass for the whole. */
export const END_MARK = "END OF ANSWER";

export const changesNothing = "it changes nothing";

/** Turns a reply into whole texts of files, each seen to parse, or says why nothing of it is applied. */
export async function readReply(reading: ReplyReading): Promise<UsableEdit> {
  const { reply, format } = reading;
  if (reply.trim() === "") return unusable("it is empty");
  const texts = new FileTexts(reading);
  if (format === "whole") return readWhole(reading, readFences(reply), texts);
  if (!reply.trimEnd().endsWith(END_MARK)) return unusable(`it does not end with the line ${END_MARK}`);
  if (hasSearchBlocks(reply)) return readSearches(reading, texts);
  return readTitled(reading, readFences(reply), texts);
}

function noCode(fences: FencedReply): UsableEdit | undefined {
  if (fences.isOpen === "yes") return unusable("it ends in the middle of its code");
  return fences.blocks.length === 0 ? unusable("it holds no fenced code") : undefined;
}

/** Small models show the broken code before the mended, or a usage after it: the last block that can be put in its place is the answer. */
async function readWhole(reading: ReplyReading, fences: FencedReply, texts: FileTexts): Promise<UsableEdit> {
  const problem = noCode(fences);
  if (problem !== undefined) return problem;
  let reason: string | undefined;
  for (const block of fences.blocks.toReversed()) {
    for (const file of new Set(reading.units.map((unit) => unit.file))) {
      const edit = await placed(reading, { block, file }, texts);
      if (edit.kind === "edit") return changing(reading, edit.texts);
      reason ??= edit.reason;
    }
  }
  return unusable(reason ?? "it holds no function that was asked for");
}

/** One block put into one file: as functions where it has some of the file's, else as the whole file when that was asked for. */
async function placed(reading: ReplyReading, { block, file }: { readonly block: CodeBlock; readonly file: string }, texts: FileTexts): Promise<UsableEdit> {
  const { trees, units, files } = reading;
  const source = texts.current(file) ?? (files.has(file) ? undefined : "");
  if (source === undefined) return unusable(`${file} cannot be read`);
  const code = withHiddenCharacters(block.code, source);
  const language = trees.grammarOf(file);
  const own = units.filter((unit) => unit.file === file);
  if (language !== undefined) await trees.load(language);
  if (language === undefined || own.some(({ kind }) => kind === "file")) {
    const whole = wholeFile({ trees, language, before: source, code });
    if (whole.kind === "text") return texts.with(file, whole.text);
    if (language === undefined) return whole;
  }
  const result = spliced(trees, { language, text: source, shown: own.filter(({ kind }) => kind === "function").map(unitName), code });
  return result.kind === "text" ? texts.with(file, result.text) : result;
}

async function readSearches(reading: ReplyReading, texts: FileTexts): Promise<UsableEdit> {
  const read = readSearchBlocks(reading.reply);
  if (read.kind === "unusable") return read;
  for (const block of read.blocks) {
    const path = block.path === "" || pathProblem(block.path, reading.files) !== undefined ? onlyFile(reading, block.path) : block.path;
    const problem = path === undefined ? "a search/replace block names no file" : problemWith(reading, path);
    if (path === undefined || problem !== undefined) return unusable(problem ?? "");
    const source = texts.current(path);
    if (source === undefined && block.search.trim() !== "") return unusable(`${path} does not exist`);
    if (source !== undefined && block.search.trim() === "" && source.trim() !== "") return unusable(`a search part for ${path} is empty`);
    const replaced =
      source === undefined || source.trim() === "" ? ({ kind: "text", text: block.replace } as const) : replacedOnce(source, withOriginals(block, source));
    if (replaced.kind === "unusable") return unusable(`${path}: ${replaced.reason}`);
    texts.put(path, replaced.text);
  }
  const edit = await texts.checked();
  return edit.kind === "edit" ? changing(reading, edit.texts) : edit;
}

function withOriginals(block: { readonly search: string; readonly replace: string }, source: string): { search: string; replace: string } {
  return { search: withHiddenCharacters(block.search, source), replace: withHiddenCharacters(block.replace, source) };
}

/** A block without a path is meant for the one file that was shown; a path that is not of the project is meant for none. */
function onlyFile(reading: ReplyReading, path: string): string | undefined {
  if (path !== "") return path;
  const files = [...new Set(reading.units.map(({ file }) => file))];
  return files.length === 1 ? files[0] : undefined;
}

/** Fenced blocks with a path above them: functions of that file, or a new file. Without a path: functions of the files that were shown. */
async function readTitled(reading: ReplyReading, fences: FencedReply, texts: FileTexts): Promise<UsableEdit> {
  const problem = noCode(fences);
  if (problem !== undefined) return problem;
  const titled = fences.blocks.filter(({ title }) => pathOn(title) !== undefined);
  if (titled.length === 0) return readWhole(reading, fences, texts);
  for (const block of titled) {
    const path = pathOn(block.title) ?? "";
    const wrong = problemWith(reading, path);
    if (wrong !== undefined) return unusable(wrong);
    if (texts.current(path) === undefined) texts.put(path, block.code);
    else {
      const edit = await placed(reading, { block, file: path }, texts);
      if (edit.kind === "unusable") return edit;
    }
  }
  const edit = await texts.checked();
  return edit.kind === "edit" ? changing(reading, edit.texts) : edit;
}

function problemWith(reading: ReplyReading, path: string): string | undefined {
  const { files, isProtected } = reading;
  const problem = pathProblem(path, files) ?? folderProblem(reading, path);
  if (problem !== undefined) return `it names a file that may not be changed: ${problem}`;
  return isProtected(path) ? `it changes ${path}, which is protected` : undefined;
}

function folderProblem({ files, newFolders }: ReplyReading, path: string): string | undefined {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (newFolders === "yes" || folder === "" || files.has(path) || files.paths().some((known) => known.startsWith(folder))) return undefined;
  return `there is no folder ${folder.slice(0, -1)}`;
}

function changing(reading: ReplyReading, texts: readonly FileText[]): UsableEdit {
  const guarded = texts.find(({ path }) => problemWith(reading, path) !== undefined);
  if (guarded !== undefined) return unusable(problemWith(reading, guarded.path) ?? "");
  const isSame = texts.every(({ path, after }) => reading.files.read(path)?.text === after);
  return isSame ? unusable(changesNothing) : { kind: "edit", texts };
}
