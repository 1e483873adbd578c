import { applyPatch, parsePatch, type StructuredPatch } from "diff";
import type { FileView } from "./file-view.js";
import type { FileChange, Patch, TextEncoding } from "./patch.js";

export type ParsedPatch = { readonly kind: "patch"; readonly patch: Patch } | { readonly kind: "unusable"; readonly reason: string };

/**
 * The bytes of `fix.patch` as a patch against the tree `files` shows; each file's part is read in that file's own encoding.
 * Nothing is guessed: a hunk that does not stand exactly where it says makes it unusable.
 */
export function parseUnifiedDiff(bytes: Uint8Array, files: FileView): ParsedPatch {
  const changes: FileChange[] = [];
  for (const raw of parsePatch(Buffer.from(bytes).toString("latin1"))) {
    const file = { oldFileName: decoded(raw.oldFileName ?? "", "utf8"), newFileName: decoded(raw.newFileName ?? "", "utf8") };
    const before = file.oldFileName === "/dev/null" ? undefined : stripSide(file.oldFileName);
    const path = file.newFileName === "/dev/null" ? before : stripSide(file.newFileName);
    if (path === undefined) return { kind: "unusable", reason: "a file of the patch has no name" };
    const source = before === undefined ? { text: "", encoding: "utf8" as const } : files.read(before);
    if (source === undefined) return { kind: "unusable", reason: `${path} is not in this checkout` };
    const after = applyPatch(source.text, decodedHunks(raw, source.encoding), { fuzzFactor: 0, autoConvertLineEndings: false });
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

function decodedHunks(file: StructuredPatch, encoding: TextEncoding): StructuredPatch {
  return { ...file, hunks: file.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map((line) => decoded(line, encoding)) })) };
}

function decoded(latin1: string, encoding: TextEncoding): string {
  return Buffer.from(latin1, "latin1").toString(encoding);
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

function stripSide(name: string): string | undefined {
  return name === "" ? undefined : name.replace(/^[ab]\//, "");
}
