import { execFile } from "node:child_process";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { deflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLocalWorkspace } from "../../../src/adapters/workspace/local-workspace.js";
import { openPinnedCommit, type PinnedCommit } from "../../../src/adapters/workspace/pinned-commit.js";

const run = promisify(execFile);
const identity = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.org", GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.org" };

let folder: string;
let checkout: string;
const opened: PinnedCommit[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heal-pinned-"));
  checkout = join(folder, "check out 'x'");
  await mkdir(checkout);
  await git("init", "--quiet", "--initial-branch=main");
});

afterEach(async () => {
  for (const pinned of opened.splice(0)) await pinned.close();
  expect((await readdir(folder)).sort()).toEqual(["check out 'x'"]);
  await rm(folder, { recursive: true, force: true });
});

async function git(...args: string[]): Promise<string> {
  const environment = { PATH: process.env.PATH ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1", ...identity };
  return (await run("git", ["-C", checkout, ...args], { env: environment })).stdout.trim();
}

async function put(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await writeFile(join(checkout, path), content);
  }
}

async function commit(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  await put(files);
  await git("add", "--all");
  await git("commit", "--quiet", "-m", "files");
  return git("rev-parse", "HEAD");
}

async function pin(commits: readonly string[]): Promise<PinnedCommit> {
  const pinned = await openPinnedCommit({ checkout, commits, scratch: folder });
  opened.push(pinned);
  return pinned;
}

function pinnedFile(pinned: PinnedCommit, path: string): Promise<Buffer> {
  return readFile(join(pinned.tree.from ?? "", path));
}

describe("the pinned commit's files", () => {
  it("are laid out byte for byte whatever the checkout looks like now", async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x0d, 0x0a]);
    await put({ "run.sh": "#!/bin/sh\n" });
    await chmod(join(checkout, "run.sh"), 0o755);
    await symlink("../../outside", join(checkout, "link"));
    const sha = await commit({ "a.txt": "pinned\r\n", "deep/b.bin": bytes, 'name with "quotes"\n.txt': "odd\n" });
    await put({ "a.txt": "changed by a step\n", "untracked.txt": "left by a step\n" });
    await rm(join(checkout, "deep"), { recursive: true });
    const pinned = await pin([sha]);
    expect(pinned).toMatchObject({ commit: sha, notes: [], tree: { root: checkout, overlays: [] } });
    expect((await pinnedFile(pinned, "a.txt")).toString()).toBe("pinned\r\n");
    expect(await pinnedFile(pinned, "deep/b.bin")).toEqual(bytes);
    expect(await readlink(join(pinned.tree.from ?? "", "link"))).toBe("../../outside");
    expect((await lstat(join(pinned.tree.from ?? "", "run.sh"))).mode & 0o777).toBe(0o755);
    expect((await readdir(pinned.tree.from ?? "")).sort()).toEqual(["a.txt", "deep", "link", 'name with "quotes"\n.txt', "run.sh"]);
  });

  it("give a workspace with the digest of an untouched checkout of the same commit", async () => {
    const sha = await commit({ "src/a.js": "a\n", "b.txt": "b\n" });
    const local = await (await openLocalWorkspace(checkout)).digest();
    await put({ "src/a.js": "changed\n" });
    const { workspace } = await pin([sha]);
    expect(await workspace.digest()).toBe(local);
    expect(workspace.view.read("src/a.js")?.text).toBe("a\n");
    expect(workspace.root).toBe(checkout);
  });

  it("do not come from a store in which an earlier step changed an object", async () => {
    const sha = await commit({ "a.txt": "pinned\n" });
    const blob = await git("rev-parse", `${sha}:a.txt`);
    const path = join(checkout, ".git/objects", blob.slice(0, 2), blob.slice(2));
    await rm(path);
    await writeFile(path, deflateSync(Buffer.from("blob 7\0forged\n")));
    await expect(pin([sha])).rejects.toThrow(/holds other bytes than its name says/);
  });

  it("are those of the commit that is checked out when a pull request offers two", async () => {
    const head = await commit({ "a.txt": "head\n" });
    const merge = await commit({ "a.txt": "merge\n" });
    expect((await pin([merge, head])).commit).toBe(merge);
    await git("checkout", "--quiet", "--detach", head);
    expect((await pin([merge, head])).commit).toBe(head);
    expect((await pin(["d".repeat(40), merge])).commit).toBe(merge);
  });

  it("work in a repository with SHA-256 names", async () => {
    await rm(join(checkout, ".git"), { recursive: true });
    await git("init", "--quiet", "--object-format=sha256");
    const sha = await commit({ "a.txt": "long names\n" });
    expect((await pinnedFile(await pin([sha]), "a.txt")).toString()).toBe("long names\n");
  });

  it("hold a file of several megabytes", async () => {
    const big = Buffer.alloc(5_000_000, "0123456789\n");
    const sha = await commit({ "big.txt": big, "z.txt": "after\n" });
    const pinned = await pin([sha]);
    expect((await pinnedFile(pinned, "big.txt")).equals(big)).toBe(true);
    expect((await pinnedFile(pinned, "z.txt")).toString()).toBe("after\n");
  });
});

describe("what git would run for a repository", () => {
  it("is not run: monitor, filter, hooks, alternates of its configuration", async () => {
    const sha = await commit({ "a.txt": "a\n", ".gitattributes": "*.txt filter=evil\n", ".gitignore": "out/\n" });
    const marker = join(checkout, "ran");
    await put({ "out/x": "x" });
    for (const key of ["core.fsmonitor", "filter.evil.smudge", "filter.evil.clean", "core.sshCommand"]) await git("config", key, `touch ${marker}; true`);
    await writeFile(join(checkout, ".git/hooks/post-index-change"), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    const pinned = await pin([sha]);
    expect(pinned.tree.overlays).toEqual([{ from: join(checkout, "out"), at: "out" }]);
    await expect(lstat(marker)).rejects.toThrow(/ENOENT/);
  });
});

describe("folders that earlier steps left", () => {
  it("are laid over when the commit ignores them, and dependencies always", async () => {
    const sha = await commit({ ".gitignore": "build/\n*.egg-info/\n", "pkg/a.py": "a\n", "pkg/.gitignore": "gen/\n" });
    await put({
      "build/app.js": "built",
      "pkg/gen/made.py": "made",
      "pkg/x.egg-info/PKG": "meta",
      "node_modules/dep/index.js": "dep",
      "pkg/node_modules/inner/index.js": "dep",
      "pkg/__pycache__/a.pyc": "cache",
      "notes/private.txt": "neither",
    });
    await writeFile(join(checkout, ".gitignore"), "notes/\n");
    const pinned = await pin([sha]);
    const places = ["build", "node_modules", "pkg/gen", "pkg/node_modules", "pkg/x.egg-info"];
    expect(pinned.tree.overlays).toEqual(places.map((at) => ({ from: join(checkout, at), at })));
    for (const at of places) expect(await readdir(join(pinned.tree.from ?? "", at))).toEqual([]);
    expect((await readdir(join(pinned.tree.from ?? ""))).sort()).toEqual([".gitignore", "build", "node_modules", "pkg"]);
  });

  it("do not stand in for a file of the commit, and links to folders are not followed", async () => {
    const sha = await commit({ out: "a file\n", ".gitignore": "out/\nlinked\n" });
    await rm(join(checkout, "out"));
    await put({ "out/x": "x" });
    await symlink("/etc", join(checkout, "linked"));
    const pinned = await pin([sha]);
    expect(pinned.tree.overlays).toEqual([]);
    expect((await pinnedFile(pinned, "out")).toString()).toBe("a file\n");
  });
});

describe("a checkout that cannot be used", () => {
  it("is named with its remedy", async () => {
    await commit({ "a.txt": "a\n" });
    await expect(pin(["d".repeat(40)])).rejects.toThrow(/does not hold the commit of this run \(d{40}\).*actions\/checkout/);
    await rm(join(checkout, ".git"), { recursive: true });
    await expect(pin(["d".repeat(40)])).rejects.toThrow(/is no git checkout/);
    await writeFile(join(checkout, ".git"), "gitdir: /elsewhere\n");
    await expect(pin(["d".repeat(40)])).rejects.toThrow(/linked work tree/);
  });
});
