import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { SetupError } from "../../domain/errors.js";

const remedy = "Name a folder of its own with --out, or leave --out out: the bundle then goes below .heal/ of the project.";

/** Throws SetupError for a place of the bundle that belongs to the project's files or to git, by whatever path it is named. */
export async function refuseTakenPlace(out: string, root: string): Promise<void> {
  const real = await realPlace(resolve(out));
  if (real === root) throw new SetupError(`--out ${out} is the project's folder itself, where the bundle would be taken for the project's files. ${remedy}`);
  if (![real, resolve(out)].some((path) => path.split(sep).includes(".git"))) return;
  throw new SetupError(`--out ${out} lies in a .git folder, which belongs to git. ${remedy}`);
}

/** Where a path leads whose last folders may not be there yet. */
async function realPlace(path: string): Promise<string> {
  const found = await realpath(path).catch(() => undefined);
  if (found !== undefined) return found;
  const parent = dirname(path);
  return parent === path ? path : join(await realPlace(parent), basename(path));
}
