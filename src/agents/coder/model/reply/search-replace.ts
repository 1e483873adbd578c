import { indentAt, type Range } from "../source/definition.js";
import { isInside } from "./indentation.js";
import { type Unusable, unusable } from "./usable-edit.js";

/** One block of a reply: in `path`, what is searched becomes what replaces it. */
export interface SearchReplace {
  /** "" = as in the block before. */
  readonly path: string;
  /** More than one where the block holds more lines that could be its middle. */
  readonly readings: readonly Reading[];
}

export interface Reading {
  readonly search: string;
  readonly replace: string;
}

export type ReadBlocks =
  | { readonly kind: "blocks"; readonly blocks: readonly SearchReplace[] /** The reply without them. */; readonly rest: string }
  | Unusable;

const searchMark = /^(<{5,9}) ?SEARCH>?\s*$/;
const replaceMark = /^>{5,9} ?REPLACE\s*$/;
const fence = /^ {0,3}(?:`{3,}|~{3,})/;

export function hasSearchBlocks(reply: string): boolean {
  return reply.split(/\r?\n/).some((line) => searchMark.test(line));
}

/** All blocks of a reply, or why they cannot be told apart. */
export function readSearchBlocks(reply: string): ReadBlocks {
  const lines = reply.replace(/\r\n?/g, "\n").split("\n");
  const blocks: SearchReplace[] = [];
  const rest: string[] = [];
  let path = "";
  let open: "none" | "code" | "blocks" = "none";
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const mark = searchMark.exec(line)?.[1];
    if (mark === undefined) {
      if (replaceMark.test(line)) return unusable("a search/replace block has no beginning");
      const isFence = fence.test(line);
      // What stands above fenced code names that code, not the blocks after it.
      if (isFence && open === "code") path = blocks.at(-1)?.path ?? "";
      if (isFence) open = open === "none" ? "code" : "none";
      const named = open !== "none" && !opensNext(lines, index) ? undefined : pathOn(line);
      path = named ?? path;
      if (open === "none" || named === undefined) rest.push(line);
      continue;
    }
    if (open === "code") open = "blocks";
    const end = lines.findIndex((one, at) => at > index && (replaceMark.test(one) || searchMark.test(one)));
    const inside = lines.slice(index + 1, end < 0 ? undefined : end);
    const readings = readingsOf(inside, mark.length);
    if (end < 0) return unusable("it ends in the middle of a search/replace block");
    if (readings.length === 0) return unusable("a search/replace block has no middle");
    if (!replaceMark.test(lines[end] ?? "")) return unusable("a search/replace block has no end");
    blocks.push({ path, readings });
    index = end;
  }
  return { kind: "blocks", blocks, rest: rest.join("\n") };
}

function opensNext(lines: readonly string[], index: number): boolean {
  return searchMark.test(lines.slice(index + 1).find((line) => line.trim() !== "") ?? "");
}

/** A middle line is as long as the mark that opens the block; other lengths count where there is none. */
function readingsOf(lines: readonly string[], length: number): Reading[] {
  const marks = lines.flatMap((line, index) => (/^={5,9}\s*$/.test(line) ? [index] : []));
  const exact = marks.filter((index) => lines[index]?.trimEnd().length === length);
  return (exact.length > 0 ? exact : marks).map((index) => ({ search: joined(lines.slice(0, index)), replace: joined(lines.slice(index + 1)) }));
}

/** A reply without its search/replace blocks. */
export function withoutSearchBlocks(reply: string): string {
  return reply.replace(/^<{5,9} ?SEARCH>?\s*$[\s\S]*?^>{5,9} ?REPLACE\s*$/gm, "");
}

function joined(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** A line that is nothing but a path, perhaps marked as heading, code or file. */
export function pathOn(line: string): string | undefined {
  const text = line
    .trim()
    .replace(/^#+\s*/, "")
    .replace(/^\*\*(.*)\*\*:?$/, "$1")
    .replace(/^(?:(?:new )?file(?: name)?|path)\s*:\s*/i, "")
    .replace(/:$/, "")
    .replace(/^`(.*)`$/, "$1");
  return /^[^\s`*<>|"']*[\w)\]]\.?[\w-]*$/.test(text) && /[./]/.test(text) && !/^\d|^```/.test(text) ? text : undefined;
}

export type Replaced = { readonly kind: "text"; readonly text: string } | Unusable;

/** Where strings over several lines stand in a text; without a grammar nothing is known of them. */
export type StringsOf = (text: string) => readonly Range[];

/** The text as the one reading of a block that fits it leaves it. */
export function replacedBy(text: string, readings: readonly Reading[], stringsOf: StringsOf = () => []): Replaced {
  const results = readings.map((reading) => replacedOnce(text, reading, stringsOf));
  const fitting = results.filter(({ kind }) => kind === "text");
  const [only] = fitting.length > 0 ? fitting : results;
  if (only === undefined || fitting.length > 1)
    return unusable("a search/replace block has several middle lines (=======) and more than one reading: give the whole function instead");
  return only;
}

/** The text with the one place that reads like `search` replaced: to the letter, else line by line without regard to blanks at the ends. More than one place is none. */
export function replacedOnce(text: string, { search, replace }: Reading, stringsOf: StringsOf = () => []): Replaced {
  if (search.trim() === "") return unusable("a search part is empty");
  const exact = placesOf(text, search);
  if (exact.length === 1) return { kind: "text", text: text.slice(0, exact[0]) + replace + text.slice((exact[0] ?? 0) + search.length) };
  if (exact.length > 1) return unusable("a search part stands in the file more than once");
  return replacedLoosely(text, { search, replace }, stringsOf);
}

function placesOf(text: string, search: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + 1)) if (at === 0 || text[at - 1] === "\n") found.push(at);
  return found;
}

function replacedLoosely(text: string, { search, replace }: Reading, stringsOf: StringsOf): Replaced {
  const lines = text.split("\n");
  const wanted = trimmedLines(search);
  const starts = lines.flatMap((_, index) => (wanted.every((line, offset) => (lines[index + offset] ?? "\0").trim() === line) ? [index] : []));
  const [start, second] = starts;
  if (start === undefined) return unusable("a search part does not stand in the file");
  if (second !== undefined) return unusable("a search part stands in the file more than once");
  const old = lines.slice(start, start + wanted.length);
  const shift = shiftOf(lines, start, search);
  const told = trimmedEnds(replace);
  const before = lines.slice(0, start);
  const after = lines.slice(start + wanted.length);
  const shifted = told.map((line) => (line.trim() === "" ? "" : shift(line)));
  const strings = stringsOf([...before, ...shifted, ...after].join("\n"));
  let at = before.reduce((sum, line) => sum + line.length + 1, 0);
  const inserted = shifted.map((line, index) => {
    const start = at;
    at += line.length + 1;
    return isInside(strings, start) ? stringLine(told[index] ?? "", old) : line;
  });
  return { kind: "text", text: [...before, ...inserted, ...after].join("\n") };
}

/** A line inside a string has no depth: it is the file's where the file has it, else what the reply says to the letter. */
function stringLine(told: string, old: readonly string[]): string {
  return old.find((line) => line.trim() === told.trim()) ?? told;
}

function trimmedEnds(text: string): string[] {
  const lines = text.replace(/\n$/, "").split("\n");
  while (lines[0]?.trim() === "") lines.shift();
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
}

function trimmedLines(text: string): string[] {
  return trimmedEnds(text).map((line) => line.trim());
}

/** Lines come to the depth the file has where the search part was found. */
function shiftOf(lines: readonly string[], start: number, search: string): (line: string) => string {
  const wanted = trimmedEnds(search);
  const offset = wanted.findIndex((line) => line.trim() !== "");
  const inFile = lines[start + offset] ?? "";
  const inReply = wanted[offset] ?? "";
  const there = indentAt(inFile, inFile.length - inFile.trimStart().length);
  const here = indentAt(inReply, inReply.length - inReply.trimStart().length);
  return (line) => there + (line.startsWith(here) ? line.slice(here.length) : line.trimStart());
}
