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

/** The parent's changes with `path` brought to `after`, against the base tree. */
export function extendedPatch(brief: Brief, path: string, after: string): Patch | undefined {
  const source = brief.files.read(path);
  if (source === undefined) return undefined;
  const known = brief.parent.changes.find((change) => change.path === path);
  const change = changed(known, { path, before: source.text, after, encoding: source.encoding });
  const others = brief.parent.changes.filter((other) => other.path !== path);
  const changes = change === undefined ? others : [...others, change];
  return { changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function changed(known: FileChange | undefined, modify: Omit<Extract<FileChange, { kind: "modify" }>, "kind">): FileChange | undefined {
  if (known === undefined || known.kind === "delete")
    return modify.before.replace(/(\S)[ \t]+/g, "$1 ") === modify.after.replace(/(\S)[ \t]+/g, "$1 ") ? undefined : { kind: "modify", ...modify };
  if (known.kind === "add") return { ...known, after: modify.after };
  return known.before === modify.after ? undefined : { ...known, after: modify.after };
}
