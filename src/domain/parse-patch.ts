import { applyPatch, parsePatch } from "diff";
import type { FileView } from "./file-view.js";
import type { FileChange, Patch } from "./patch.js";

export type ParsedPatch = { readonly kind: "patch"; readonly patch: Patch } | { readonly kind: "unusable"; readonly reason: string };

/** `fix.patch` as a patch against the tree `files` shows. Nothing is guessed: a hunk that does not stand exactly where it says makes it unusable. */
export function parseUnifiedDiff(text: string, files: FileView): ParsedPatch {
  const changes: FileChange[] = [];
  for (const file of parsePatch(text)) {
    const before = file.oldFileName === "/dev/null" ? undefined : stripSide(file.oldFileName);
    const path = file.newFileName === "/dev/null" ? before : stripSide(file.newFileName);
    if (path === undefined) return { kind: "unusable", reason: "a file of the patch has no name" };
    const source = before === undefined ? { text: "", encoding: "utf8" as const } : files.read(before);
    if (source === undefined) return { kind: "unusable", reason: `${path} is not in this checkout` };
    const after = applyPatch(source.text, file, { fuzzFactor: 0, autoConvertLineEndings: false });
    if (after === false) return { kind: "unusable", reason: `the patch does not apply to ${path}` };
    changes.push(
      changeOf({
        path,
        before: before === undefined ? undefined : source.text,
        after: file.newFileName === "/dev/null" ? undefined : after,
        encoding: source.encoding,
      }),
    );
  }
  return { kind: "patch", patch: { changes: changes.sort((one, other) => (one.path < other.path ? -1 : 1)) } };
}

interface Sides {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly encoding: FileChange["encoding"];
}

function changeOf({ path, before, after, encoding }: Sides): FileChange {
  if (after === undefined) return { kind: "delete", path, before: before ?? "", encoding };
  return before === undefined ? { kind: "add", path, after, encoding } : { kind: "modify", path, before, after, encoding };
}

function stripSide(name: string | undefined): string | undefined {
  return name?.replace(/^[ab]\//, "");
}
