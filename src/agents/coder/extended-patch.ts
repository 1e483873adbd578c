import type { FileView, SourceText } from "../../domain/file-view.js";
import type { FileChange, Patch } from "../../domain/patch.js";

/** The tree a coder edits and the patch that made it of the base. */
export interface EditedTree {
  readonly files: FileView;
  readonly parent: Patch;
}

export interface FileText {
  readonly path: string;
  readonly after: string;
}

/** The parent's changes with `path` brought to `after`, against the base tree; undefined when that only takes back what the parent did, or changes nothing. */
export function extendedPatch(tree: EditedTree, path: string, after: string): Patch | undefined {
  const source = tree.files.read(path);
  if (source === undefined || blanksApart(source.text) === blanksApart(after)) return undefined;
  const known = tree.parent.changes.find((change) => change.path === path);
  if (known?.kind === "modify" && known.before === after) return undefined;
  return withChange(tree.parent, changed(known, { kind: "modify", path, before: source.text, after, encoding: source.encoding }, after));
}

/** Several files at once, new ones included; blanks inside a line count here. Undefined when the tree stays as the parent left it, or as the base was. */
export function extendedByFiles(tree: EditedTree, texts: readonly FileText[]): Patch | undefined {
  let patch: Patch | undefined;
  for (const { path, after } of texts) {
    const source = tree.files.read(path);
    if (source !== undefined && withoutLineEndBlanks(source.text) === withoutLineEndBlanks(after)) continue;
    const parent: Patch = patch ?? tree.parent;
    const known = parent.changes.find((change) => change.path === path);
    if (known?.kind === "modify" && known.before === after) patch = { changes: parent.changes.filter((change) => change !== known) };
    else patch = withChange(parent, changed(known, freshChange(path, source, after), after));
  }
  return patch?.changes.length === 0 ? undefined : patch;
}

function freshChange(path: string, source: SourceText | undefined, after: string): FileChange {
  if (source === undefined) return { kind: "add", path, after, encoding: "utf8" };
  return { kind: "modify", path, before: source.text, after, encoding: source.encoding };
}

function changed(known: FileChange | undefined, fresh: FileChange, after: string): FileChange {
  if (known?.kind === "delete") return { ...known, kind: "modify", after };
  return known === undefined ? fresh : { ...known, after };
}

function withChange(parent: Patch, change: FileChange): Patch {
  const others = parent.changes.filter((other) => other.path !== change.path);
  return { changes: [...others, change].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Runs of blanks inside a line do not make another program; blanks at its start may. */
export function blanksApart(text: string): string {
  return text.replace(/(\S)[ \t]+/g, "$1 ");
}

function withoutLineEndBlanks(text: string): string {
  return text.replace(/[ \t\r]+$/gm, "").trimEnd();
}
