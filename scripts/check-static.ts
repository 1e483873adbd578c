import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const cruised = ["src", "test", "scripts", "bench"].filter((folder) => existsSync(folder));
const script = (name: string) => ["node", "scripts/run.cjs", `scripts/${name}.ts`];

/** What must be quiet before a change is shown to anybody, quickest first. */
const steps: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: "format and lint", command: ["biome", "ci", "--colors=off", "--diagnostic-level=warn", "."] },
  { name: "shape of files and functions", command: script("shape") },
  { name: "no machine paths", command: script("machine-paths") },
  { name: "README = action.yml", command: script("readme-tables") },
  { name: "types", command: ["tsc", "--noEmit", "-p", "."] },
  { name: "layers", command: ["depcruise", "--no-progress", "--output-type", "err-long", ...cruised] },
  { name: "dead code", command: ["knip", "--no-progress"] },
  { name: "typed lint", command: ["eslint", ...cruised] },
  { name: "bundle drift", command: script("check-drift") },
];

/** All steps run, so that one look shows everything that is wrong. A quiet step prints one line, a loud one its output. */
function main(): number {
  const failed = steps.filter((step) => !runStep(step.name, step.command));
  if (failed.length > 0) console.log(`check:static: ${failed.map((step) => step.name).join(", ")} failed`);
  return failed.length === 0 ? 0 : 1;
}

function runStep(name: string, [file = "", ...args]: readonly string[]): boolean {
  const started = performance.now();
  const done = spawnSync(file, args, { encoding: "utf8", maxBuffer: 64 * 2 ** 20, env: { ...process.env, NO_COLOR: "1" } });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const good = done.status === 0;
  console.log(`${good ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
  if (!good) console.log(`${done.stdout ?? ""}${done.stderr ?? ""}${done.error?.message ?? ""}`);
  return good;
}

process.exitCode = main();
