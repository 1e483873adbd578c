import type { CaseName } from "../../../domain/case.js";
import type { Invocation } from "../command/invocation.js";
import { relativePath } from "../command/paths.js";
import { type Rewritten, rewriteAlone } from "../command/rewrite.js";
import { literal } from "../javascript/canary.js";
import { appendedReport, javascriptRunner, type RunnerKind, reporterPath } from "../javascript/runner-kind.js";
import { inSequence } from "../javascript/sequence.js";
import { groupCases } from "../javascript/title-pattern.js";
import type { Place, Runner } from "../runner.js";
import { isMocha, leadingWords, rerunArguments } from "./command.js";
import reporter from "./reporter.probe.cjs";
import { mochaSpecs } from "./specs.js";

const HOOK = /^"(?:before|after) (?:all|each)" hook/;

const mocha: RunnerKind = {
  name: "mocha",
  reporter: { file: "heal-mocha-reporter.cjs", source: reporter },
  isOwn: isMocha,
  rerun,
  picksUp(invocation, files) {
    const specs = mochaSpecs(invocation, files);
    return (path) => specs(relativePath(invocation.directory, path));
  },
  canaryText({ neighbour }, { title, value }) {
    const word = /\btest\s*\(\s*["'`]/.test(neighbour) && !/\bit\s*\(\s*["'`]/.test(neighbour) ? "test" : "it";
    return `${word}(${literal(title)}, function () {\n  throw new Error(${literal(value)});\n});\n`;
  },
};

/** Mocha takes one reporter, the last that is named; the injected one also prints mocha's spec output. */
export const mochaRunner: Runner = {
  ...javascriptRunner(mocha),
  withReport: appendedReport(mocha, (_invocation, rig) => [`--reporter=${reporterPath(mocha, rig)}`]),
};

/** Files a configuration names are loaded as well: mocha joins them with those of the command line. The name pattern keeps their cases out. */
function rerun(invocation: Invocation, cases: readonly CaseName[], { rig }: Place): Rewritten {
  const commands = groupCases(cases, { separator: " ", isHook: (title) => HOOK.test(title) }).map((group) => {
    const paths = group.files.map((path) => relativePath(invocation.directory, path));
    const selection = group.pattern === undefined ? [] : [`--grep=${group.pattern}`];
    return rewriteAlone(invocation, {
      args: [...leadingWords(invocation), ...paths, ...rerunArguments(invocation), ...selection, `--reporter=${reporterPath(mocha, rig)}`],
    });
  });
  return inSequence(commands);
}
