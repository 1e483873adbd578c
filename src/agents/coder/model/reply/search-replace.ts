import { indentAt } from "../source/definition.js";
import { type Unusable, unusable } from "./usable-edit.js";

/** One block of a reply: in `path`, `search` becomes `replace`. */
export interface SearchReplace {
  /** "" = as in the block before. */
  readonly path: string;
  readonly search: string;
  readonly replace: string;
}

export type ReadBlocks = { readonly kind: "blocks"; readonly blocks: readonly SearchReplace[] } | Unusable;

const searchMark = /^<{5,9} ?SEARCH>?\s*$/;
const middleMark = /^={5,9}\s*$/;
const replaceMark = /^>{5,9} ?REPLACE\s*$/;

export function hasSearchBlocks(reply: string): boolean {
  return reply.split(/\r?\n/).some((line) => searchMark.test(line));
}

/** All blocks of a reply, or why they cannot be told apart. */
export function readSearchBlocks(reply: string): ReadBlocks {
  const blocks: SearchReplace[] = [];
  let part: "outside" | "search" | "replace" = "outside";
  let path = "";
  let search: string[] = [];
  let replace: string[] = [];
  for (const line of reply.replace(/\r\n?/g, "\n").split("\n")) {
    if (part === "outside") {
      if (searchMark.test(line)) part = "search";
      else if (replaceMark.test(line)) return unusable("a search/replace block has no beginning");
      else path = pathOn(line) ?? path;
    } else if (part === "search") {
      if (middleMark.test(line)) part = "replace";
      else if (searchMark.test(line) || replaceMark.test(line)) return unusable("a search/replace block has no middle");
      else search.push(line);
    } else if (replaceMark.test(line)) {
      blocks.push({ path, search: joined(search), replace: joined(replace) });
      [search, replace, part] = [[], [], "outside"];
    } else if (searchMark.test(line)) return unusable("a search/replace block has no end");
    else replace.push(line);
  }
  return part === "outside" ? { kind: "blocks", blocks } : unusable("it ends in the middle of a search/replace block");
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

/** The text with the one place that reads like `search` replaced: to the letter, else line by line without regard to blanks at the ends. More than one place is none. */
export function replacedOnce(text: string, { search, replace }: Pick<SearchReplace, "search" | "replace">): Replaced {
  if (search.trim() === "") return unusable("a search part is empty");
  const exact = placesOf(text, search);
  if (exact.length === 1) return { kind: "text", text: text.slice(0, exact[0]) + replace + text.slice((exact[0] ?? 0) + search.length) };
  if (exact.length > 1) return unusable("a search part stands in the file more than once");
  return replacedLoosely(text, search, replace);
}

function placesOf(text: string, search: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + 1)) if (at === 0 || text[at - 1] === "\n") found.push(at);
  return found;
}

function replacedLoosely(text: string, search: string, replace: string): Replaced {
  const lines = text.split("\n");
  const wanted = trimmedLines(search);
  const starts = lines.flatMap((_, index) => (wanted.every((line, offset) => (lines[index + offset] ?? "\0").trim() === line) ? [index] : []));
  const [start, second] = starts;
  if (start === undefined) return unusable("a search part does not stand in the file");
  if (second !== undefined) return unusable("a search part stands in the file more than once");
  const shift = shiftOf(lines, start, search);
  const inserted = trimmedEnds(replace).map((line) => (line.trim() === "" ? "" : shift(line)));
  return { kind: "text", text: [...lines.slice(0, start), ...inserted, ...lines.slice(start + wanted.length)].join("\n") };
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
