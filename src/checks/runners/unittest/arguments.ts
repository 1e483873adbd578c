import type { Invocation } from "../command/invocation.js";
import { fileName } from "../command/paths.js";

/** How `python -m unittest` was told what to run. */
export interface UnittestArguments {
  readonly discovers: boolean;
  /** Start folder of the discovery, as written; "." by default. */
  readonly start: string;
  readonly pattern: string;
  readonly keyword: string | undefined;
  /** Words without the pattern, ready to take another `-p`. */
  readonly withoutPattern: readonly string[];
}

const VALUED: Readonly<Record<string, "start" | "pattern" | "top" | "keyword">> = {
  "-s": "start",
  "--start-directory": "start",
  "-p": "pattern",
  "--pattern": "pattern",
  "-t": "top",
  "--top-level-directory": "top",
  "-k": "keyword",
};

export function unittestArguments(invocation: Invocation): UnittestArguments {
  const words = invocation.arguments.map((word) => word.text);
  const values: Record<string, string> = {};
  const positional: string[] = [];
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const [option = "", inline] = word.startsWith("--") ? word.split("=", 2) : [word];
    const meaning = VALUED[option];
    const value = meaning === undefined ? undefined : (inline ?? words[at + 1]);
    if (meaning !== undefined && value !== undefined) values[meaning] = value;
    if (meaning === undefined && !word.startsWith("-")) positional.push(word);
    if (meaning !== "pattern") kept.push(...(meaning === undefined || inline !== undefined ? [word] : [word, value ?? ""]));
    if (meaning !== undefined && inline === undefined) at += 1;
  }
  return fromParts({ positional, values, kept });
}

function fromParts(parts: { positional: readonly string[]; values: Readonly<Record<string, string>>; kept: readonly string[] }): UnittestArguments {
  const [first, start, pattern] = parts.positional;
  const discovers = first === undefined || first === "discover";
  return {
    discovers,
    start: parts.values["start"] ?? (discovers ? start : undefined) ?? ".",
    pattern: parts.values["pattern"] ?? (discovers ? pattern : undefined) ?? "test*.py",
    keyword: parts.values["keyword"],
    withoutPattern: first === undefined ? ["discover", ...parts.kept] : parts.kept.filter((word) => pattern === undefined || word !== pattern),
  };
}

/** Does the discovery's glob take this file? */
export function matchesPattern(path: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|\\[\]]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`).test(fileName(path));
}
