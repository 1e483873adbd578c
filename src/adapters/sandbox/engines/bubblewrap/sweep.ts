import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findHierarchies, removeGroup } from "../../cgroups.js";
import { removeLeftoverFolders } from "../../leftovers.js";
import { isAlive } from "../../process-mark.js";

/** Removes what killed runs left: folders, loop devices and control groups. Mounts live in the namespace of a launcher and go with its last process. */
export async function sweepLeftovers(): Promise<string[]> {
  const removed = await removeLeftoverFolders();
  for (const group of await leftoverGroups()) if (await removeGroup(group)) removed.push(group);
  return removed;
}

async function leftoverGroups(): Promise<string[]> {
  const leftovers: string[] = [];
  for (const parent of new Set((await findHierarchies()).map((hierarchy) => hierarchy.parent))) {
    for (const name of await readdir(parent)) {
      const match = /^heal-box-(\d+)-(\d+)-\w+-c\d+$/.exec(name);
      if (match === null || (await isAlive({ pid: Number(match[1]), startTime: String(match[2]) }))) continue;
      leftovers.push(join(parent, name));
    }
  }
  return leftovers;
}
