import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Command lines of the host's processes that contain a text, those that start a box included. */
export function processesWith(text: string): string[] {
  return commandLines().filter((line) => line.includes(text));
}

/** Seconds that a test's sleepers are told by, different in each process: the four halves of the suite may run side by side. */
export function ownMark(seconds: number): string {
  return `${seconds}.${String(process.pid).padStart(7, "0")}`;
}

/** Boxes' own processes that wait for a time which no other process on the machine waits for. */
export function sleepers(mark: string): string[] {
  return commandLines().filter((line) => line === `sleep ${mark} `);
}

function commandLines(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => commandLine(pid));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Waits for a condition, looking ten times a second. */
export async function eventually(condition: () => boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > end) return false;
    await delay(100);
  }
  return true;
}

/** A process of this user that waits, with the given environment: what a box might read through /proc. */
export function hostProcess(environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn("sleep", ["60"], { env: { PATH: process.env.PATH, ...environment }, stdio: "ignore" });
}

export async function withHostFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "heal-host-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function writeHostFile(folder: string, text: string): string {
  const path = join(folder, "file");
  writeFileSync(path, text);
  return path;
}

/** Of every path, mode, owner, time and byte below a folder. */
export function treeDigest(root: string): string {
  const hash = createHash("sha256");
  const visit = (path: string): void => {
    const info = lstatSync(path);
    hash.update(JSON.stringify([path, info.mode, info.uid, info.gid, info.mtimeMs, info.size]));
    if (info.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (info.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else if (info.isFile()) hash.update(readFileSync(path));
  };
  visit(root);
  return hash.digest("hex");
}
