import { posix } from "node:path";
import type { CaseName } from "../../../domain/case.js";
import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { relativePath } from "../command/paths.js";
import { rewriteAlone } from "../command/rewrite.js";
import { canaryPlace, literal } from "../javascript/canary.js";
import { insertArguments, lastInvocation, OUT_VARIABLE } from "../javascript/find.js";
import { isJavascriptTestMaterial } from "../javascript/material.js";
import type { CanaryFile, InstrumentedCommand, Place, Rig, Runner, RunnerMatch } from "../runner.js";
import { isNodeTest, nodeArguments, ownReporters, rerunOptions } from "./command.js";
import reporter from "./reporter.probe.mjs";
import { nodeSelection } from "./selection.js";

const REPORTER = "heal-node-reporter.mjs";

/** Node's own runner: `node --test`, also through tsx, scripts and loaders. */
export const nodeTestRunner: Runner = {
  name: "node:test",
  recognise(check, files) {
    const invocation = lastInvocation(check, files, (found) => isNodeTest(found, files));
    return invocation === undefined ? undefined : { runner: "node:test", check, directory: invocation.directory };
  },
  withReport,
  rerunOnly,
  canary,
  isTestMaterial: isJavascriptTestMaterial,
};

function invocationOf(match: RunnerMatch, files: FileView): Invocation | undefined {
  return lastInvocation(match.check, files, (found) => isNodeTest(found, files));
}

/** The environment reaches node however it is started; a command that sets NODE_OPTIONS itself gets the reporter as arguments. */
function withReport(match: RunnerMatch, rig: Rig, files: FileView): InstrumentedCommand {
  const invocation = invocationOf(match, files);
  const own = invocation === undefined ? { reporters: 0, destinations: 0 } : ownReporters(invocation);
  const options = reporterOptions(rig, own);
  const base = { tools: { [REPORTER]: reporter }, collect: ["*"] };
  if (invocation !== undefined && "NODE_OPTIONS" in invocation.environment) {
    return { ...base, ...insertArguments(invocation, options, match.check), environment: { [OUT_VARIABLE]: rig.out } };
  }
  return {
    ...base,
    command: match.check.command,
    directory: match.check.directory,
    environment: { [OUT_VARIABLE]: rig.out, NODE_OPTIONS: options.map(quoteOption).join(" ") },
  };
}

/** Node wants as many destinations as reporters. The injected one writes its file itself, so stderr stays empty. */
function reporterOptions(rig: Rig, own: { readonly reporters: number; readonly destinations: number }): string[] {
  const options = [`--test-reporter=${rig.tools}/${REPORTER}`, "--test-reporter-destination=stderr"];
  if (own.reporters === 0) return [...options, "--test-reporter=spec", "--test-reporter-destination=stdout"];
  const missing = Math.max(0, own.reporters - own.destinations);
  return [...options, ...Array.from({ length: missing }, () => "--test-reporter-destination=stdout")];
}

/** NODE_OPTIONS splits at spaces outside double quotes. */
function quoteOption(option: string): string {
  return /[\s"\\]/.test(option) ? `"${option.replace(/["\\]/g, "\\$&")}"` : option;
}

function rerunOnly(match: RunnerMatch, cases: readonly CaseName[], { rig, files }: Place): InstrumentedCommand | undefined {
  const invocation = invocationOf(match, files);
  if (invocation === undefined || cases.length === 0 || cases.some((name) => name.file === "")) return undefined;
  const selection = nodeSelection(cases, (path) => files.read(path)?.text ?? "");
  const reporters = reporterOptions(rig, { reporters: 0, destinations: 0 });
  const paths = selection.files.map((path) => globSafe(relativePath(invocation.directory, path)));
  const args = [...reporters, ...rerunOptions(invocation), ...selection.patterns.map((pattern) => `--test-name-pattern=${pattern}`), ...paths];
  return { ...rewriteAlone(invocation, { args }), environment: { [OUT_VARIABLE]: rig.out }, tools: { [REPORTER]: reporter }, collect: ["*"] };
}

/** Node reads file arguments as globs and knows no escape; "?" stands for the one character. */
function globSafe(path: string): string {
  return path.replace(/[[\]{}*!]/g, "?");
}

const DEFAULT_PATTERN = /(?:^|\/)(?:(?:[^/]+[._-])?test|test-[^/]+)\.(?:[cm]?[jt]s)$|(?:^|\/)test\/(?:.*\/)?[^/]+\.(?:[cm]?[jt]s)$/;

function canary(match: RunnerMatch, files: FileView, secret: { readonly token: string; readonly value: string }): CanaryFile | undefined {
  const invocation = invocationOf(match, files);
  if (invocation === undefined) return undefined;
  const place = canaryPlace(files, { token: secret.token, isTestFile: (path) => picksUp(invocation, path) });
  if (place === undefined) return undefined;
  const title = `heal canary ${secret.token}`;
  const needs = place.isModule
    ? 'import test from "node:test";\nimport assert from "node:assert";\n'
    : 'const test = require("node:test");\nconst assert = require("node:assert");\n';
  return {
    path: place.path,
    text: `${needs}test(${literal(title)}, () => {\n  assert.fail(${literal(secret.value)});\n});\n`,
    name: { runner: "node:test", file: place.path, titlePath: [title] },
  };
}

/** Would the command, as it is written, run this file? */
function picksUp(invocation: Invocation, path: string): boolean {
  const inside = invocation.directory === "" ? path : relativePath(invocation.directory, path);
  if (inside.startsWith("../") || !/\.[cm]?[jt]s$/.test(path)) return false;
  const { positionals } = nodeArguments(invocation);
  if (positionals.length === 0) return DEFAULT_PATTERN.test(inside);
  return positionals.some((pattern) => posix.matchesGlob(inside, posix.normalize(pattern)) || isFolderOf(pattern, inside));
}

function isFolderOf(pattern: string, path: string): boolean {
  const folder = posix.normalize(pattern).replace(/\/$/, "");
  return !/[*?[{]/.test(folder) && (folder === "." || path.startsWith(`${folder}/`)) && DEFAULT_PATTERN.test(`test/${path.slice(folder.length + 1)}`);
}
