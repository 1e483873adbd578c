import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writePatchFiles } from "../../../../src/adapters/sandbox/layers.js";
import type { FileChange } from "../../../../src/domain/patch.js";

let scene: string;
let base: string;
let folder: string;
beforeEach(() => {
  scene = mkdtempSync(join(tmpdir(), "heal-layers-"));
  base = join(scene, "base");
  folder = join(scene, "layer");
  mkdirSync(join(base, "bin"), { recursive: true });
  writeFileSync(join(base, "bin/run"), "old", { mode: 0o755 });
});
afterEach(() => rmSync(scene, { recursive: true, force: true }));

function lay(...changes: FileChange[]): ReturnType<typeof writePatchFiles> {
  return writePatchFiles({ changes }, base, folder);
}

describe("a patch as files", () => {
  it("holds what is added or changed and lists what is deleted", async () => {
    const files = await lay(
      { kind: "add", path: "new/deep/file.txt", after: "n", encoding: "utf8" },
      { kind: "modify", path: "bin/run", before: "old", after: "new", encoding: "utf8" },
      { kind: "delete", path: "bin/gone", before: "g", encoding: "utf8" },
    );
    expect(files.deletions).toEqual(["bin/gone"]);
    expect([readFileSync(join(folder, "new/deep/file.txt"), "utf8"), readFileSync(join(folder, "bin/run"), "utf8")]).toEqual(["n", "new"]);
    expect(readFileSync(join(base, "bin/run"), "utf8")).toBe("old");
  });

  it("keeps the modes of the base's files and folders", async () => {
    chmodSync(join(base, "bin"), 0o750);
    await lay({ kind: "modify", path: "bin/run", before: "old", after: "new", encoding: "utf8" });
    expect([statSync(join(folder, "bin")).mode & 0o777, statSync(join(folder, "bin/run")).mode & 0o777]).toEqual([0o750, 0o755]);
  });

  it("writes bytes that are no UTF-8 back as they were", async () => {
    await lay({ kind: "add", path: "bytes", after: "a\u00ff\u0000", encoding: "latin1" });
    expect([...readFileSync(join(folder, "bytes"))]).toEqual([0x61, 0xff, 0x00]);
  });

  it.each(["../out", "/abs", "a//b", "a/./b", "a/../../b", ""])("refuses the path %j", async (path) => {
    await expect(lay({ kind: "add", path, after: "x", encoding: "utf8" })).rejects.toThrow("is no plain relative path");
  });

  it("refuses to write through or over a symbolic link of the base", async () => {
    mkdirSync(join(scene, "outside"));
    symlinkSync(join(scene, "outside"), join(base, "linked"));
    await expect(lay({ kind: "add", path: "linked/file", after: "x", encoding: "utf8" })).rejects.toThrow("symbolic link: linked");
    expect(existsSync(join(scene, "outside/file"))).toBe(false);
  });
});
