import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { BoxLimits } from "../../domain/limits.js";

type Controller = "memory" | "pids" | "cpu";
const controllers: readonly Controller[] = ["memory", "pids", "cpu"];

/** A place where groups for a controller can be made. In version 2 all three share one place. */
export interface Hierarchy {
  readonly version: 1 | 2;
  readonly controller: Controller;
  readonly parent: string;
}

/** Where this process may make control groups, for the controllers it may. Empty as an ordinary user. */
export async function findHierarchies(): Promise<Hierarchy[]> {
  const mounts = parseMounts(await readFile("/proc/self/mountinfo", "utf8").catch(() => ""));
  const found: Hierarchy[] = [];
  for (const controller of controllers) {
    const hierarchy = await hierarchyOf(controller, mounts);
    if (hierarchy !== null && (await canMakeGroup(hierarchy))) found.push(hierarchy);
  }
  return found;
}

interface CgroupMount {
  readonly version: 1 | 2;
  readonly path: string;
  readonly options: readonly string[];
}

function parseMounts(text: string): CgroupMount[] {
  return text.split("\n").flatMap((line) => {
    const [left, right] = line.split(" - ");
    const type = right?.split(" ")[0];
    const path = left?.split(" ")[4];
    if (path === undefined || (type !== "cgroup" && type !== "cgroup2")) return [];
    return [{ version: type === "cgroup" ? 1 : 2, path, options: (right?.split(" ")[2] ?? "").split(",") } as const];
  });
}

async function hierarchyOf(controller: Controller, mounts: readonly CgroupMount[]): Promise<Hierarchy | null> {
  const old = mounts.find((mount) => mount.version === 1 && mount.options.includes(controller));
  if (old !== undefined) return { version: 1, controller, parent: old.path };
  const unified = mounts.find((mount) => mount.version === 2);
  if (unified === undefined) return null;
  const file = join(unified.path, "cgroup.subtree_control");
  const enabled = async (): Promise<boolean> => (await readFile(file, "utf8").catch(() => "")).split(/\s+/).includes(controller);
  if (!(await enabled())) await writeFile(file, `+${controller}`).catch(() => undefined);
  return (await enabled()) ? { version: 2, controller, parent: unified.path } : null;
}

async function canMakeGroup(hierarchy: Hierarchy): Promise<boolean> {
  const folder = join(hierarchy.parent, `heal-try-${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    await mkdir(folder);
    await rmdir(folder);
    return true;
  } catch {
    return false;
  }
}

export interface GroupEvents {
  readonly memoryKills: number;
  readonly refusedForks: number;
}

/** The control groups of one command. */
export class ControlGroups {
  private readonly hierarchies: readonly Hierarchy[];
  private readonly name: string;

  constructor(hierarchies: readonly Hierarchy[], name: string) {
    this.hierarchies = hierarchies;
    this.name = name;
  }

  /** Files into which a process writes "0" to join. */
  get joins(): string[] {
    return [...new Set(this.hierarchies.map((hierarchy) => join(this.folderOf(hierarchy), "cgroup.procs")))];
  }

  async create(limits: BoxLimits): Promise<void> {
    for (const hierarchy of this.hierarchies) {
      const folder = this.folderOf(hierarchy);
      await mkdir(folder, { recursive: true });
      for (const [file, value] of settingsFor(hierarchy, limits)) await writeFile(join(folder, file), value);
      for (const [file, value] of swapSettingsFor(hierarchy, limits)) await writeFile(join(folder, file), value).catch(() => undefined);
    }
  }

  async events(): Promise<GroupEvents> {
    let [memoryKills, refusedForks] = [0, 0];
    for (const hierarchy of this.hierarchies) {
      const folder = this.folderOf(hierarchy);
      if (hierarchy.controller === "memory")
        memoryKills += await counter(join(folder, hierarchy.version === 1 ? "memory.oom_control" : "memory.events"), "oom_kill");
      if (hierarchy.controller === "pids") refusedForks += await counter(join(folder, "pids.events"), "max");
    }
    return { memoryKills, refusedForks };
  }

  async remove(): Promise<void> {
    for (const folder of new Set(this.hierarchies.map((hierarchy) => this.folderOf(hierarchy)))) await removeGroup(folder);
  }

  private folderOf(hierarchy: Hierarchy): string {
    return join(hierarchy.parent, this.name);
  }
}

/** The launcher, bwrap and the inside script count too. */
const ownProcesses = 4;
const periodMicroseconds = 100_000;

function settingsFor(hierarchy: Hierarchy, limits: BoxLimits): [file: string, value: string][] {
  const quota = Math.max(1_000, Math.round(limits.cpus * periodMicroseconds));
  switch (hierarchy.controller) {
    case "memory":
      return [[hierarchy.version === 1 ? "memory.limit_in_bytes" : "memory.max", String(limits.memoryBytes)]];
    case "pids":
      return [["pids.max", String(limits.processes + ownProcesses)]];
    case "cpu":
      if (hierarchy.version === 2) return [["cpu.max", `${quota} ${periodMicroseconds}`]];
      return [
        ["cpu.cfs_period_us", String(periodMicroseconds)],
        ["cpu.cfs_quota_us", String(quota)],
      ];
  }
}

/** Absent on kernels without swap accounting, where the machine's swap is outside the limit. */
function swapSettingsFor(hierarchy: Hierarchy, limits: BoxLimits): [file: string, value: string][] {
  if (hierarchy.controller !== "memory") return [];
  return hierarchy.version === 1 ? [["memory.memsw.limit_in_bytes", String(limits.memoryBytes)]] : [["memory.swap.max", "0"]];
}

async function counter(file: string, name: string): Promise<number> {
  const text = await readFile(file, "utf8").catch(() => "");
  return Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1] ?? 0);
}

/** A group can be removed once the kernel has buried its last process. */
export async function removeGroup(folder: string): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const failure = await rmdir(folder).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? "unknown",
    );
    if (failure === null || failure === "ENOENT") return failure === null;
    await delay(20);
  }
  return false;
}
