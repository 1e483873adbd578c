import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { FileChange, Patch } from "../../domain/patch.js";
import { readRegularFile } from "./disk-file-view.js";
import { encodeSource } from "./source-text.js";

type Applied = { readonly kind: "applied" } | { readonly kind: "refused"; readonly reason: string };

interface Prepared {
  readonly change: FileChange;
  readonly absolute: string;
  /** New bytes lie here, beside the target, until all are written; undefined for a deletion. */
  readonly staged: string | undefined;
}

/** Writes every new file beside its target first and renames them at the end, so that a full disk or a crash leaves the old files. */
export async function applyPatch(root: string, patch: Patch): Promise<Applied> {
  const realRoot = await realpath(root);
  for (const change of patch.changes) {
    const problem = await mismatch(realRoot, change);
    if (problem !== undefined) return { kind: "refused", reason: problem };
  }
  const prepared: Prepared[] = [];
  try {
    for (const change of patch.changes) prepared.push(await stage(realRoot, change));
  } catch (error) {
    await Promise.all(prepared.map(({ staged }) => (staged === undefined ? undefined : rm(staged, { force: true }))));
    return { kind: "refused", reason: `The patch was not written: ${error instanceof Error ? error.message : String(error)}. No file was changed.` };
  }
  for (const { absolute, staged } of prepared) await (staged === undefined ? rm(absolute) : rename(staged, absolute));
  return { kind: "applied" };
}

async function mismatch(realRoot: string, change: FileChange): Promise<string | undefined> {
  if (change.path.split("/").some((part) => part === ".." || part === ".git" || part === ""))
    return `The patch names ${change.path}, which is not a path inside the project.`;
  const current = readRegularFile(realRoot, change.path);
  if (change.kind === "add") return current === undefined ? undefined : `${change.path} exists already, so the patch that adds it was not written.`;
  const expected = encodeSource({ text: change.before, encoding: change.encoding });
  if (current?.equals(expected)) return undefined;
  return `${change.path} has changed since the run started, so the patch was not written. Run heal again, or apply fix.patch from the bundle by hand.`;
}

async function stage(realRoot: string, change: FileChange): Promise<Prepared> {
  const absolute = join(realRoot, change.path);
  if (change.kind === "delete") return { change, absolute, staged: undefined };
  await mkdir(dirname(absolute), { recursive: true });
  const folder = await realpath(dirname(absolute));
  if (folder !== realRoot && !folder.startsWith(realRoot + sep)) throw new Error(`${change.path} leads outside the project`);
  const staged = `${absolute}.heal-${randomBytes(4).toString("hex")}`;
  await writeFile(staged, encodeSource({ text: change.after, encoding: change.encoding }), { flag: "wx" });
  if (change.kind === "modify") await chmod(staged, (await lstat(absolute)).mode & 0o7777);
  return { change, absolute, staged };
}
