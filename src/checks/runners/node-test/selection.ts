import { type CaseName, HOOK_TITLE } from "../../../domain/case.js";
import { distinct, escapeForRegExp } from "../javascript/find.js";

export interface NodeSelection {
  readonly files: readonly string[];
  /** Regular expressions over full names (titles joined by a space); none = the whole files. */
  readonly patterns: readonly string[];
}

/** Files and name patterns that run just these cases. A file that could not be loaded is run whole, so no pattern may narrow the run then. */
export function nodeSelection(cases: readonly CaseName[], textOf: (path: string) => string): NodeSelection {
  const files = distinct(cases.map((name) => name.file));
  if (cases.some((name) => name.titlePath.length === 0)) return { files, patterns: [] };
  return { files, patterns: distinct(cases.map((name) => `^${escapeForRegExp(selectable(name, textOf(name.file)).join(" "))}$`)) };
}

/**
 * Titles down to the deepest node that a name pattern can reach: subtests made with `t.test()` exist only while their parent runs,
 * so the parent is selected instead. A hook is reached through its suite.
 */
function selectable(name: CaseName, text: string): readonly string[] {
  const titles = name.titlePath.at(-1) === HOOK_TITLE ? name.titlePath.slice(0, -1) : name.titlePath;
  const firstTest = titles.findIndex((title, index) => index < titles.length - 1 && isTest(title, text));
  return firstTest === -1 ? titles : titles.slice(0, firstTest + 1);
}

/** Is this title declared by `test(` or `it(` and nowhere by `describe(` or `suite(`? */
function isTest(title: string, text: string): boolean {
  const quoted = escapeForRegExp(title);
  const declared = (words: string): boolean => new RegExp(`\\b(?:${words})(?:\\.\\w+)*\\s*\\(\\s*["'\`]${quoted}["'\`]`).test(text);
  return declared("test|it") && !declared("describe|suite");
}
