import type { ParsedFiles } from "./parsed-files.js";

/** Files looked at when imports are followed; a wrong guess must not parse a whole monorepo. */
const FILE_CAP = 300;

/** How many imports away each file is from the nearest start (the starts themselves are 0). */
export async function reachable(starts: readonly string[], parsed: ParsedFiles): Promise<ReadonlyMap<string, number>> {
  const distances = new Map(starts.map((start) => [start, 0]));
  const queue = [...starts];
  for (let path = queue.shift(); path !== undefined && distances.size < FILE_CAP; path = queue.shift()) {
    const next = (distances.get(path) ?? 0) + 1;
    for (const target of await parsed.imported(path)) {
      if (distances.has(target)) continue;
      distances.set(target, next);
      queue.push(target);
    }
  }
  return distances;
}
