import type { SyntaxLanguage, SyntaxTrees } from "../../../../ports/syntax-trees.js";
import { definitionsIn } from "../source/read-definitions.js";
import { type MissingUnit, unitName } from "../source/units.js";
import { withHiddenCharacters } from "../text/visible-text.js";
import type { CodeBlock } from "./code-blocks.js";
import type { FileTexts } from "./file-texts.js";
import { stepOf } from "./indentation.js";
import { pairsOf } from "./pairing.js";
import { readCode } from "./parse-code.js";
import { problemWith, type ReplyReading } from "./reply-reading.js";
import { pathOn } from "./search-replace.js";
import { holdsNothing, spliced } from "./splice.js";
import { type Unusable, unusable } from "./usable-edit.js";
import { holdsWanted, type Wanted } from "./wanted.js";
import { wholeFile } from "./whole-file.js";

/** A file with the blocks that are meant for it, in their order. */
interface Placing {
  readonly file: string;
  readonly blocks: readonly CodeBlock[];
}

/** Puts the fenced blocks of a reply into the files they are meant for: all blocks of one file are read together, so that a helper may stand in a block of its own. */
export async function applyBlocks(reading: ReplyReading, given: readonly CodeBlock[], texts: FileTexts): Promise<Unusable | undefined> {
  const blocks = given.filter(({ code }) => code.trim() !== "");
  const titled = new Map<CodeBlock, string>();
  for (const block of reading.format === "blocks" ? blocks : []) {
    const path = pathOn(block.title);
    const wrong = path === undefined ? undefined : problemWith(reading, path);
    if (wrong !== undefined) return unusable(wrong);
    if (path !== undefined) titled.set(block, path);
  }
  const fresh = [...titled].filter(([, path]) => texts.current(path) === undefined && !reading.files.has(path));
  const twice = fresh.find(([block, path], index) => fresh.slice(0, index).some(([other, same]) => same === path && other.code !== block.code));
  if (twice !== undefined) return unusable(`it gives ${twice[1]} twice: give it once, whole`);
  for (const [block, path] of fresh) texts.put(path, block.code);
  const left = blocks.filter((block) => !fresh.some(([one]) => one === block));
  return left.length === 0 ? undefined : place(reading, { blocks: left, titled }, texts);
}

async function place(reading: ReplyReading, given: Given, texts: FileTexts): Promise<Unusable | undefined> {
  const found = await placings(reading, given, texts);
  if (found.length > 0) {
    for (const placing of found) {
      const wrong = await placed(reading, placing, texts);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  // Beside code that has a path, code without one that is in no file is there to be looked at.
  return given.titled.size > 0 ? undefined : placedAnywhere(reading, given.blocks, texts);
}

/** Blocks that name no function of any file may still be a file, or constants of one. */
async function placedAnywhere(reading: ReplyReading, blocks: readonly CodeBlock[], texts: FileTexts): Promise<Unusable | undefined> {
  let reason: Unusable | undefined;
  for (const file of new Set(reading.units.map((unit) => unit.file))) {
    const wrong = await placed(reading, { file, blocks }, texts);
    if (wrong === undefined) return undefined;
    reason ??= wrong;
  }
  return reason ?? unusable("it holds no function that was asked for");
}

interface Given {
  readonly blocks: readonly CodeBlock[];
  readonly titled: ReadonlyMap<CodeBlock, string>;
}

/** Which block goes where: with a path, there; else where its functions were shown, else where they are; what has none of them goes along. Empty = no block has a place. */
async function placings(reading: ReplyReading, { blocks, titled }: Given, texts: FileTexts): Promise<Placing[]> {
  const files = [...new Set([...titled.values(), ...reading.units.map(({ file }) => file)])].filter((file) => texts.current(file) !== undefined);
  const homes = new Map<CodeBlock, readonly string[]>();
  for (const block of blocks) {
    const path = titled.get(block);
    homes.set(block, path === undefined ? await homesOf(reading, { block, files }, texts) : [path]);
  }
  const named = files.filter((file) => [...homes.values()].some((own) => own.includes(file)));
  return named.map((file) => ({ file, blocks: blocks.filter((block) => homes.get(block)?.includes(file) || homes.get(block)?.length === 0) }));
}

async function homesOf(
  reading: ReplyReading,
  { block, files }: { readonly block: CodeBlock; readonly files: readonly string[] },
  texts: FileTexts,
): Promise<string[]> {
  const shown: string[] = [];
  const other: string[] = [];
  const adding = await addingTo(reading, block);
  if (adding !== undefined) return [adding];
  for (const file of files) {
    const names = await functionsFor(reading, { block, file }, texts);
    if (names.some((name) => shownIn(reading, file).includes(name))) shown.push(file);
    else if (names.length > 0) other.push(file);
  }
  return shown.length > 0 ? shown : other.slice(0, 1);
}

/** The file a block adds to, as it was asked to: others may have a function of the same name. */
async function addingTo({ trees, units }: ReplyReading, block: CodeBlock): Promise<string | undefined> {
  for (const unit of units) {
    if (unit.kind !== "missing") continue;
    const code = readCode(trees, { language: unit.tree.language, code: block.code, step: undefined });
    if (!("problem" in code) && holdsWanted(code, unit)) return unit.file;
  }
  return undefined;
}

/** Functions of the file the block has a version of. */
async function functionsFor(
  { trees }: ReplyReading,
  { block, file }: { readonly block: CodeBlock; readonly file: string },
  texts: FileTexts,
): Promise<readonly string[]> {
  const language = await loaded(trees, file);
  const source = texts.current(file);
  if (language === undefined || source === undefined) return [];
  const inFile = definitionsIn(trees.parse(language, source));
  const code = readCode(trees, { language, code: block.code, step: undefined });
  const pairs = "problem" in code ? [] : pairsOf(code.definitions, inFile, []);
  if (pairs === "ambiguous" && !("problem" in code)) return inFile.filter(({ own }) => code.definitions.some((one) => one.own === own)).map(({ name }) => name);
  return pairs === "ambiguous" ? [] : pairs.map(({ to }) => to.name);
}

function shownIn({ units }: ReplyReading, file: string): string[] {
  return units.filter((unit) => unit.file === file && unit.kind === "function").map(unitName);
}

function wantedIn({ units }: ReplyReading, file: string): Wanted | undefined {
  return units.find((unit): unit is MissingUnit => unit.kind === "missing" && unit.file === file);
}

async function loaded(trees: SyntaxTrees, file: string): Promise<SyntaxLanguage | undefined> {
  const language = trees.grammarOf(file);
  if (language !== undefined) await trees.load(language);
  return language;
}

/** All blocks for one file: as the whole file where that was asked for or nothing else can be told, else as its functions and what stands beside them. */
async function placed(reading: ReplyReading, { file, blocks }: Placing, texts: FileTexts): Promise<Unusable | undefined> {
  const { trees, units, files } = reading;
  const source = texts.current(file) ?? (files.has(file) ? undefined : "");
  if (source === undefined) return unusable(`${file} cannot be read`);
  const language = await loaded(trees, file);
  const codes = blocks.map((block) => ({ ...block, code: withHiddenCharacters(block.code, source) }));
  const wanted = wantedIn(reading, file);
  if (language === undefined || units.some((unit) => unit.file === file && unit.kind === "file")) {
    const whole = wholeOf({ trees, language, before: source }, codes);
    if (whole.kind === "text") texts.put(file, whole.text);
    if (whole.kind === "text" || language === undefined) return whole.kind === "text" ? undefined : whole;
  }
  const { code, problem } = joined(trees, { language, source, codes });
  const result =
    code === "" ? unusable(problem ?? "it holds no code") : spliced(trees, { language, text: source, shown: shownIn(reading, file), wanted, code });
  if (result.kind === "unusable") return problem !== undefined && result.reason.startsWith(holdsNothing) ? unusable(problem) : result;
  // A block that cannot be read may be the answer, and the one that says nothing new its question.
  if (result.text === source && problem !== undefined) return unusable(problem);
  texts.put(file, result.text);
  return undefined;
}

/** The last block that is a whole file and changes it; else the last that is one; else why the last is none. */
function wholeOf(
  request: { readonly trees: SyntaxTrees; readonly language: SyntaxLanguage | undefined; readonly before: string },
  codes: readonly CodeBlock[],
): ReturnType<typeof wholeFile> {
  const results = codes.toReversed().map(({ code }) => wholeFile({ ...request, code }));
  const whole = results.filter(({ kind }) => kind === "text");
  return whole.find((one) => one.kind === "text" && one.text !== request.before) ?? whole[0] ?? results[0] ?? unusable("it holds no code");
}

const otherLanguages = /^(?:(?:ba|z|fi)?sh|shell\w*|console|te?xt|plaintext|output|log|diff|json|ya?ml|toml)$/i;

/** Blocks one after another, each as it parses by itself; those that do not are left out, and why the last of them does not is told. */
function joined(
  trees: SyntaxTrees,
  { language, source, codes }: { readonly language: SyntaxLanguage; readonly source: string; readonly codes: readonly CodeBlock[] },
): { readonly code: string; readonly problem: string | undefined } {
  const step = stepOf(trees.parse(language, source));
  const parts: string[] = [];
  let problem: string | undefined;
  const code = codes.filter(({ language: name }) => !otherLanguages.test(name));
  for (const block of code.length > 0 ? code : codes) {
    const read = readCode(trees, { language, code: block.code, step });
    if ("problem" in read) problem = read.problem;
    else parts.push(read.tree.text);
  }
  return { code: parts.join("\n\n"), problem };
}
