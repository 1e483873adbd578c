import { execFileSync } from "node:child_process";

/** People run dist/, not src/: it must be what the sources build. Porcelain status also sees files that are new. */
execFileSync("node", ["scripts/run.cjs", "scripts/build.ts"], { stdio: "inherit" });
const changed = execFileSync("git", ["status", "--porcelain", "--", "dist"], { encoding: "utf8" });
if (changed !== "") {
  console.error(`dist/ is not what the sources build; run "npm run build" and commit it:\n${changed}`);
  process.exitCode = 1;
}
