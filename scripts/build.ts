import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { type Bundle, bundles, grammarFiles, settingsFor } from "./bundle-settings.ts";
import { licenceReport } from "./licences.ts";

const dist = "dist";

/** Writes dist/ whole: bundles, grammars, licences. Byte for byte the same from the same sources and lock file; nothing is written when something fails. */
async function main(): Promise<void> {
  const wanted = bundles();
  const built = await Promise.all(wanted.map((bundle) => build({ ...settingsFor(bundle), write: false, outfile: join(dist, bundle.output) })));
  const grammars = grammarFiles();
  const licences = licenceReport(
    built.map((result) => result.metafile),
    grammars,
  );
  mkdirSync(dist, { recursive: true });
  for (const [index, bundle] of wanted.entries())
    writeFile(bundle.output, built[index]?.outputFiles[0]?.contents ?? missing(bundle), bundle.kind === "command" ? 0o755 : 0o644);
  for (const file of grammars) writeFile(basename(file), readFileSync(file), 0o644);
  writeFile("licenses.txt", Buffer.from(licences), 0o644);
  removeOthers([...wanted.map((bundle) => bundle.output), ...grammars.map((file) => basename(file)), "licenses.txt"]);
}

function writeFile(name: string, content: Uint8Array, mode: number): void {
  writeFileSync(join(dist, name), content);
  chmodSync(join(dist, name), mode);
}

function missing(bundle: Bundle): never {
  throw new Error(`esbuild wrote nothing for ${bundle.source}.`);
}

function removeOthers(wanted: readonly string[]): void {
  for (const name of readdirSync(dist)) if (!wanted.includes(name)) rmSync(join(dist, name), { recursive: true });
}

try {
  await main();
} catch (error) {
  // esbuild has printed its findings already, each with its place.
  console.error(`build: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
  process.exitCode = 1;
}
