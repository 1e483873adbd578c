import { readdir, readFile } from "node:fs/promises";
import { leftoverRunFolders, removeTree } from "./run-folder.js";
import { runTool } from "./run-tool.js";

/**
 * Removes the folders of the family's runs whose process is dead, and detaches loop devices behind files in them. Such a device lives on only where a launcher died
 * between attaching and mounting, or its file system is still mounted somewhere; then the kernel frees it with the last mount.
 * @returns the names of what was removed
 */
export async function removeLeftoverFolders(family?: string): Promise<string[]> {
  const folders = await leftoverRunFolders(family);
  const devices = await detachLoopDevices(folders);
  for (const folder of folders) await removeTree(folder);
  return [...devices, ...folders];
}

async function detachLoopDevices(folders: readonly string[]): Promise<string[]> {
  if (folders.length === 0) return [];
  const detached: string[] = [];
  for (const name of (await readdir("/sys/block").catch(() => [])).filter((one) => one.startsWith("loop"))) {
    const file = await readFile(`/sys/block/${name}/loop/backing_file`, "utf8").catch(() => "");
    if (!folders.some((folder) => file.startsWith(`${folder}/`))) continue;
    const done = await runTool("losetup", ["--detach", `/dev/${name}`]);
    if (done.exitCode === 0) detached.push(`/dev/${name}`);
  }
  return detached;
}
