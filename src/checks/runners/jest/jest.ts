import { posix } from "node:path";
import type { CaseName } from "../../../domain/case.js";
import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { rewrite, rewriteAlone } from "../command/rewrite.js";
import { canaryPlace, literal } from "../javascript/canary.js";
import { lastInvocation, OUT_VARIABLE } from "../javascript/find.js";
import { isJavascriptTestMaterial } from "../javascript/material.js";
import { inSequence } from "../javascript/sequence.js";
import { groupCases } from "../javascript/title-pattern.js";
import type { CanaryFile, InstrumentedCommand, Place, Rig, Runner, RunnerMatch } from "../runner.js";
import { isReactScripts, jestPositionals, rerunArguments } from "./command.js";
import reporter from "./reporter.probe.cjs";

const REPORTER = "heal-jest-reporter.cjs";

export const jestRunner: Runner = {
  name: "jest",
  recognise(check, files) {
    const invocation = lastInvocation(check, files, isJest);
    return invocation === undefined ? undefined : { runner: "jest", check, directory: invocation.directory };
  },
  withReport,
  rerunOnly,
  canary,
  isTestMaterial: isJavascriptTestMaterial,
};

function isJest(invocation: Invocation): boolean {
  if (invocation.program === "jest" || invocation.program === "jest-cli") return true;
  const first = invocation.arguments[0]?.text ?? "";
  if (isReactScripts(invocation)) return first === "test";
  return invocation.program === "node" && invocation.arguments.some((word) => JEST_ENTRY.test(word.text));
}

/** Jest started by hand, for node's options: `node --experimental-vm-modules node_modules/jest/bin/jest.js`. */
const JEST_ENTRY = /(?:^|\/)node_modules\/(?:\.bin\/jest|jest(?:-cli)?\/bin\/jest(?:\.js)?)$/;

function invocationOf(match: RunnerMatch, files: FileView): Invocation | undefined {
  return lastInvocation(match.check, files, isJest);
}

function instruments(rig: Rig): Pick<InstrumentedCommand, "environment" | "tools" | "collect"> {
  return { environment: { [OUT_VARIABLE]: rig.out }, tools: { [REPORTER]: reporter }, collect: ["*"] };
}

function withReport(match: RunnerMatch, rig: Rig, files: FileView): InstrumentedCommand {
  const invocation = invocationOf(match, files);
  if (invocation === undefined) return { ...instruments(rig), command: match.check.command, directory: match.check.directory };
  const hasOwn = invocation.arguments.some((word) => /^--reporters\b/.test(word.text));
  const waits = isReactScripts(invocation) || invocation.arguments.some((word) => /^--watch(?:All)?$/.test(word.text));
  const append = [...(waits ? ["--watchAll=false"] : []), ...(hasOwn ? [] : ["--reporters=default"]), `--reporters=${rig.tools}/${REPORTER}`];
  return { ...instruments(rig), ...rewrite(invocation, { append }, match.check.directory) };
}

function rerunOnly(match: RunnerMatch, cases: readonly CaseName[], { rig, files }: Place): InstrumentedCommand | undefined {
  const invocation = invocationOf(match, files);
  if (invocation === undefined || cases.length === 0 || cases.some((name) => name.file === "")) return undefined;
  const commands = groupCases(cases, { separator: " " }).map((group) => {
    const paths = group.files.map((path) => posix.join(rig.root, path));
    const selection = group.pattern === undefined ? [] : [`--testNamePattern=${group.pattern}`];
    const reporters = ["--reporters=default", `--reporters=${rig.tools}/${REPORTER}`];
    return rewriteAlone(invocation, {
      args: [...leadingWords(invocation), ...paths, ...rerunArguments(invocation), "--runTestsByPath", ...selection, ...reporters],
    });
  });
  return { ...instruments(rig), ...inSequence(commands) };
}

/** Words before Jest's own arguments: react-scripts' `test`; node's options and Jest's entry. */
function leadingWords(invocation: Invocation): string[] {
  const words = invocation.arguments.map((word) => word.text);
  if (isReactScripts(invocation)) return words.slice(0, 1);
  return invocation.program === "node" ? words.slice(0, words.findIndex((word) => JEST_ENTRY.test(word)) + 1) : [];
}

const DEFAULT_MATCH = /(?:^|\/)(?:__tests__\/(?:.*\/)?[^/]+|(?:[^/]*\.)?(?:test|spec))\.[cm]?[jt]sx?$/;

function canary(match: RunnerMatch, files: FileView, secret: { readonly token: string; readonly value: string }): CanaryFile | undefined {
  const invocation = invocationOf(match, files);
  if (invocation === undefined) return undefined;
  const place = canaryPlace(files, { token: secret.token, isTestFile: (path) => picksUp(invocation, path) });
  if (place === undefined) return undefined;
  const title = `heal canary ${secret.token}`;
  const needs = /["']@jest\/globals["']/.test(place.neighbour) ? 'import { expect, test } from "@jest/globals";\n' : "";
  return {
    path: place.path,
    text: `${needs}test(${literal(title)}, () => {\n  expect("seen").toBe(${literal(secret.value)});\n});\n`,
    name: { runner: "jest", file: place.path, titlePath: [title] },
  };
}

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
