import type { CaseName } from "../../../domain/case.js";
import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { relativePath } from "../command/paths.js";
import { rewrite, rewriteAlone } from "../command/rewrite.js";
import { canaryPlace, literal } from "../javascript/canary.js";
import { lastInvocation, OUT_VARIABLE } from "../javascript/find.js";
import { isJavascriptTestMaterial } from "../javascript/material.js";
import { inSequence } from "../javascript/sequence.js";
import { groupCases } from "../javascript/title-pattern.js";
import type { CanaryFile, InstrumentedCommand, Place, Rig, Runner, RunnerMatch } from "../runner.js";
import { isMocha, leadingWords, rerunArguments } from "./command.js";
import reporter from "./reporter.probe.cjs";
import { mochaSpecs } from "./specs.js";

const REPORTER = "heal-mocha-reporter.cjs";
const HOOK = /^"(?:before|after) (?:all|each)" hook/;

export const mochaRunner: Runner = {
  name: "mocha",
  recognise(check, files) {
    const invocation = lastInvocation(check, files, isMocha);
    return invocation === undefined ? undefined : { runner: "mocha", check, directory: invocation.directory };
  },
  withReport,
  rerunOnly,
  canary,
  isTestMaterial: isJavascriptTestMaterial,
};

function invocationOf(match: RunnerMatch, files: FileView): Invocation | undefined {
  return lastInvocation(match.check, files, isMocha);
}

function instruments(rig: Rig): Pick<InstrumentedCommand, "environment" | "tools" | "collect"> {
  return { environment: { [OUT_VARIABLE]: rig.out }, tools: { [REPORTER]: reporter }, collect: ["*"] };
}

/** Mocha takes one reporter, the last that is named; the injected one also prints mocha's spec output. */
function withReport(match: RunnerMatch, rig: Rig, files: FileView): InstrumentedCommand {
  const invocation = invocationOf(match, files);
  if (invocation === undefined) return { ...instruments(rig), command: match.check.command, directory: match.check.directory };
  return { ...instruments(rig), ...rewrite(invocation, { append: [`--reporter=${rig.tools}/${REPORTER}`] }, match.check.directory) };
}

/** Files a configuration names are loaded as well: mocha joins them with those of the command line. The name pattern keeps their cases out. */
function rerunOnly(match: RunnerMatch, cases: readonly CaseName[], { rig, files }: Place): InstrumentedCommand | undefined {
  const invocation = invocationOf(match, files);
  if (invocation === undefined || cases.length === 0 || cases.some((name) => name.file === "")) return undefined;
  const commands = groupCases(cases, { separator: " ", isHook: (title) => HOOK.test(title) }).map((group) => {
    const paths = group.files.map((path) => relativePath(invocation.directory, path));
    const selection = group.pattern === undefined ? [] : [`--grep=${group.pattern}`];
    return rewriteAlone(invocation, {
      args: [...leadingWords(invocation), ...paths, ...rerunArguments(invocation), ...selection, `--reporter=${rig.tools}/${REPORTER}`],
    });
  });
  return { ...instruments(rig), ...inSequence(commands) };
}

function canary(match: RunnerMatch, files: FileView, secret: { readonly token: string; readonly value: string }): CanaryFile | undefined {
  const invocation = invocationOf(match, files);
  if (invocation === undefined) return undefined;
  const specs = mochaSpecs(invocation, files);
  const place = canaryPlace(files, { token: secret.token, isTestFile: (path) => specs(relativePath(invocation.directory, path)) });
  if (place === undefined) return undefined;
  const title = `heal canary ${secret.token}`;
  const word = /\btest\s*\(\s*["'`]/.test(place.neighbour) && !/\bit\s*\(\s*["'`]/.test(place.neighbour) ? "test" : "it";
  return {
    path: place.path,
    text: `${word}(${literal(title)}, function () {\n  throw new Error(${literal(secret.value)});\n});\n`,
    name: { runner: "mocha", file: place.path, titlePath: [title] },
  };
}
