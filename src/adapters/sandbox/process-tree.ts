import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/**
 * Process folders of everything in a box, given its first process as the host sees it. A box with a process namespace lists its own; for others
 * the tree below the first process is walked.
 */
export async function boxProcesses(first: number): Promise<string[]> {
  const inside = join(`/proc/${first}`, "root", "proc");
  if (await isNamespace(first)) return (await readdir(inside).catch(() => [])).filter((name) => /^\d+$/.test(name)).map((name) => `${inside}/${name}`);
  return (await processesBelow(first)).map((pid) => `/proc/${pid}`);
}

async function isNamespace(first: number): Promise<boolean> {
  const [own, its] = await Promise.all([readlink("/proc/self/ns/pid"), readlink(`/proc/${first}/ns/pid`).catch(() => null)]);
  return its !== null && its !== own;
}

async function processesBelow(pid: number): Promise<number[]> {
  const found = [pid];
  for (let index = 0; index < found.length; index += 1) found.push(...(await childrenOf(Number(found[index]))));
  return found;
}

async function childrenOf(pid: number): Promise<number[]> {
  const children: number[] = [];
  for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const text = await readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "");
    children.push(...text.split(" ").filter(Boolean).map(Number));
  }
  return children;
}

export interface TreeUsage {
  /** Anonymous and shared memory in use, bytes. Pages that forked processes share are counted for each. */
  readonly memoryBytes: number;
  /** Processes and threads. */
  readonly tasks: number;
}

export async function usageOf(folders: readonly string[]): Promise<TreeUsage> {
  let memoryBytes = 0;
  let tasks = 0;
  for (const folder of folders) {
    const text = await readFile(`${folder}/status`, "utf8").catch(() => "");
    memoryBytes += (kilobytes(text, "RssAnon") + kilobytes(text, "RssShmem")) * 1024;
    tasks += kilobytes(text, "Threads");
  }
  return { memoryBytes, tasks };
}

/** Memory in use with shared pages divided among those who share them; slower, so asked only when the quick sum is too high. */
export async function proportionalMemory(folders: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const folder of folders) {
    const text = await readFile(`${folder}/smaps_rollup`, "utf8").catch(() => "");
    bytes += (kilobytes(text, "Pss_Anon") + kilobytes(text, "Pss_Shmem")) * 1024;
  }
  return bytes;
}

function kilobytes(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
}
