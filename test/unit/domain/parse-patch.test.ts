import { expect, test } from "vitest";
import { parseUnifiedDiff } from "../../../src/domain/parse-patch.js";
import type { FileChange, Patch, TextEncoding } from "../../../src/domain/patch.js";
import { patchFile } from "../../../src/render/unified-diff.js";

function viewBefore(patch: Patch) {
  const before = new Map(
    patch.changes.flatMap((change): [string, { text: string; encoding: TextEncoding }][] => {
      return change.kind === "add" ? [] : [[change.path, { text: change.before, encoding: change.encoding }]];
    }),
  );
  return { paths: () => [...before.keys()], has: (path: string) => before.has(path), read: (path: string) => before.get(path) };
}

const modified = (path: string, before: string, after: string, encoding: TextEncoding = "utf8"): FileChange => ({
  kind: "modify",
  path,
  before,
  after,
  encoding,
});

test.each<[string, readonly FileChange[]]>([
  ["files in several encodings", [modified("a.py", "x = 'ü'\n", "x = 'é€'\n"), modified("b.py", "y = '\u00fc'\n", "y = '\u00e9'\n", "latin1")]],
  ["line ends of both kinds", [modified("a.txt", "one\r\ntwo\nthree\r\n", "one\r\n2\nthree\r\n")]],
  ["a file without a last line end", [modified("a.txt", "one\ntwo", "one\n2")]],
  ["a file with a byte order mark", [modified("a.txt", "\uFEFFone\n", "\uFEFF1\n")]],
  ["a path that is not ASCII", [modified("straße/ä.txt", "one\n", "1\n")]],
  [
    "an added and a deleted file",
    [
      { kind: "add", path: "a.txt", after: "new\n", encoding: "utf8" },
      { kind: "delete", path: "b.txt", before: "old\n", encoding: "utf8" },
    ],
  ],
])("what was written of %s is read back the same", (_, changes) => {
  const patch: Patch = { changes };
  expect(parseUnifiedDiff(patchFile(patch), viewBefore(patch))).toEqual({ kind: "patch", patch });
});

test("a patch that does not stand exactly where it says is unusable", () => {
  const patch: Patch = { changes: [modified("a.txt", "one\ntwo\n", "one\n2\n")] };
  const moved: Patch = { changes: [modified("a.txt", "zero\none\nTWO\n", "")] };
  expect(parseUnifiedDiff(patchFile(patch), viewBefore(moved))).toEqual({ kind: "unusable", reason: "the patch does not apply to a.txt" });
  expect(parseUnifiedDiff(patchFile(patch), viewBefore({ changes: [] }))).toEqual({ kind: "unusable", reason: "a.txt is not in this checkout" });
});
