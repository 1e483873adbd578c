import type { RunnerName } from "../../domain/case.js";
import type { Check } from "../../domain/check.js";
import type { FileView } from "../../domain/file-view.js";
import { javascriptRunners } from "./javascript.js";
import { pytestRunner } from "./pytest/pytest.js";
import type { Runner, RunnerMatch } from "./runner.js";
import { unittestRunner } from "./unittest/unittest.js";

const RUNNERS: readonly Runner[] = [pytestRunner, unittestRunner, ...javascriptRunners];

/** The runner behind a check's command; undefined = judged by its exit status alone. */
export function recogniseRunner(check: Check, files: FileView): RunnerMatch | undefined {
  for (const runner of RUNNERS) {
    const match = runner.recognise(check, files);
    if (match !== undefined) return match;
  }
  return undefined;
}

export function runnerByName(name: RunnerName): Runner | undefined {
  return RUNNERS.find((runner) => runner.name === name);
}
