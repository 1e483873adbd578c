import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
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

export async function hostAbilities(tryFolder: string): Promise<HostAbilities> {
  const root = process.getuid?.() === 0;
  if (!root) return { root, imageScratch: false, hierarchies: [] };
  const imageScratch = await imageMounts(tryFolder);
  const hierarchies = await findHierarchies();
  // Scratch in memory would be charged to the group of whoever writes it, so the group must not hold the memory limit then.
  return { root, imageScratch, hierarchies: imageScratch ? hierarchies : hierarchies.filter((one) => one.controller !== "memory") };
}

async function imageMounts(folder: string): Promise<boolean> {
  const script = `cd "$1" && truncate -s 4M try.img && mkfs.ext4 -q -F -O ^has_journal try.img && mkdir -p try && mount -o loop try.img try; code=$?; rm -f try.img; exit $code`;
  const result = await runTool("unshare", ["--mount", "sh", "-c", script, "sh", folder]);
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
