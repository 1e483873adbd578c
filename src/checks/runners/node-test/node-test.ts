import { posix } from "node:path";
import type { CaseName } from "../../../domain/case.js";
import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { relativePath } from "../command/paths.js";
import { type Rewritten, rewriteAlone } from "../command/rewrite.js";
import { literal } from "../javascript/canary.js";
import { insertArguments } from "../javascript/find.js";
import { instruments, invocationOf, javascriptRunner, type RunnerKind, reporterPath } from "../javascript/runner-kind.js";
import type { InstrumentedCommand, Place, Rig, Runner, RunnerMatch } from "../runner.js";
import { isNodeTest, nodeArguments, ownReporters, rerunOptions } from "./command.js";
import reporter from "./reporter.probe.mjs";
import { nodeSelection } from "./selection.js";

const nodeTest: RunnerKind = {
  name: "node:test",
  reporter: { file: "heal-node-reporter.mjs", source: reporter },
  isOwn: isNodeTest,
  rerun,
  picksUp: (invocation) => (path) => picksUp(invocation, path),
  canaryText({ isModule }, { title, value }) {
    const needs = isModule
      ? 'import test from "node:test";\nimport assert from "node:assert";\n'
      : 'const test = require("node:test");\nconst assert = require("node:assert");\n';
    return `${needs}test(${literal(title)}, () => {\n  assert.fail(${literal(value)});\n});\n`;
  },
};

/** Node's own runner: `node --test`, also through tsx, scripts and loaders. */
export const nodeTestRunner: Runner = { ...javascriptRunner(nodeTest), withReport };

/** The environment reaches node however it is started; a command that sets NODE_OPTIONS itself gets the reporter as arguments. */
function withReport(match: RunnerMatch, rig: Rig, files: FileView): InstrumentedCommand {
  const invocation = invocationOf(nodeTest, match, files);
  const own = invocation === undefined ? { reporters: 0, destinations: 0 } : ownReporters(invocation);
  const options = reporterOptions(rig, own);
  const base = instruments(nodeTest, rig);
  if (invocation !== undefined && "NODE_OPTIONS" in invocation.environment) return { ...base, ...insertArguments(invocation, options, match.check) };
  const environment = { ...base.environment, NODE_OPTIONS: options.map(quoteOption).join(" ") };
  return { ...base, command: match.check.command, directory: match.check.directory, environment };
}

/** Node wants as many destinations as reporters. The injected one writes its file itself, so stderr stays empty. */
function reporterOptions(rig: Rig, own: { readonly reporters: number; readonly destinations: number }): string[] {
  const options = [`--test-reporter=${reporterPath(nodeTest, rig)}`, "--test-reporter-destination=stderr"];
  if (own.reporters === 0) return [...options, "--test-reporter=spec", "--test-reporter-destination=stdout"];
  const missing = Math.max(0, own.reporters - own.destinations);
  return [...options, ...Array.from({ length: missing }, () => "--test-reporter-destination=stdout")];
}

/** NODE_OPTIONS splits at spaces outside double quotes. */
function quoteOption(option: string): string {
  return /[\s"\\]/.test(option) ? `"${option.replace(/["\\]/g, "\\$&")}"` : option;
}

function rerun(invocation: Invocation, cases: readonly CaseName[], { rig, files }: Place): Rewritten {
  const selection = nodeSelection(cases, (path) => files.read(path)?.text ?? "");
  const reporters = reporterOptions(rig, { reporters: 0, destinations: 0 });
  const paths = selection.files.map((path) => globSafe(relativePath(invocation.directory, path)));
  const patterns = selection.patterns.map((pattern) => `--test-name-pattern=${pattern}`);
  return rewriteAlone(invocation, { args: [...reporters, ...rerunOptions(invocation), ...patterns, ...paths] });
}

/** Node reads file arguments as globs and knows no escape; "?" stands for the one character. */
function globSafe(path: string): string {
  return path.replace(/[[\]{}*!]/g, "?");
}

const DEFAULT_PATTERN = /(?:^|\/)(?:(?:[^/]+[._-])?test|test-[^/]+)\.(?:[cm]?[jt]s)$|(?:^|\/)test\/(?:.*\/)?[^/]+\.(?:[cm]?[jt]s)$/;

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
