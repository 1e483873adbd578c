import { chmod, chown, lstat, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UnusablePatch } from "../../domain/errors.js";
import type { FileChange, Patch } from "../../domain/patch.js";

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** A patch as files: what it adds or changes lies under `folder` at its own relative path; what it deletes is listed. */
export interface PatchFiles {
  readonly folder: string;
  readonly deletions: readonly string[];
}

/**
 * Writes a patch as a small folder to lay over the base. Modes and owners follow the base's own file and folders, because the topmost
 * layer decides how a folder looks. `base` is only looked at.
 */
export async function writePatchFiles(patch: Patch, base: string, folder: string): Promise<PatchFiles> {
  await mkdir(folder, { recursive: true });
  const writer = new LayerWriter(base, folder);
  await writer.matchFolder("");
  const deletions: string[] = [];
  for (const change of patch.changes) {
    if (change.kind === "delete") deletions.push(change.path);
    else await writer.write(change);
  }
  return { folder, deletions };
}

/** Makes the folders above a path of a layer look like the base's. */
export class LayerWriter {
  private readonly base: string;
  private readonly folder: string;
  private readonly done = new Set<string>();

  constructor(base: string, folder: string) {
    this.base = base;
    this.folder = folder;
  }

  async write(change: Exclude<FileChange, { kind: "delete" }>): Promise<void> {
    assertPlainPath(change.path);
    await this.matchParents(change.path);
    const target = join(this.folder, change.path);
    await writeFile(target, change.after, change.encoding);
    await this.copyLook(change.path, 0o644);
  }

  async matchParents(path: string): Promise<void> {
    const parent = dirname(path);
    if (parent === "." || this.done.has(parent)) return;
    await this.matchParents(parent);
    await this.matchFolder(parent);
    this.done.add(parent);
  }

  async matchFolder(path: string): Promise<void> {
    await mkdir(join(this.folder, path), { recursive: true });
    await this.copyLook(path, 0o755);
  }

  private async copyLook(path: string, defaultMode: number): Promise<void> {
    const target = join(this.folder, path);
    const [model, root] = [await lstat(join(this.base, path)).catch(() => null), await lstat(this.base)];
    if (model?.isSymbolicLink() === true) throw new UnusablePatch(`it goes through or replaces a symbolic link: ${path}`);
    await chmod(target, model === null ? defaultMode : model.mode & 0o777);
    if (process.getuid?.() === 0) await chown(target, (model ?? root).uid, (model ?? root).gid);
  }
}

function assertPlainPath(path: string): void {
  const parts = path.split("/");
  if (path === "" || path.includes("\0") || parts.some((part) => part === "" || part === "." || part === "..")) {
    throw new UnusablePatch(`${JSON.stringify(path)} is no plain relative path`);
  }
}
