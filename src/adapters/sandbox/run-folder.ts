import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, markOf, type ProcessMark } from "./process-mark.js";
import { runTool } from "./run-tool.js";

/** What the names of a family's folders and control groups begin with; then come process number, start time and something random. */
export function familyPrefix(family: string | undefined): string {
  return family === undefined ? "heal-box-" : `heal-box-${family}-`;
}

/** A folder of one sandbox in the temporary directory. Its name says which process owns it, so a later start knows what is left over. */
export interface RunFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Traversable by others because the box may run as another user; nothing in it can be listed by them. */
export async function createRunFolder(family?: string): Promise<RunFolder> {
  const mark = await markOf(process.pid);
  const path = await mkdtemp(join(tmpdir(), `${familyPrefix(family)}${mark.pid}-${mark.startTime}-`));
  await chmod(path, 0o711);
  return { path, remove: () => removeTree(path) };
}

/** Folders of this user and family whose process is dead. */
export async function leftoverRunFolders(family?: string): Promise<string[]> {
  const leftovers: string[] = [];
  for (const name of await readdir(tmpdir())) {
    const mark = markInName(name, family);
    if (mark === null || (await isAlive(mark))) continue;
    const path = join(tmpdir(), name);
    const info = await stat(path).catch(() => null);
    if (info !== null && info.uid === process.getuid?.()) leftovers.push(path);
  }
  return leftovers;
}

/** Removes a tree that a box may have filled with folders nobody can enter. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await runTool("chmod", ["-R", "u+rwX", path]);
    await rm(path, { recursive: true, force: true });
  }
}

/** Of the owner of a folder or control group; null when the name is none of the family's. */
export function markInName(name: string, family: string | undefined): ProcessMark | null {
  const prefix = familyPrefix(family);
  const match = name.startsWith(prefix) ? /^(\d+)-(\d+)-/.exec(name.slice(prefix.length)) : null;
  if (match === null) return null;
  return { pid: Number(match[1]), startTime: String(match[2]) };
}
