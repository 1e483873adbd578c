import { randomBytes } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { isAlive, markOf, type ProcessMark } from "../../process-mark.js";

/** Tells the containers of one sandbox from all others, and whether their owner still lives. */
export interface Identity {
  readonly id: string;
  readonly labels: readonly string[];
}

export async function newIdentity(family: string | undefined): Promise<Identity> {
  const id = randomBytes(6).toString("hex");
  const mark = await markOf(process.pid);
  const labels = [
    `heal.run=${id}`,
    `heal.owner=${mark.pid}.${mark.startTime}`,
    `heal.place=${await processPlace()}`,
    ...(family === undefined ? [] : [`heal.family=${family}`]),
  ];
  return { id, labels };
}

export function randomName(): string {
  return `heal-${randomBytes(8).toString("hex")}`;
}

/**
 * False when the owner lives or cannot be judged from here: process numbers mean something only within one boot and one process namespace,
 * and another Heal behind the same daemon may count its own.
 */
export async function ownerIsGone(owner: string, place: string): Promise<boolean> {
  if (place !== (await processPlace())) return false;
  const [pid, startTime] = owner.split(".");
  const mark: ProcessMark = { pid: Number(pid), startTime: startTime ?? "" };
  return Number.isInteger(mark.pid) && !(await isAlive(mark));
}

async function processPlace(): Promise<string> {
  const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "unknown")).trim();
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "unknown");
  return `${boot}/${namespace.replace(/\D/g, "")}`;
}
