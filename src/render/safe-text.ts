import { stripVTControlCharacters } from "node:util";

/** Line ends and tabs aside: controls, formats (zero width, direction, tags), separators some reader takes for a line's end, lone surrogates. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** GitHub offers no escape for a mention or a reference in running text; a zero-width space inside it breaks it and is not seen. */
const breakSpace = "&#8203;";
const closing = /\b(clos(?:e|es|ed|ing)|fix(?:es|ed|ing)?|resolv(?:e|es|ed|ing)|implement(?:s|ed|ing)?)(\s*:?\s+)(?=(?:[\w.-]+\/[\w.-]+)?#\d|gh-\d|https?:)/gi;

/** Text of any origin for people: no terminal sequences; characters nobody sees stand as escapes, so that nothing hides in it. */
export function visible(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\r\n?/g, "\n")
    .replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** `::name` at the start of a line after white space, and `##[name` anywhere in it: a hosted runner that logs such a line obeys it. */
const commandStart = /^([\s\p{Z}]*):(?=:)/u;
const oldCommand = /#(?=#\[)/g;

/** Visible text that may reach a hosted runner's log: no line of it is a command to the runner. */
export function uncommanded(text: string): string {
  return visible(text).split("\n").map(withoutCommand).join("\n");
}

/** Broken by a character that is not seen, like a mention: what is read stays the same. */
function withoutCommand(line: string): string {
  return line.replace(commandStart, "$1:\u200b").replace(oldCommand, "#\u200b");
}

/** On one line, cut at `most` UTF-16 units with a mark. */
export function oneLine(text: string, most: number): string {
  return cut(visible(text).replace(/\s+/g, " ").trim(), most);
}

/** Never splits a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 2)) ? most - 2 : most - 1;
  return `${text.slice(0, Math.max(0, end))}…`;
}

/** Running text: no markup, HTML, mention, reference, link or issue-closing keyword of it is alive. */
export function inline(text: string, most = 400): string {
  return oneLine(text, most)
    .replace(/[\\`*_[\]|~$<]|&(?=#?\w+;)/g, "\\$&")
    .replaceAll("@", `@${breakSpace}`)
    .replace(/(?<!&)#(?=\d)/g, `#${breakSpace}`)
    .replace(/gh-(?=\d)/gi, (prefix) => `${prefix}${breakSpace}`)
    .replaceAll("://", `:${breakSpace}//`)
    .replace(/\bwww\./gi, (prefix) => `${prefix.slice(0, -1)}${breakSpace}.`);
}

/** A code span, in which GitHub looks for no mention; a closing keyword is broken all the same. */
export function code(text: string, most = 200): string {
  const shown = unclosing(oneLine(text, most));
  const marks = "`".repeat(longestRun(shown) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) || shown === "" ? " " : "";
  return `${marks}${pad}${shown}${pad}${marks}`;
}

export interface FenceOptions {
  readonly language: "diff" | "text";
  readonly mostLines: number;
  /** UTF-16 units of one line. */
  readonly mostColumns?: number;
}

/** A fence longer than any inside; no line of it starts like a command to a bot or to a runner. */
export function fence(text: string, { language, mostLines, mostColumns = 300 }: FenceOptions): string {
  const lines = visible(text).replace(/\n+$/, "").split("\n");
  const shown = lines.slice(0, mostLines).map((line) => withoutCommand(unclosing(cut(line, mostColumns).replace(/^\//, " /"))));
  if (lines.length > shown.length) shown.push(`… ${lines.length - shown.length} more lines`);
  const marks = "`".repeat(Math.max(3, longestRun(shown.join("\n")) + 1));
  return `${marks}${language}\n${shown.join("\n")}\n${marks}`;
}

function unclosing(text: string): string {
  return text.replace(closing, "$1\u200b$2");
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
