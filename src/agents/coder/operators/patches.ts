import type { Brief } from "../../../domain/brief.js";
import type { FileChange, Patch } from "../../../domain/patch.js";
import type { TextEdit } from "./operator.js";

/** The text with all edits made; nothing but the edited ranges changes. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const change of [...edits].sort((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, change.start) + change.text + result.slice(change.end);
  return result;
}

/** The parent's changes with `path` brought to `after`, against the base tree; undefined when that only takes back what the parent did, or changes nothing. */
export function extendedPatch(brief: Brief, path: string, after: string): Patch | undefined {
  const source = brief.files.read(path);
  if (source === undefined || blanksApart(source.text) === blanksApart(after)) return undefined;
  const known = brief.parent.changes.find((change) => change.path === path);
  if (known?.kind === "modify" && known.before === after) return undefined;
  const change: FileChange =
    known?.kind === "modify" || known?.kind === "add" ? { ...known, after } : { kind: "modify", path, before: source.text, after, encoding: source.encoding };
  const others = brief.parent.changes.filter((other) => other.path !== path);
  return { changes: [...others, change].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Runs of blanks inside a line do not make another program; blanks at its start may. */
export function blanksApart(text: string): string {
  return text.replace(/(\S)[ \t]+/g, "$1 ");
}
