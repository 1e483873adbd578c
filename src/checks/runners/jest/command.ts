import type { Invocation } from "../command/invocation.js";
import { type OptionRules, splitArguments } from "../javascript/find.js";

const VALUED = new Set(
  "--config -c --rootDir --roots --projects --selectProjects --ignoreProjects --testNamePattern -t --testPathPattern --testPathPatterns --testPathIgnorePatterns --testMatch --testRegex --reporters --outputFile --maxWorkers -w --testTimeout --env --testEnvironment --setupFiles --setupFilesAfterEnv --changedSince --shard --coverageDirectory --coverageReporters --collectCoverageFrom --coverageThreshold --coverageProvider --cacheDirectory --maxConcurrency --seed --globals --transform --moduleNameMapper --resolver --runner --testRunner --workerIdleMemoryLimit --filter --globalSetup --globalTeardown --bail -b --preset".split(
    " ",
  ),
);

const DROPPED = new Set(
  "--testNamePattern -t --testPathPattern --testPathPatterns --reporters --json --outputFile --onlyFailures -f --onlyChanged -o --changedSince --lastCommit --shard --coverage --collectCoverage --collectCoverageFrom --coverageThreshold --coverageReporters --coverageDirectory --watch --watchAll --bail -b --findRelatedTests --runTestsByPath --silent --verbose --updateSnapshot -u --passWithNoTests --listTests".split(
    " ",
  ),
);

/** `--bail` and `-b` may stand alone; a number after them is their value. */
export function jestRules(dropped: ReadonlySet<string>, words: readonly string[]): OptionRules {
  const valued = new Set(VALUED);
  for (const option of ["--bail", "-b"]) if (!/^\d+$/.test(words[words.indexOf(option) + 1] ?? "")) valued.delete(option);
  return { valued, dropped };
}

export function jestPositionals(invocation: Invocation): readonly string[] {
  const words = wordsOf(invocation);
  return splitArguments(words, jestRules(new Set(), words)).positionals;
}

/** The command's own options that still count when only some cases run. A coverage threshold would make any part of a suite red. */
export function rerunArguments(invocation: Invocation): readonly string[] {
  const words = wordsOf(invocation);
  return [...splitArguments(words, jestRules(DROPPED, words)).options, "--coverage=false"];
}

export function isReactScripts(invocation: Invocation): boolean {
  return /^(?:react-scripts|craco|react-app-rewired)$/.test(invocation.program);
}

/** react-scripts, craco and the like take `test` first; the rest are Jest's own arguments. */
function wordsOf(invocation: Invocation): string[] {
  const words = invocation.arguments.map((word) => word.text);
  return isReactScripts(invocation) ? words.slice(1) : words;
}
