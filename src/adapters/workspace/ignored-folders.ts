import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { OwnGit } from "./own-git.js";

/** Installed dependencies, wherever they are and even where the project forgot to ignore them. */
const dependencyFolders = new Set(["node_modules", ".venv", "venv"]);

/** Made again by every run, and there are many of them. */
const cacheFolders = new Set([".git", ".heal", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"]);

const mostFolders = 256;

interface Trees {
  readonly checkout: string;
  /** The pinned commit's files: its ignore rules count, not those an earlier step may have written. */
  readonly pinned: string;
  /** Folders of the pinned commit, relative. */
  readonly folders: ReadonlySet<string>;
  /** Submodules, relative: taken whole elsewhere. */
  readonly submodules: ReadonlySet<string>;
}

/** Folders that earlier steps left in the checkout and the project ignores: dependencies, virtual environments, build output. Relative, sorted. Their places exist afterwards in the pinned tree. */
export async function ignoredFolders(git: OwnGit, trees: Trees): Promise<{ readonly folders: readonly string[]; readonly leftOut: number }> {
  const candidates = foreignFolders(trees);
  const made = candidates.filter((path) => makeFolder(join(trees.pinned, path)));
  const ignored = await ignoredBy(git, trees.pinned, made);
  const wanted = made.filter((path) => ignored.has(path) || dependencyFolders.has(path.split("/").at(-1) ?? ""));
  const kept = new Set(wanted.slice(0, mostFolders));
  for (const path of made) if (!kept.has(path)) rmSync(join(trees.pinned, path), { recursive: true });
  return { folders: [...kept], leftOut: wanted.length - kept.size };
}

/** Folders of the checkout that the commit does not have, the outermost only. Links are not followed. */
function foreignFolders(trees: Trees): string[] {
  const found: string[] = [];
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(join(trees.checkout, folder))) {
      if (!entry.isDirectory() || cacheFolders.has(entry.name)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!trees.submodules.has(path)) (trees.folders.has(path) ? pending : found).push(path);
    }
  }
  return found.sort();
}

/** False when the commit has a file or link of that name. */
function makeFolder(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  mkdirSync(path);
  return true;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

async function ignoredBy(git: OwnGit, workTree: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const input = paths.map((path) => `${path}\0`).join("");
  const said = await git.text([`--work-tree=${workTree}`, "-C", workTree, "check-ignore", "-z", "--stdin", "--no-index"], input);
  return new Set((said ?? "").split("\0"));
}
