import { realpath, stat } from "node:fs/promises";
import { SetupError } from "../../domain/errors.js";
import type { Workspace } from "../../ports/workspace.js";
import { applyPatch } from "./apply-patch.js";
import { diskFileView } from "./disk-file-view.js";
import { headCommit } from "./head-commit.js";
import { listFiles } from "./list-files.js";
import { treeDigest } from "./tree-digest.js";

/** The working tree as it is. Throws SetupError when the folder is missing, no folder, or holds no file. */
export async function openLocalWorkspace(directory: string): Promise<Workspace> {
  const root = await existingFolder(directory);
  const paths = await listFiles(root);
  if (paths.length === 0) throw new SetupError(`${directory} holds no files, so there is nothing to check. Name the project's folder with --cwd.`);
  return {
    root,
    commit: await headCommit(root),
    view: diskFileView(root, paths),
    digest: () => treeDigest(root, paths),
    apply: (patch) => applyPatch(root, patch),
  };
}

async function existingFolder(directory: string): Promise<string> {
  const found = await stat(directory).catch(() => undefined);
  if (found === undefined) throw new SetupError(`The folder ${directory} does not exist. Name the project's folder with --cwd.`);
  if (!found.isDirectory()) throw new SetupError(`${directory} is a file, not a folder. Name the project's folder with --cwd.`);
  return realpath(directory);
}
