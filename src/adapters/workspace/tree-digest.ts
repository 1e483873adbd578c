import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";

/** SHA-256, hex, over the sorted paths with their kind, executable bit and content. What cannot be read counts as such. */
export async function treeDigest(root: string, paths: readonly string[]): Promise<string> {
  const total = createHash("sha256");
  for (const path of paths) total.update(`${path}\0${await fileDigest(join(root, path))}\n`);
  return total.digest("hex");
}

async function fileDigest(absolute: string): Promise<string> {
  try {
    const stat = await lstat(absolute);
    if (stat.isSymbolicLink()) return `link ${await readlink(absolute)}`;
    if (!stat.isFile()) return "special";
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(absolute)) hash.update(chunk as Buffer);
    return `${(stat.mode & 0o100) === 0 ? "file" : "executable"} ${hash.digest("hex")}`;
  } catch {
    return "unreadable";
  }
}
