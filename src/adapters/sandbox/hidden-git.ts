import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Folders looked into for nested repositories: enough for checkouts side by side, and independent of the size of the tree. */
const foldersLookedInto = 200;
const deepest = 3;
const neverEntered = new Set(["node_modules", ".venv", "venv", "target", "dist", "build"]);

/**
 * Every `.git` (folder or file) that a box must not see: the root's, those of submodules, and those of repositories checked out below the root.
 * The whole tree is not walked, as the cost must not follow its size: breadth first, at most three levels and 200 folders.
 * @returns paths relative to the root
 */
export async function hiddenGitPaths(root: string): Promise<string[]> {
  const found = new Set(await submodulePaths(root));
  let level = [""];
  let left = foldersLookedInto;
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level.slice(0, left)) {
      left -= 1;
      for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.name === ".git") found.add(path);
        else if (entry.isDirectory() && !neverEntered.has(entry.name)) next.push(path);
      }
    }
    level = next;
  }
  return [...found].sort();
}

async function submodulePaths(root: string): Promise<string[]> {
  const text = await readFile(join(root, ".gitmodules"), "utf8").catch(() => "");
  const paths = [...text.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map((match) => String(match[1]));
  return paths.filter((path) => !path.startsWith("/") && !path.split("/").includes("..")).map((path) => `${path}/.git`);
}
