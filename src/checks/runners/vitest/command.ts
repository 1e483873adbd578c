import type { Invocation } from "../command/invocation.js";
import { type OptionRules, splitArguments } from "../javascript/find.js";

/** Options whose value may stand in the next word. */
const VALUED = new Set(
  "--config -c --root -r --dir --project --environment --pool --mode --exclude --reporter --outputFile --testNamePattern -t --testTimeout --hookTimeout --teardownTimeout --retry --maxWorkers --minWorkers --maxConcurrency --shard --bail --slowTestThreshold --workspace --configLoader --tagsFilter".split(
    " ",
  ),
);

/** For a rerun: other selections, other reporters, watching and coverage go. */
const DROPPED = new Set(
  "--testNamePattern -t --reporter --outputFile --watch -w --run --shard --changed --coverage --coverage.enabled --ui --open --bail --onlyFailures --browser.ui --passWithNoTests --silent --update -u".split(
    " ",
  ),
);

export const keepAll: OptionRules = { valued: VALUED, dropped: new Set() };

/** The command's own options that still count when only some cases run. A coverage threshold would make any part of a suite red. */
export function rerunArguments(invocation: Invocation): readonly string[] {
  const words = invocation.arguments.map((word) => word.text);
  const { options } = splitArguments(words, { valued: VALUED, dropped: DROPPED });
  return [...options.filter((option) => !/^--(?:coverage|outputFile)\./.test(option)), "--coverage.enabled=false"];
}
