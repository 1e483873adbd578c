import type { Check } from "../../../domain/check.js";
import type { FileView } from "../../../domain/file-view.js";
import { findInvocations, type Invocation, splice } from "../command/invocation.js";
import type { Rewritten } from "../command/rewrite.js";
import { quote } from "../command/shell-line.js";

/** Variable that tells the injected reporters where to write. */
export const OUT_VARIABLE = "HEAL_OUT";

/** The last invocation a runner calls its own: what a chain ends with is what a check is about. */
export function lastInvocation(check: Check, files: FileView, isOwn: (invocation: Invocation) => boolean): Invocation | undefined {
  return findInvocations(check, files).map(withoutManager).findLast(isOwn);
}

/** `pnpm vitest` and `yarn jest` start a binary of that name when no script is called so. */
function withoutManager(invocation: Invocation): Invocation {
  const [first, ...rest] = invocation.arguments;
  if (!/^(?:pnpm|yarn)$/.test(invocation.program) || first === undefined || !/^[a-z][\w-]*$/.test(first.text)) return invocation;
  return { ...invocation, program: first.text, arguments: rest, argumentsStart: first.end };
}

/** The check's whole command with words put right behind the program's name. */
export function insertArguments(invocation: Invocation, words: readonly string[], check: Check): Rewritten {
  const at = { start: invocation.argumentsStart, end: invocation.argumentsStart };
  const text = splice(invocation.line.shell.text, at, words.map((word) => ` ${quote(word)}`).join(""));
  return { command: invocation.line.wrap(text), directory: check.directory };
}

/** Options and file arguments of a command line, told apart. */
export interface SplitArguments {
  /** Options with their values, in order. */
  readonly options: readonly string[];
  readonly positionals: readonly string[];
}

export interface OptionRules {
  /** Options whose value is the next word. */
  readonly valued: ReadonlySet<string>;
  /** Options (with their values) that are left out. */
  readonly dropped: ReadonlySet<string>;
}

/** `--name value`, `--name=value` and lone words. What follows a bare `--` is positional. */
export function splitArguments(words: readonly string[], rules: OptionRules): SplitArguments {
  const options: string[] = [];
  const positionals: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") return { options, positionals: [...positionals, ...words.slice(at + 1)] };
    if (!word.startsWith("-") || word === "-") {
      positionals.push(word);
      continue;
    }
    const takesNext = rules.valued.has(word);
    const taken = takesNext ? words.slice(at, at + 2) : [word];
    if (takesNext) at += 1;
    if (!rules.dropped.has(word.split("=", 1)[0] ?? word)) options.push(...taken);
  }
  return { options, positionals };
}

/** A text as a regular expression that matches just it. */
export function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** The values that appear, each once, in order. */
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
