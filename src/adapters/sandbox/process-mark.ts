import { readFile } from "node:fs/promises";

/** A process told apart from a later one with the same number by when it started (clock ticks since boot). */
export interface ProcessMark {
  readonly pid: number;
  readonly startTime: string;
}

export async function markOf(pid: number): Promise<ProcessMark> {
  return { pid, startTime: (await startTimeOf(pid)) ?? "0" };
}

export async function isAlive(mark: ProcessMark): Promise<boolean> {
  return (await startTimeOf(mark.pid)) === mark.startTime;
}

async function startTimeOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  // The command name may contain spaces and brackets; fields count from behind its closing bracket. Field 22 is the start time.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[19] ?? null;
}
