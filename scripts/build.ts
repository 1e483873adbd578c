import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Metafile } from "esbuild";
import { bundles, grammarFiles, settingsFor } from "./bundle-settings.ts";
import { licenceReport } from "./licences.ts";

const dist = "dist";

/** Writes dist/ whole: bundles, grammars, licences. Byte for byte the same from the same sources and lock file. */
async function main(): Promise<void> {
  mkdirSync(dist, { recursive: true });
  const metafiles: Metafile[] = [];
  for (const bundle of bundles()) {
    const { metafile } = await build({ ...settingsFor(bundle), outfile: join(dist, bundle.output) });
    metafiles.push(metafile);
    chmodSync(join(dist, bundle.output), bundle.kind === "command" ? 0o755 : 0o644);
  }
  const grammars = grammarFiles();
  for (const file of grammars) {
    cpSync(file, join(dist, basename(file)));
    chmodSync(join(dist, basename(file)), 0o644);
  }
  writeFileSync(join(dist, "licenses.txt"), licenceReport(metafiles, grammars));
  removeOthers([...bundles().map((bundle) => bundle.output), ...grammars.map((file) => basename(file)), "licenses.txt"]);
}

function removeOthers(wanted: readonly string[]): void {
  for (const name of readdirSync(dist)) if (!wanted.includes(name)) rmSync(join(dist, name), { recursive: true });
}

await main();
