import { access, constants, realpath, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { SetupError } from "../../domain/errors.js";
import type { Workspace } from "../../ports/workspace.js";
import { applyPatch } from "./apply-patch.js";
import { diskFileView } from "./disk-file-view.js";
import { headCommit } from "./head-commit.js";
import { listFiles } from "./list-files.js";
import { treeDigest } from "./tree-digest.js";

export interface WorkspaceOptions {
  /** A folder whose files are no part of it: a bundle that was put into the project after its run had begun. */
  readonly except?: string;
  /** A project that is only to be written holds no file yet. */
  readonly mayBeEmpty?: true;
}

/** The working tree as it is. Throws SetupError when the folder is missing, no folder, or holds no file and has to. */
export async function openLocalWorkspace(directory: string, { except, mayBeEmpty }: WorkspaceOptions = {}): Promise<Workspace> {
  const root = await existingFolder(directory);
  const left = except === undefined ? undefined : `${relative(root, resolve(except))}/`;
  const paths = (await listFiles(root)).filter((path) => left === undefined || !path.startsWith(left));
  if (paths.length === 0 && mayBeEmpty !== true)
    throw new SetupError(`${directory} holds no files, so there is nothing to check. Name the project's folder with --cwd.`);
  return {
    root,
    commit: await headCommit(root),
    view: diskFileView(root, paths),
    digest: () => treeDigest(root, paths),
    apply: (patch) => applyPatch(root, patch),
  };
}

async function existingFolder(directory: string): Promise<string> {
  const found = await stat(directory).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) throw new SetupError(missing(directory, found.code));
  if (!found.isDirectory()) throw new SetupError(`${directory} is a file, not a folder. Name the project's folder with --cwd.`);
  const root = await realpath(directory);
  const usable = await access(root, constants.R_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => error);
  if (usable instanceof Error) throw new SetupError(missing(root, usable.code));
  return root;
}

function missing(directory: string, code: string | undefined): string {
  if (directory.includes("\uFFFD"))
    return `The path of the folder ${directory} holds bytes that are not UTF-8, and Heal cannot name it. Rename the folder, or copy the project to another one.`;
  if (code === "EACCES") return `The folder ${directory} may not be read by this user. Change its permissions, or run heal as its owner.`;
  if (code === "ENOENT" || code === "ENOTDIR") return `The folder ${directory} does not exist. Name the project's folder with --cwd.`;
  return `The folder ${directory} could not be opened (${code ?? "unknown reason"}). Name the project's folder with --cwd.`;
}
