import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ToolFolders } from "./tool-folders.js";

/** Settings beside a tool that may hold a registry's token or password, relative to the tool's prefix. */
const settings = ["etc/npmrc", ".npmrc", "lib/node_modules/npm/npmrc", "pip.conf", "etc/pip.conf", ".pypirc", ".netrc", "credentials", "credentials.toml"];

/** Such files that exist within what a box is shown; each is covered by an empty one. */
export async function credentialFiles(tools: ToolFolders): Promise<string[]> {
  const prefixes = new Set(["/usr", "/usr/local", ...tools.path.map((entry) => dirname(entry)), ...tools.binds.map((bind) => bind.at)]);
  const found: string[] = [];
  for (const prefix of prefixes) {
    for (const name of settings) {
      const path = join(prefix, name);
      const shown = path.startsWith("/usr/") || tools.binds.some((bind) => path.startsWith(`${bind.at}/`));
      if (shown && (await stat(path).catch(() => null))?.isFile() === true) found.push(path);
    }
  }
  return found;
}
