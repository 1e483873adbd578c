import { chownSync, lstatSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OwnGit } from "./own-git.js";
import { type PinnedEntry, pinnedBlobs } from "./pinned-tree.js";

interface Places {
  /** New, empty folder the files are written into. */
  readonly to: string;
  /** The checkout: files keep its times, so that build output of earlier steps is not taken for stale. */
  readonly checkout: string;
}

/** Writes the commit's files byte for byte as git holds them: no filter, no line end conversion. Links come last, so that nothing is written through one. */
export async function writePinned(git: OwnGit, pinned: { commit: string; entries: readonly PinnedEntry[] }, places: Places): Promise<void> {
  const owner = ownerToGive(places.checkout);
  const give = (path: string) => owner !== undefined && chownSync(path, owner.uid, owner.gid);
  give(places.to);
  for (const entry of pinned.entries) {
    if (entry.type === "blob") continue;
    mkdirSync(join(places.to, entry.path), { recursive: true });
    give(join(places.to, entry.path));
  }
  const links: { path: string; target: Buffer }[] = [];
  for await (const { entry, content } of pinnedBlobs(git, pinned.commit, pinned.entries)) {
    if (entry.mode === "120000") {
      links.push({ path: entry.path, target: Buffer.from(content) });
      continue;
    }
    writeFileSync(join(places.to, entry.path), content, { flag: "wx", mode: entry.mode === "100755" ? 0o755 : 0o644 });
    give(join(places.to, entry.path));
    keepTime(join(places.checkout, entry.path), join(places.to, entry.path), content.length);
  }
  for (const { path, target } of links) symlinkSync(target, join(places.to, path));
}

/** Root writes for the checkout's owner: the box runs as that user. */
function ownerToGive(checkout: string): { uid: number; gid: number } | undefined {
  const { uid, gid } = lstatSync(checkout);
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : undefined;
}

function keepTime(from: string, to: string, size: number): void {
  const there = lstatSync(from, { throwIfNoEntry: false });
  if (there?.isFile() === true && there.size === size) utimesSync(to, there.atime, there.mtime);
}
