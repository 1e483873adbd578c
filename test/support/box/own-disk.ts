import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, readlinkSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { familyPrefix } from "../../../src/adapters/sandbox/run-folder.js";
import { type BoxedEngine, ownFamily } from "./bench.js";

/**
 * What the boxes of this process hold, and nothing that anybody else on the machine does: the files in their folders; what lies on disks in memory or in a
 * file that a launcher has mounted for them; what was written to their other loop devices and not given back to the file behind.
 * @returns tells how many bytes that is; of a device only what was written from now on
 */
export function watchOwnDisk(engine: BoxedEngine): () => number {
  const ownDevices = engine === "docker" ? devicesOfVolumes : devicesOfFolders;
  const first = new Map(ownDevices().map((name) => [name, keptByDevice(name)]));
  return () => {
    const devices = ownDevices().filter((name) => !mountedByLauncher(name));
    const kept = devices.map((name) => keptByDevice(name) - (first.get(name) ?? 0));
    return plainBytes() + kept.reduce((sum, bytes) => sum + bytes, 0);
  };
}

function plainBytes(): number {
  const folders = ownFolders();
  return [...folders.map(bytesBelow), ...launcherDisks(folders).map((disk) => disk.bytes)].reduce((sum, bytes) => sum + bytes, 0);
}

function ownFolders(): string[] {
  const prefix = `${familyPrefix(ownFamily)}${process.pid}-`;
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(tmpdir(), name));
}

/** Blocks, not lengths: a sparse file holds none. What is gone meanwhile holds nothing. */
function bytesBelow(path: string): number {
  const info = orNull(() => lstatSync(path));
  if (info === null) return 0;
  const below = info.isDirectory() ? (orNull(() => readdirSync(path)) ?? []).map((name) => bytesBelow(join(path, name))) : [];
  return below.reduce((sum, bytes) => sum + bytes, info.blocks * 512);
}

interface LauncherDisk {
  /** Of the command, in which the launcher works. */
  readonly folder: string;
  readonly bytes: number;
  /** Its mounts, as text. */
  readonly mounts: string;
}

/** Scratch of bubblewrap's launchers, which only they have mounted. */
function launcherDisks(folders: readonly string[]): LauncherDisk[] {
  const found = new Map<string, LauncherDisk>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const folder = orNull(() => readlinkSync(`/proc/${pid}/cwd`));
    if (folder === null || !folders.some((own) => folder.startsWith(`${own}/`))) continue;
    const space = orNull(() => statfsSync(`/proc/${pid}/cwd/scratch`));
    const mounts = orNull(() => readFileSync(`/proc/${pid}/mountinfo`, "utf8"));
    if (space !== null && mounts?.includes(`${folder}/scratch `) === true)
      found.set(folder, { folder, bytes: (space.blocks - space.bfree) * space.bsize, mounts });
  }
  return [...found.values()];
}

function mountedByLauncher(device: string): boolean {
  return launcherDisks(ownFolders()).some(({ mounts }) => mounts.includes(` /dev/${device} `));
}

/** The file behind is in a container's name, which the host cannot tell; the daemon knows for which volume a device is. */
function devicesOfVolumes(): string[] {
  const docker = (...args: string[]): string[] => spawnSync("docker", args, { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
  const volumes = docker("volume", "ls", "--quiet", "--filter", `label=heal.family=${ownFamily}`);
  const devices = volumes.length === 0 ? [] : docker("volume", "inspect", "--format", '{{index .Options "device"}}', ...volumes);
  return devices.filter((device) => device.startsWith("/dev/loop")).map((device) => device.slice("/dev/".length));
}

function devicesOfFolders(): string[] {
  const folders = ownFolders();
  return readdirSync("/sys/block").filter((name) => {
    const file = orNull(() => readFileSync(`/sys/block/${name}/loop/backing_file`, "utf8"));
    return file !== null && folders.some((folder) => file.startsWith(`${folder}/`));
  });
}

/** Written, less what was discarded, since the machine started. */
function keptByDevice(name: string): number {
  const fields = readFileSync(`/sys/block/${name}/stat`, "utf8").trim().split(/\s+/).map(Number);
  const [written = 0, discarded = 0] = [fields[6], fields[13]];
  return (written - discarded) * 512;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
