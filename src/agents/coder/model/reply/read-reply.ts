import type { SyntaxTrees } from "../../../../ports/syntax-trees.js";
import type { FileText } from "../../extended-patch.js";
import { withHiddenCharacters } from "../text/visible-text.js";
import { applyBlocks } from "./apply-blocks.js";
import { type FencedReply, readFences } from "./code-blocks.js";
import { FileTexts } from "./file-texts.js";
import { literalRanges } from "./indentation.js";
import { problemWith, type ReplyReading } from "./reply-reading.js";
import { pathProblem } from "./safe-path.js";
import { hasSearchBlocks, pathOn, readSearchBlocks, replacedBy, type SearchReplace, type StringsOf } from "./search-replace.js";
import { type Unusable, type UsableEdit, unusable } from "./usable-edit.js";

/** The line that ends an answer of several blocks: without it a part of an answer could pass for the whole. */
export const END_MARK = "END OF ANSWER";

export const changesNothing = "it changes nothing";

/** Turns a reply into whole texts of files, each seen to parse, or says why nothing of it is applied. */
export async function readReply(reading: ReplyReading): Promise<UsableEdit> {
  const { reply, format } = reading;
  if (reply.trim() === "") return unusable("it is empty");
  const texts = new FileTexts(reading);
  if (format === "blocks" && !reply.trimEnd().endsWith(END_MARK)) return unusable(`it does not end with the line ${END_MARK}`);
  const wrong = format === "blocks" && hasSearchBlocks(reply) ? await readSearches(reading, texts) : await readBlocks(reading, readFences(reply), texts);
  if (wrong !== undefined) return wrong;
  const edit = await texts.checked();
  return edit.kind === "edit" ? changing(reading, edit.texts) : edit;
}

/** Small models show the broken code before the mended, or a usage after it; large ones give functions and new files with their path above them. */
async function readBlocks(reading: ReplyReading, fences: FencedReply, texts: FileTexts): Promise<Unusable | undefined> {
  if (fences.isOpen === "yes") return unusable("it ends in the middle of its code");
  if (fences.blocks.length === 0) return unusable("it holds no fenced code");
  return applyBlocks(reading, fences.blocks, texts);
}

async function readSearches(reading: ReplyReading, texts: FileTexts): Promise<Unusable | undefined> {
  const read = readSearchBlocks(reading.reply);
  if (read.kind === "unusable") return read;
  for (const block of read.blocks) {
    const wrong = await replaceBlock(reading, block, texts);
    if (wrong !== undefined) return wrong;
  }
  const { blocks, isOpen } = readFences(read.rest);
  if (isOpen === "yes") return unusable("it ends in the middle of its code");
  // Beside search/replace blocks, code without a path is there to be looked at.
  const titled = blocks.filter(({ title }) => pathOn(title) !== undefined);
  return titled.length === 0 ? undefined : applyBlocks(reading, titled, texts);
}

async function replaceBlock(reading: ReplyReading, block: SearchReplace, texts: FileTexts): Promise<Unusable | undefined> {
  const path = block.path === "" || pathProblem(block.path, reading.files) !== undefined ? onlyFile(reading, block.path) : block.path;
  const problem = path === undefined ? "a search/replace block names no file" : problemWith(reading, path);
  if (path === undefined || problem !== undefined) return unusable(problem ?? "");
  const source = texts.current(path);
  const [first] = block.readings;
  const isNew = first?.search.trim() === "";
  if (source === undefined && !isNew) return unusable(`${path} does not exist`);
  if (source === undefined || (isNew && source.trim() === "")) {
    texts.put(path, first?.replace ?? "");
    return undefined;
  }
  if (isNew && block.readings.length === 1) return unusable(`a search part for ${path} is empty`);
  const readings = block.readings.map((one) => ({ search: withHiddenCharacters(one.search, source), replace: withHiddenCharacters(one.replace, source) }));
  const replaced = replacedBy(source, readings, await stringsIn(reading.trees, path));
  if (replaced.kind === "unusable") return unusable(`${path}: ${replaced.reason}`);
  texts.put(path, replaced.text);
  return undefined;
}

async function stringsIn(trees: SyntaxTrees, path: string): Promise<StringsOf> {
  const language = trees.grammarOf(path);
  if (language === undefined) return () => [];
  await trees.load(language);
  return (text) => literalRanges(trees.parse(language, text), { start: 0, end: text.length });
}

/** A block without a path is meant for the one file that was shown; a path that is not of the project is meant for none. */
function onlyFile(reading: ReplyReading, path: string): string | undefined {
  if (path !== "") return path;
  const files = [...new Set(reading.units.map(({ file }) => file))];
  return files.length === 1 ? files[0] : undefined;
}

function changing(reading: ReplyReading, texts: readonly FileText[]): UsableEdit {
  const guarded = texts.find(({ path }) => problemWith(reading, path) !== undefined);
  if (guarded !== undefined) return unusable(problemWith(reading, guarded.path) ?? "");
  const isSame = texts.every(({ path, after }) => reading.files.read(path)?.text === after);
  return isSame ? unusable(changesNothing) : { kind: "edit", texts };
}
