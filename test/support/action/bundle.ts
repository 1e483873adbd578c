import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { grammarFiles, settingsFor } from "../../../scripts/bundle-settings.js";

const top = fileURLToPath(new URL("../../..", import.meta.url));

export interface BuiltEntries {
  /** Absolute path of a bundle by its name. */
  readonly path: (name: string) => string;
  readonly remove: () => Promise<void>;
}

/** Bundles entries as the build does, into a folder of their own with the grammars beside them. */
export async function bundleEntries(entries: Readonly<Record<string, string>>): Promise<BuiltEntries> {
  const folder = await mkdtemp(join(tmpdir(), "heal-bundle-test-"));
  for (const [name, source] of Object.entries(entries)) {
    await build({ ...settingsFor({ source, output: `${name}.cjs`, kind: "action" }), absWorkingDir: top, outfile: join(folder, `${name}.cjs`) });
  }
  for (const file of grammarFiles()) await copyFile(join(top, file), join(folder, basename(file)));
  return { path: (name) => join(folder, `${name}.cjs`), remove: () => rm(folder, { recursive: true, force: true }) };
}
