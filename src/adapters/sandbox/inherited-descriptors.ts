import { readdir, readFile } from "node:fs/promises";

const closeOnExec = 0o2000000;
const firstUnusual = 10;

/** Descriptors above nine that a program started by this process would inherit: Node marks its own, not what it was itself started with. */
export async function inheritedDescriptors(): Promise<number[]> {
  const numbers = (await readdir("/proc/self/fd")).map(Number).filter((number) => number >= firstUnusual);
  const inherited = await Promise.all(numbers.map(async (number) => ((await isInherited(number)) ? number : null)));
  return inherited.filter((number) => number !== null);
}

async function isInherited(descriptor: number): Promise<boolean> {
  const text = await readFile(`/proc/self/fdinfo/${descriptor}`, "utf8").catch(() => null);
  const flags = text === null ? null : /^flags:\s+(\d+)/m.exec(text);
  return flags !== null && (Number.parseInt(String(flags[1]), 8) & closeOnExec) === 0;
}
