import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { collectedFileCapBytes, collectedFilesCap } from "./policy.js";

/**
 * Reads files that a box left in a folder, after the box is gone. Box code chose what lies there, so only regular files are opened, never
 * through a link, never one that could block or is larger than the cap.
 * @param names relative names, or "*" for every file below the folder
 */
export async function readCollected(folder: string, names: readonly string[]): Promise<Record<string, string>> {
  const wanted = names.includes("*") ? await listFiles(folder) : names.filter(isPlainName);
  const files: Record<string, string> = {};
  for (const name of wanted) {
    const text = await readRegular(folder, name);
    if (text !== null) files[name] = text;
  }
  return files;
}

async function listFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined && found.length < collectedFilesCap; at = waiting.pop()) {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true }).catch(() => [])) {
      const name = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(name);
      else if (entry.isFile()) found.push(name);
    }
  }
  return found.slice(0, collectedFilesCap).sort();
}

async function readRegular(folder: string, name: string): Promise<string | null> {
  if (!(await parentsAreFolders(folder, name))) return null;
  const handle = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    const info = await handle.stat();
    if (!info.isFile() || info.size > collectedFileCapBytes) return null;
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

async function parentsAreFolders(folder: string, name: string): Promise<boolean> {
  const parts = name.split("/").slice(0, -1);
  for (let count = 1; count <= parts.length; count += 1) {
    const info = await lstat(join(folder, ...parts.slice(0, count))).catch(() => null);
    if (info?.isDirectory() !== true) return false;
  }
  return true;
}

function isPlainName(name: string): boolean {
  return name !== "" && name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
