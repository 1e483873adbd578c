import { execFileSync, spawnSync } from "node:child_process";

/** People run dist/, not src/: it must be what the sources build. Porcelain status also sees files that are new. */
function main(): number {
  if (spawnSync("node", ["scripts/run.cjs", "scripts/build.ts"], { stdio: "inherit" }).status !== 0) return 1;
  const changed = execFileSync("git", ["status", "--porcelain", "--", "dist"], { encoding: "utf8" });
  if (changed === "") return 0;
  console.error(`dist/ is not what the sources build; run "npm run build" and commit it:\n${changed}`);
  return 1;
}

process.exitCode = main();
