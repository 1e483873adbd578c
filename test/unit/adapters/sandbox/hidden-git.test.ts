import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hiddenGitPaths } from "../../../../src/adapters/sandbox/hidden-git.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "heal-git-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("git folders to hide", () => {
  it("are the root's, those of checkouts close below, and those of submodules at any depth", async () => {
    for (const path of [".git", "tools/.git", "a/b/.git", "node_modules/x/.git", "d/e/f/g/sub"]) mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, "d/e/f/g/sub/.git"), "gitdir: ../../../../../.git/modules/sub");
    writeFileSync(join(root, ".gitmodules"), '[submodule "sub"]\n  path = d/e/f/g/sub\n[submodule "evil"]\n  path = ../outside\n');
    expect(await hiddenGitPaths(root)).toEqual([".git", "a/b/.git", "d/e/f/g/sub/.git", "tools/.git"]);
  });

  it("are looked for in a bounded part of a large tree", async () => {
    for (let number = 0; number < 600; number += 1) mkdirSync(join(root, `p${String(number).padStart(3, "0")}`, ".git"), { recursive: true });
    expect((await hiddenGitPaths(root)).length).toBeLessThanOrEqual(200);
  });
});
