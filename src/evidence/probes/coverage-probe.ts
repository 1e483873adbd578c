import type { RunnerName } from "../../domain/case.js";
import javascriptProbe from "./coverage.probe.cjs";
import pythonProbe from "./heal_coverage.py";
import stuckProbe from "./stuck.probe.cjs";

/** Places inside the box. */
export interface ProbePlace {
  readonly root: string;
  readonly tools: string;
  readonly out: string;
}

/** What has to be added to a command so that it leaves per-case coverage in the report folder. */
export interface ProbeInstruments {
  readonly environment: Readonly<Record<string, string>>;
  readonly tools: Readonly<Record<string, string>>;
  readonly collect: readonly string[];
}

const JAVASCRIPT = "heal-coverage.cjs";
/** Loaded by the one above, from beside it, under the name it has in this folder. */
const STUCK = "stuck.probe.cjs";

/**
 * Added to a runner's own instruments (lists of options are joined). Undefined = the runner cannot be watched.
 * @param stuckAfterMs a case that runs longer is asked where it stands, and its process ended; undefined = cases are given all the time they want
 */
export function coverageProbe(runner: RunnerName, place: ProbePlace, stuckAfterMs?: number): ProbeInstruments | undefined {
  const stuck = stuckAfterMs === undefined ? {} : { HEAL_COVERAGE_STUCK_AFTER: String(stuckAfterMs) };
  const environment = { HEAL_COVERAGE_OUT: place.out, HEAL_COVERAGE_ROOT: place.root, ...stuck };
  switch (runner) {
    case "pytest":
      return { environment: { ...environment, PYTEST_ADDOPTS: "-p heal_coverage" }, tools: { "heal_coverage.py": pythonProbe }, collect: ["*"] };
    case "unittest":
      return { environment, tools: { "heal_coverage.py": pythonProbe }, collect: ["*"] };
    case "node:test":
    case "vitest":
    case "jest":
    case "mocha":
      return {
        environment: { ...environment, HEAL_COVERAGE_RUNNER: runner, ...javascriptPreload(runner, place) },
        tools: { [JAVASCRIPT]: javascriptProbe, [STUCK]: stuckProbe },
        collect: ["*"],
      };
    case "unknown":
      return undefined;
  }
}

function javascriptPreload(runner: RunnerName, place: ProbePlace): Record<string, string> {
  const path = `${place.tools}/${JAVASCRIPT}`;
  const preload = `--require ${/\s/.test(path) ? JSON.stringify(path) : path}`;
  return runner === "mocha" ? { NODE_OPTIONS: preload, MOCHA_OPTIONS: preload } : { NODE_OPTIONS: preload };
}
