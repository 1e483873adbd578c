import { lstatSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { SetupError } from "../../domain/errors.js";
import { readRegularFile } from "./disk-file-view.js";
import { decodeSource } from "./source-text.js";

/**
 * Text of a settings file below the root, also when git ignores it; undefined when there is none. A link is followed inside the project only.
 * Throws SetupError for one that is there but cannot be used: settings are never left out in silence.
 */
export function readSettingsFile(root: string, path: string): string | undefined {
  if (lstatSync(join(root, path), { throwIfNoEntry: false }) === undefined) return undefined;
  const realRoot = realpathSync(root);
  const bytes = readRegularFile(realRoot, targetOf(realRoot, path));
  if (bytes === undefined) throw new SetupError(`${path} is there but could not be read as a file of the project. Make it a readable file, or remove it.`);
  const { text, encoding } = decodeSource(bytes);
  if (encoding !== "utf8") throw new SetupError(`${path} is not UTF-8. Save it as UTF-8.`);
  return text;
}

/** Where it really lies, relative to the root; its own path when that cannot be told. */
function targetOf(realRoot: string, path: string): string {
  try {
    return relative(realRoot, realpathSync(join(realRoot, path)));
  } catch {
    return path;
  }
}
