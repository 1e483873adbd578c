import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needs, probe } from "../test/support/machine.ts";
import { ensureEngine } from "./ensure-engine.ts";
import { readReport, type Sums } from "./test-report.ts";

/** `npm test`: every suite this machine can run, then what was skipped and why, then one line with the sums. */
function main(): number {
  ensureEngine();
  const folder = mkdtempSync(join(tmpdir(), "heal-test-"));
  try {
    const report = join(folder, "report.json");
    const status = runVitest(report);
    const sums = readReport(readText(report), status);
    printSkips(sums);
    console.log(`heal: ${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`);
    return sums.failed === 0 && sums.passed > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runVitest(report: string): number {
  const args = ["run", "--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2)];
  return spawnSync("vitest", args, { stdio: "inherit", env: { ...process.env, ...machineFacts() } }).status ?? 1;
}

function machineFacts(): Record<string, string> {
  const facts = needs.map((need) => {
    const finding = probe(need);
    return [`HEAL_TEST_HAS_${need.toUpperCase().replace("-", "_")}`, finding.has ? "yes" : finding.reason] as const;
  });
  return Object.fromEntries(facts);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function printSkips(sums: Sums): void {
  for (const [reason, suites] of sums.skips) {
    const count = suites.reduce((sum, suite) => sum + suite.cases, 0);
    console.log(`skipped ${count}, ${reason}:`);
    for (const suite of suites) console.log(`  ${suite.cases} in ${suite.name}`);
  }
}

process.exitCode = main();
