import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import type { BoxLimits, LimitHolder, LimitHolders } from "../../../../domain/limits.js";
import { findHierarchies, type Hierarchy } from "../../cgroups.js";
import { runTool } from "../../run-tool.js";

/** What this machine lets the engine do, found once. */
export interface HostAbilities {
  readonly root: boolean;
  /** Scratch on a file-system image of its own (needs root and loop devices), else in sized memory. */
  readonly imageScratch: boolean;
  readonly hierarchies: readonly Hierarchy[];
}

/** @param template makes an empty file system in a file and gives its path; asked for as root only */
export async function hostAbilities(template: () => Promise<string>): Promise<HostAbilities> {
  const root = process.getuid?.() === 0;
  if (!root) return { root, imageScratch: false, hierarchies: [] };
  const [imageScratch, hierarchies] = await Promise.all([imageMounts(template), findHierarchies()]);
  // Scratch in memory would be charged to the group of whoever writes it, so the group must not hold the memory limit then.
  return { root, imageScratch, hierarchies: imageScratch ? hierarchies : hierarchies.filter((one) => one.controller !== "memory") };
}

/** Read-only, so that the file stays as it is; where it is mounted only the tool itself sees it. */
async function imageMounts(template: () => Promise<string>): Promise<boolean> {
  const image = await template().catch(() => null);
  if (image === null) return false;
  const result = await runTool("unshare", ["--mount", "mount", "-t", "ext4", "-o", "loop,ro", image, dirname(image)]);
  return result.exitCode === 0;
}

/** An empty file system in a sparse file; every command gets a copy. Without a journal: it never outlives its command. */
export async function makeScratchTemplate(file: string, limits: Pick<BoxLimits, "diskBytes" | "inodes">): Promise<void> {
  const format = ["-q", "-F", "-O", "^has_journal", "-m", "0", "-b", "4096", "-N", String(limits.inodes), "-E", "lazy_itable_init=1,nodiscard", file];
  await runTool("truncate", ["-s", String(limits.diskBytes), file]);
  const result = await runTool("mkfs.ext4", format);
  if (result.exitCode !== 0) throw new Error(`Formatting the scratch file system failed: ${result.stderr.trim()}`);
}

export function limitHolders(host: HostAbilities, limits: BoxLimits, uid: number): LimitHolders {
  const held = (controller: string, other: LimitHolder): LimitHolder => (host.hierarchies.some((one) => one.controller === controller) ? "cgroup" : other);
  return {
    memory: held("memory", "watchdog"),
    // The kernel exempts the machine's root from the per-user process limit.
    processes: held("pids", uid === 0 ? "watchdog" : "rlimit"),
    cpus: held("cpu", limits.cpus < availableParallelism() ? "affinity" : "nothing"),
    disk: "file-system",
    inodes: "file-system",
    output: "watchdog",
    time: "watchdog",
    network: "namespace",
  };
}

/** The user a box runs as: the owner of the tree where Heal may switch, else Heal's own. */
export async function boxUser(root: string): Promise<{ readonly uid: number; readonly gid: number }> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) return own;
  const info = await stat(root);
  return { uid: info.uid, gid: info.gid };
}
