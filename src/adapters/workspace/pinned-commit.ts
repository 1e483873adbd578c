import { chmod, lstat, mkdir, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "../../domain/errors.js";
import type { BaseTree } from "../../ports/sandbox.js";
import type { Workspace } from "../../ports/workspace.js";
import { diskFileView } from "./disk-file-view.js";
import { ignoredFolders } from "./ignored-folders.js";
import { type OwnGit, openOwnGit } from "./own-git.js";
import { listPinned, type PinnedEntry } from "./pinned-tree.js";
import { treeDigest } from "./tree-digest.js";
import { writePinned } from "./write-pinned.js";

export interface PinRequest {
  /** The checkout's top folder. */
  readonly checkout: string;
  /** Full commit ids, the likeliest first: the one that is checked out wins, else the first that is there. */
  readonly commits: readonly string[];
  /** An existing folder to work below, outside the checkout. */
  readonly scratch: string;
}

export interface PinnedCommit {
  readonly commit: string;
  /** The commit's files at the checkout's own path, with the ignored folders that earlier steps left there. */
  readonly tree: BaseTree;
  readonly workspace: Workspace;
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** Lays out a commit of a checkout whose files, index, configuration and hooks an earlier step may have changed: only its objects are read. */
export async function openPinnedCommit(request: PinRequest): Promise<PinnedCommit> {
  const checkout = await realpath(request.checkout);
  const objects = await objectStore(checkout);
  const scratch = await mkdtemp(join(await realpath(request.scratch), "heal-base-"));
  const close = () => rm(scratch, { recursive: true, force: true });
  try {
    await chmod(scratch, 0o711);
    const git = await openOwnGit(join(scratch, "git"), objects, request.commits[0]?.length ?? 40);
    const commit = await chooseCommit(git, checkout, request.commits);
    return { ...(await layOut(git, commit, { checkout, files: join(scratch, "files") })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function objectStore(checkout: string): Promise<string> {
  const git = await lstat(join(checkout, ".git")).catch(() => undefined);
  if (git === undefined)
    throw new SetupError(`${checkout} is no git checkout. Put actions/checkout before Heal, or name its folder with \`working-directory\`.`);
  if (!git.isDirectory())
    throw new SetupError(`${checkout} is a linked work tree or a submodule, whose objects lie elsewhere. Check the repository out with actions/checkout.`);
  return join(checkout, ".git", "objects");
}

async function chooseCommit(git: OwnGit, checkout: string, commits: readonly string[]): Promise<string> {
  const head = await readFile(join(checkout, ".git", "HEAD"), "utf8").catch(() => "");
  const likely = commits.includes(head.trim()) ? [head.trim(), ...commits] : commits;
  for (const commit of likely) if ((await git.text(["cat-file", "-t", commit]))?.trim() === "commit") return commit;
  throw new SetupError(
    `The checkout does not hold the commit of this run (${commits.join(", ")}). Check it out with actions/checkout before Heal, with the default \`ref\`.`,
  );
}

interface Places {
  readonly checkout: string;
  readonly files: string;
}

async function layOut(git: OwnGit, commit: string, places: Places): Promise<Omit<PinnedCommit, "close">> {
  const entries = await listPinned(git, commit);
  await mkdir(places.files);
  await writePinned(git, { commit, entries }, { to: places.files, checkout: places.checkout });
  const folders = new Set(entries.filter((entry) => entry.type === "tree").map((entry) => entry.path));
  const submodules = entries.filter((entry) => entry.type === "commit").map((entry) => entry.path);
  const trees = { checkout: places.checkout, pinned: places.files, folders, submodules: new Set(submodules) };
  const ignored = await ignoredFolders(git, trees);
  const overlays = [...(await present(places.checkout, submodules)), ...ignored.folders].map((at) => ({ from: join(places.checkout, at), at }));
  const paths = projectPaths(entries);
  const workspace: Workspace = {
    root: places.checkout,
    commit,
    view: diskFileView(places.files, paths),
    digest: () => treeDigest(places.files, paths),
    apply: async () => ({ kind: "refused", reason: "The pinned commit's files are never written to." }),
  };
  return { commit, tree: { root: places.checkout, from: places.files, overlays }, workspace, notes: notesOn(submodules, ignored.leftOut) };
}

function projectPaths(entries: readonly PinnedEntry[]): string[] {
  return entries
    .filter((entry) => entry.type !== "tree")
    .map((entry) => entry.path)
    .filter((path) => !path.includes("\uFFFD") && !path.startsWith(".heal/"))
    .sort();
}

async function present(checkout: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if ((await lstat(join(checkout, path)).catch(() => undefined))?.isDirectory() === true) found.push(path);
  return found;
}

function notesOn(submodules: readonly string[], leftOut: number): string[] {
  return [
    ...(submodules.length > 0 ? [`Submodules are taken as the checkout holds them, not from the pinned commit: ${submodules.join(", ")}.`] : []),
    ...(leftOut > 0 ? [`${leftOut} ignored folders of the checkout were left out.`] : []),
  ];
}
