import { spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { findOrdinaryUser } from "./machine.js";

/**
 * The command, to be run as the ordinary test user with a clean environment: HOME, USER, PATH (this Node first, then the system's folders)
 * and what `environment` adds. When this process is an ordinary user already, only the environment changes.
 */
export function asOrdinaryUser(command: readonly string[], environment: Readonly<Record<string, string>> = {}): readonly [string, ...string[]] {
  const user = findOrdinaryUser();
  if ("missing" in user) throw new Error(`no ordinary user: ${user.missing}`);
  const isOther = user.name !== "";
  const home = isOther ? `/home/${user.name}` : userInfo().homedir;
  const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`;
  const settings = { HOME: home, USER: isOther ? user.name : userInfo().username, PATH: path, LANG: "C.UTF-8", ...environment };
  const pairs = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  return isOther ? ["runuser", "-u", user.name, "--", "env", "-i", ...pairs, ...command] : ["env", "-i", ...pairs, ...command];
}

export interface Rerun {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Everything Vitest printed, for the message of the test that asked. */
  readonly output: string;
}

/**
 * Runs one test file, named relative to the root of the repository, as the ordinary test user. It must be another file than the one that
 * asks, or the two call each other for ever.
 */
export function rerunAsOrdinaryUser(file: string): Rerun {
  const vitest = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--configLoader=native", "--reporter=json", file];
  const marker = "the report:";
  // The checkout belongs to somebody else, so Vitest keeps its files in a folder of the user's own.
  const script = `HEAL_TEST_CACHE=$(mktemp -d); export HEAL_TEST_CACHE; "$@" --outputFile.json="$HEAL_TEST_CACHE/report"
    echo "${marker}"; cat "$HEAL_TEST_CACHE/report"; rm -rf "$HEAL_TEST_CACHE"`;
  const [program, ...args] = asOrdinaryUser(["sh", "-c", script, "rerun", ...vitest], { NO_COLOR: "1", ...strictness() });
  const run = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
  return { ...countCases(run.stdout.split(marker)[1] ?? ""), output: `${run.stdout}\n${run.stderr}` };
}

function strictness(): Readonly<Record<string, string>> {
  return process.env.HEAL_REQUIRE_ALL === "1" ? { HEAL_REQUIRE_ALL: "1" } : {};
}

/** A run that printed no report, or whose file did not load, has at least one failure. */
function countCases(text: string): Pick<Rerun, "passed" | "failed" | "skipped"> {
  if (text.trim() === "") return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(text) as { success: boolean; numPassedTests: number; numFailedTests: number; numPendingTests: number };
  const failed = report.success ? report.numFailedTests : Math.max(1, report.numFailedTests);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}
