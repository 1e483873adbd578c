import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";

/** Folders no project keeps its own sources in; left out where git cannot say what is ignored. */
const foreignFolders = new Set([
  ".git",
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  ".tox",
  ".nox",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  "target",
  ".hg",
  ".svn",
]);

const fileCap = 400_000;

/**
 * Project files below `root`, relative, sorted: what git tracks or would track; everything but well-known foreign folders where there is no repository.
 * Names that are not valid UTF-8 are left out: no patch can name them.
 */
export async function listFiles(root: string): Promise<string[]> {
  const listed = (await listWithGit(root)) ?? (await walk(root));
  return listed.filter((path) => !path.includes("\uFFFD") && !isNoProjectFile(path)).sort();
}

function isNoProjectFile(path: string): boolean {
  return path.split("/").includes(".git") || path.startsWith(".heal/");
}

/** Undefined when the folder is no work tree or git is not there. Only the index and ignore files are read: no hook, filter or monitor of the repository runs. */
async function listWithGit(root: string): Promise<string[] | undefined> {
  const result = await execa(
    "git",
    [
      "-c",
      "safe.directory=*",
      "-c",
      "core.fsmonitor=false",
      "-c",
      "core.hooksPath=/dev/null",
      "-C",
      root,
      "ls-files",
      "--cached",
      "--others",
      "--exclude-standard",
      "--deduplicate",
      "-z",
    ],
    { env: gitEnvironment(), extendEnv: false, reject: false, stdin: "ignore", maxBuffer: 256 * 1024 * 1024, stripFinalNewline: false },
  );
  if (result.exitCode !== 0) return undefined;
  return result.stdout.split("\0").filter((path) => path !== "");
}

function gitEnvironment(): Record<string, string> {
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C.UTF-8",
  };
}

async function walk(root: string): Promise<string[]> {
  const found: string[] = [];
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined && found.length < fileCap; folder = pending.pop()) {
    for (const entry of await readFolder(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !foreignFolders.has(entry.name)) pending.push(path);
      if (entry.isFile()) found.push(path);
    }
  }
  return found;
}

/** A folder that cannot be read has no files for us. */
async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
