import type { BoxLimits, LimitHolders } from "../../../../domain/limits.js";
import { emptyPatch } from "../../../../domain/patch.js";
import type { Box, BoxSpec, ProbeOutcome } from "../../../../ports/sandbox.js";
import { boxPaths } from "../../policy.js";
import { lookAround } from "../../probe.js";
import { findToolFolders } from "../../tool-folders.js";
import { remedyFor } from "./remedy.js";

export interface ProbeParts {
  readonly root: string;
  readonly limits: BoxLimits;
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
  open(spec: BoxSpec): Promise<Box>;
}

/** Runs a real command in a box over the tree: what it sees and may, and which limits the kernel holds it to. */
export async function probeDocker(parts: ProbeParts): Promise<ProbeOutcome> {
  const failure = await findBrokenPromise(parts);
  if (failure !== null) return { kind: "unusable", engine: "docker", reason: failure, remedy: remedyFor(failure) };
  const { leftOut } = await findToolFolders({ hostEnvironment: parts.hostEnvironment, root: parts.root, boxHome: boxPaths.home });
  return { kind: "usable", engine: "docker", heldBy, leftOut, assurance };
}

async function findBrokenPromise(parts: ProbeParts): Promise<string | null> {
  let box: Box | null = null;
  try {
    box = await parts.open({ base: { root: parts.root, overlays: [] }, layers: [], patch: emptyPatch });
    const { failure, text } = await lookAround({ box, root: parts.root, more: readLimits });
    return failure ?? brokenLimit(text, parts.limits);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await box?.close();
  }
}

const heldBy: LimitHolders = {
  memory: "cgroup",
  processes: "cgroup",
  cpus: "cgroup",
  disk: "file-system",
  inodes: "file-system",
  output: "watchdog",
  time: "watchdog",
  network: "namespace",
};

const assurance =
  "A hardened container for each command: no network, no capabilities, no new privileges, Docker's own system call filter, read-only root; the kernel is shared with the host.";

/** The kernel's own account of the box's group (either version of control groups) and of the disk it writes to. */
const readLimits = `cd /sys/fs/cgroup
for f in memory.max memory/memory.limit_in_bytes; do [ ! -r $f ] || echo "memory $(cat $f)"; done
for f in pids.max pids/pids.max; do [ ! -r $f ] || echo "processes $(cat $f)"; done
for f in cpu.max cpu/cpu.cfs_quota_us; do [ ! -r $f ] || echo "cpus $(cat $f)"; done
for d in "$HEAL_ROOT" /tmp "$HOME"; do stat -f -c 'disk %b %S %c' "$d"; done
`;

/** Rounding of the kernel's, and what the file system needs for itself. */
const tolerance = { share: 1.05, processes: 16, diskBytes: 4 * 1024 ** 2, inodes: 512 } as const;

function brokenLimit(text: string, limits: BoxLimits): string | null {
  const values = (name: string): number[][] => [...text.matchAll(new RegExp(`^${name} (.+)$`, "gm"))].map((match) => String(match[1]).split(" ").map(Number));
  const held = (name: string, most: number): boolean => values(name).some(([value]) => value !== undefined && value > 0 && value <= most);
  if (!held("memory", limits.memoryBytes * tolerance.share)) return "The memory limit does not hold.";
  if (!held("processes", limits.processes + tolerance.processes)) return "The processes limit does not hold.";
  if (!held("cpus", Number.POSITIVE_INFINITY)) return "The cpus limit does not hold.";
  const disks = values("disk");
  const within = disks.every(([blocks = 0, size = 0, inodes = 0]) => {
    return blocks * size <= limits.diskBytes * tolerance.share + tolerance.diskBytes && inodes <= limits.inodes + tolerance.inodes;
  });
  return disks.length === 3 && within ? null : "The disk limit does not hold.";
}
