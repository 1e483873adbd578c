import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bot = { name: "github-actions[bot]", email: "41898282+github-actions[bot]@users.noreply.github.com" };

export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size?: number;
}

export interface CommitFacts {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly date: string;
  readonly author: { readonly name: string; readonly email: string };
}

/** A real bare repository behind the REST answers: every object made here can be cloned and passes `git fsck`. */
export class GitObjects {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  git(args: readonly string[], input?: string | Buffer, environment: Readonly<Record<string, string>> = {}): string {
    const run = this.tryGit(args, input, environment);
    if (run === null) throw new Error(`git ${args.join(" ")} failed`);
    return run;
  }

  /** Null when git says no. */
  tryGit(args: readonly string[], input?: string | Buffer, environment: Readonly<Record<string, string>> = {}): string | null {
    const run = spawnSync("git", ["--git-dir", this.directory, ...args], {
      ...(input === undefined ? {} : { input }),
      maxBuffer: 256 * 1024 * 1024,
      env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", ...environment },
    });
    return run.status === 0 ? run.stdout.toString("utf8") : null;
  }

  blob(content: Buffer): string {
    return this.git(["hash-object", "-w", "--stdin"], content).trim();
  }

  readBlob(sha: string): Buffer | null {
    const run = spawnSync("git", ["--git-dir", this.directory, "cat-file", "blob", sha], { maxBuffer: 256 * 1024 * 1024 });
    return run.status === 0 ? run.stdout : null;
  }

  has(sha: string, type: string): boolean {
    return this.tryGit(["cat-file", "-t", sha])?.trim() === type;
  }

  /** Entries with a null sha are removed. Throws when an object is missing. */
  tree(baseTree: string | undefined, entries: readonly { path: string; mode: string; sha: string | null }[]): string {
    const folder = mkdtempSync(join(tmpdir(), "github-index-"));
    const index = { GIT_INDEX_FILE: join(folder, "index") };
    try {
      this.git(baseTree === undefined ? ["read-tree", "--empty"] : ["read-tree", baseTree], undefined, index);
      const lines = entries.map((entry) => (entry.sha === null ? `0 ${"0".repeat(40)}\t${entry.path}` : `${entry.mode} ${entry.sha}\t${entry.path}`));
      this.git(["update-index", "-z", "--add", "--index-info"], lines.map((line) => `${line}\0`).join(""), index);
      return this.git(["write-tree"], undefined, index).trim();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  readTree(tree: string, recursive: boolean): TreeEntry[] {
    const listing = this.git(["ls-tree", "-z", "-l", ...(recursive ? ["-r", "-t"] : []), tree]);
    return listing.split("\0").filter(Boolean).map(treeEntry);
  }

  commit(request: { tree: string; parents: readonly string[]; message: string; author?: { name: string; email: string } }): string {
    const author = request.author ?? bot;
    const identity = {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
    };
    return this.git(["commit-tree", request.tree, ...request.parents.flatMap((parent) => ["-p", parent])], request.message, identity).trim();
  }

  readCommit(sha: string): CommitFacts {
    const [tree = "", parents = "", date = "", name = "", email = "", ...message] = this.git(["show", "-s", "--format=%T%n%P%n%cI%n%an%n%ae%n%B", sha]).split(
      "\n",
    );
    return { sha, tree, parents: parents.split(" ").filter(Boolean), date, author: { name, email }, message: message.join("\n").trimEnd() };
  }

  ref(name: string): string | null {
    return this.tryGit(["rev-parse", "--verify", "--quiet", `${name}^{commit}`])?.trim() ?? null;
  }

  /** Compare and swap: false when the ref is no longer at `from` (null = must not exist). */
  moveRef(name: string, to: string, from: string | null): boolean {
    return this.tryGit(["update-ref", name, to, from ?? "0".repeat(40)]) !== null;
  }

  isAncestor(ancestor: string, descendant: string): boolean {
    return this.tryGit(["merge-base", "--is-ancestor", ancestor, descendant]) !== null;
  }

  mergeBase(left: string, right: string): string | null {
    return this.tryGit(["merge-base", left, right])?.trim() ?? null;
  }

  /** Oldest first. */
  between(base: string, head: string): string[] {
    return this.git(["rev-list", "--reverse", "--topo-order", `${base}..${head}`])
      .split("\n")
      .filter(Boolean);
  }

  blobAt(commit: string, path: string): string | null {
    const line = this.tryGit(["ls-tree", commit, "--", path])?.trim();
    return line === undefined || line === "" ? null : (/^\d+ blob ([0-9a-f]{40})/.exec(line)?.[1] ?? null);
  }
}

function treeEntry(line: string): TreeEntry {
  const match = /^(\d+) (\w+) ([0-9a-f]{40}) +(-|\d+)\t([\s\S]*)$/.exec(line);
  if (match === null) throw new Error(`unreadable tree entry ${line}`);
  const [, mode = "", type = "", sha = "", size = "-", path = ""] = match;
  return { path, mode, type, sha, ...(size === "-" ? {} : { size: Number(size) }) };
}
