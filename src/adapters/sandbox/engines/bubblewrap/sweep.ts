import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findHierarchies, removeGroup } from "../../cgroups.js";
import { removeLeftoverFolders } from "../../leftovers.js";
import { isAlive } from "../../process-mark.js";
import { markInName } from "../../run-folder.js";

/** Removes what killed runs left: folders, loop devices and control groups. Mounts live in the namespace of a launcher and go with its last process. */
export async function sweepLeftovers(family: string | undefined): Promise<string[]> {
  const removed = await removeLeftoverFolders(family);
  for (const group of await leftoverGroups(family)) if (await removeGroup(group)) removed.push(group);
  return removed;
}

async function leftoverGroups(family: string | undefined): Promise<string[]> {
  const leftovers: string[] = [];
  for (const parent of new Set((await findHierarchies()).map((hierarchy) => hierarchy.parent))) {
    for (const name of await readdir(parent)) {
      const owner = markInName(name, family);
      if (owner === null || (await isAlive(owner))) continue;
      leftovers.push(join(parent, name));
    }
  }
  return leftovers;
}
