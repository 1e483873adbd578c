import { posix } from "node:path";
import type { CaseName } from "../../../domain/case.js";
import type { Invocation } from "../command/invocation.js";
import { type Rewritten, rewriteAlone } from "../command/rewrite.js";
import { literal } from "../javascript/canary.js";
import { appendedReport, javascriptRunner, type RunnerKind, reporterPath } from "../javascript/runner-kind.js";
import { inSequence } from "../javascript/sequence.js";
import { groupCases } from "../javascript/title-pattern.js";
import type { Place, Rig, Runner } from "../runner.js";
import { isReactScripts, jestPositionals, rerunArguments } from "./command.js";
import reporter from "./reporter.probe.cjs";

const jest: RunnerKind = {
  name: "jest",
  reporter: { file: "heal-jest-reporter.cjs", source: reporter },
  isOwn: isJest,
  rerun,
  picksUp: (invocation) => (path) => picksUp(invocation, path),
  canaryText({ neighbour }, { title, value }) {
    const needs = /["']@jest\/globals["']/.test(neighbour) ? 'import { expect, test } from "@jest/globals";\n' : "";
    return `${needs}test(${literal(title)}, () => {\n  expect("seen").toBe(${literal(value)});\n});\n`;
  },
};

export const jestRunner: Runner = { ...javascriptRunner(jest), withReport: appendedReport(jest, reportArguments) };

function isJest(invocation: Invocation): boolean {
  if (invocation.program === "jest" || invocation.program === "jest-cli") return true;
  const first = invocation.arguments[0]?.text ?? "";
  if (isReactScripts(invocation)) return first === "test";
  return invocation.program === "node" && invocation.arguments.some((word) => JEST_ENTRY.test(word.text));
}

/** Jest started by hand, for node's options: `node --experimental-vm-modules node_modules/jest/bin/jest.js`. */
const JEST_ENTRY = /(?:^|\/)node_modules\/(?:\.bin\/jest|jest(?:-cli)?\/bin\/jest(?:\.js)?)$/;

function reportArguments(invocation: Invocation, rig: Rig): readonly string[] {
  const hasOwn = invocation.arguments.some((word) => /^--reporters\b/.test(word.text));
  const waits = isReactScripts(invocation) || invocation.arguments.some((word) => /^--watch(?:All)?$/.test(word.text));
  return [...(waits ? ["--watchAll=false"] : []), ...(hasOwn ? [] : ["--reporters=default"]), `--reporters=${reporterPath(jest, rig)}`];
}

function rerun(invocation: Invocation, cases: readonly CaseName[], { rig }: Place): Rewritten {
  const commands = groupCases(cases, { separator: " " }).map((group) => {
    const paths = group.files.map((path) => posix.join(rig.root, path));
    const selection = group.pattern === undefined ? [] : [`--testNamePattern=${group.pattern}`];
    const reporters = ["--reporters=default", `--reporters=${reporterPath(jest, rig)}`];
    return rewriteAlone(invocation, {
      args: [...leadingWords(invocation), ...paths, ...rerunArguments(invocation), "--runTestsByPath", ...selection, ...reporters],
    });
  });
  return inSequence(commands);
}

/** Words before Jest's own arguments: react-scripts' `test`; node's options and Jest's entry. */
function leadingWords(invocation: Invocation): string[] {
  const words = invocation.arguments.map((word) => word.text);
  if (isReactScripts(invocation)) return words.slice(0, 1);
  return invocation.program === "node" ? words.slice(0, words.findIndex((word) => JEST_ENTRY.test(word)) + 1) : [];
}

const DEFAULT_MATCH = /(?:^|\/)(?:__tests__\/(?:.*\/)?[^/]+|(?:[^/]*\.)?(?:test|spec))\.[cm]?[jt]sx?$/;

/** Jest's file arguments are regular expressions over paths. */
function picksUp(invocation: Invocation, path: string): boolean {
  const inside = invocation.directory === "" || path.startsWith(`${invocation.directory}/`);
  if (!inside || !DEFAULT_MATCH.test(path)) return false;
  const filters = jestPositionals(invocation).filter((word) => !JEST_ENTRY.test(word));
  return filters.length === 0 || filters.some((filter) => matches(filter, `/${path}`));
}

function matches(filter: string, path: string): boolean {
  try {
    return new RegExp(filter, "i").test(path);
  } catch {
    return path.includes(filter);
  }
}
