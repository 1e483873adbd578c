import { readFile } from "node:fs/promises";
import type { EngineContext } from "./context.js";

export interface LaneMount {
  /** That has it mounted at /lane. */
  readonly container: string;
  readonly device: string;
}

/**
 * Where the daemon has a disk mounted, on its own host. Our table of mounts says it at once where the daemon shares it with us; asking the daemon takes
 * as long as a small command.
 */
export async function placeOf(context: EngineContext, { container, device }: LaneMount): Promise<string> {
  const table = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  const known = mountedBelow(table, device, `${context.dataFolder}/volumes/`);
  if (known !== null) return known;
  return context.docker.must(["inspect", "--format", '{{range .Mounts}}{{if eq .Destination "/lane"}}{{.Source}}{{end}}{{end}}', container]);
}

/** @returns the only place below the folder where the device is mounted; null when there is none or more than one, or its name has odd characters */
export function mountedBelow(table: string, device: string, folder: string): string | null {
  const places = table.split("\n").flatMap((line) => {
    const [left = "", right = ""] = line.split(" - ");
    const place = left.split(" ")[4] ?? "";
    return right.split(" ")[1] === device && place.startsWith(folder) ? [place] : [];
  });
  const [place] = places;
  return places.length === 1 && place !== undefined && !place.includes("\\") ? place : null;
}
