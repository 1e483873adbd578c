import { type CaseName, HOOK_TITLE } from "../../../domain/case.js";
import { distinct, escapeForRegExp } from "./find.js";

/** Cases that one command can select exactly. */
export interface CaseGroup {
  readonly files: readonly string[];
  /** A regular expression over full names; undefined = the whole files. */
  readonly pattern: string | undefined;
}

export interface TitleRules {
  /** A regular expression for what stands between titles in the runner's full names. */
  readonly separator: string;
  /** Is this last title the name of a hook? Hooks run when a test of their suite does. */
  readonly isHook?: (title: string) => boolean;
}

/** Whole files (those that could not be loaded, or whose own hook broke) and named cases never share a command: the name pattern would empty the files. */
export function groupCases(cases: readonly CaseName[], rules: TitleRules): CaseGroup[] {
  const selections = cases.map((name) => ({ file: name.file, source: sourceOf(name.titlePath, rules) }));
  const whole = distinct(selections.filter((selection) => selection.source === "").map((selection) => selection.file));
  const named = selections.filter((selection) => selection.source !== "" && !whole.includes(selection.file));
  const groups: CaseGroup[] = whole.length === 0 ? [] : [{ files: whole, pattern: undefined }];
  if (named.length > 0)
    groups.push({
      files: distinct(named.map((selection) => selection.file)),
      pattern: `^(?:${distinct(named.map((selection) => selection.source)).join("|")})$`,
    });
  return groups;
}

function sourceOf(titlePath: readonly string[], rules: TitleRules): string {
  const last = titlePath.at(-1) ?? "";
  const isHook = last === HOOK_TITLE || rules.isHook?.(last) === true;
  const titles = isHook ? titlePath.slice(0, -1) : titlePath;
  const source = titles.map(escapeForRegExp).join(rules.separator);
  return isHook && source !== "" ? `${source}${rules.separator}[\\s\\S]*` : source;
}
