import { posix } from "node:path";
import type { CaseName } from "../../../domain/case.js";
import type { FileView } from "../../../domain/file-view.js";
import type { Invocation } from "../command/invocation.js";
import { rewrite, rewriteAlone } from "../command/rewrite.js";
import { canaryPlace, literal } from "../javascript/canary.js";
import { distinct, lastInvocation, OUT_VARIABLE, splitArguments } from "../javascript/find.js";
import { isJavascriptTestMaterial } from "../javascript/material.js";
import { inSequence } from "../javascript/sequence.js";
import { groupCases } from "../javascript/title-pattern.js";
import type { CanaryFile, InstrumentedCommand, Place, Rig, Runner, RunnerMatch } from "../runner.js";
import { keepAll, rerunArguments } from "./command.js";
import reporter from "./reporter.probe.mjs";

const REPORTER = "heal-vitest-reporter.mjs";

export const vitestRunner: Runner = {
  name: "vitest",
  recognise(check, files) {
    const invocation = lastInvocation(check, files, isVitest);
    return invocation === undefined ? undefined : { runner: "vitest", check, directory: invocation.directory };
  },
  withReport,
  rerunOnly,
  canary,
  isTestMaterial: isJavascriptTestMaterial,
};

const OTHER_COMMANDS = new Set(["bench", "list", "typecheck", "init"]);

function isVitest(invocation: Invocation): boolean {
  return invocation.program === "vitest" && !OTHER_COMMANDS.has(invocation.arguments[0]?.text ?? "");
}

function invocationOf(match: RunnerMatch, files: FileView): Invocation | undefined {
  return lastInvocation(match.check, files, isVitest);
}

function instruments(rig: Rig): Pick<InstrumentedCommand, "environment" | "tools" | "collect"> {
  return { environment: { [OUT_VARIABLE]: rig.out }, tools: { [REPORTER]: reporter }, collect: ["*"] };
}

/** Vitest knows no variable for its reporters, so the arguments are added; naming one switches the default off, so that is named too. */
function withReport(match: RunnerMatch, rig: Rig, files: FileView): InstrumentedCommand {
  const invocation = invocationOf(match, files);
  if (invocation === undefined) return { ...instruments(rig), command: match.check.command, directory: match.check.directory };
  const hasOwn = invocation.arguments.some((word) => /^--reporter\b/.test(word.text));
  const words = invocation.arguments.map((word) => word.text);
  // A bare `vitest` would wait for changes where there is a terminal.
  const once = words[0] === "run" || words.includes("--run") ? [] : ["--run"];
  const append = [...once, ...(hasOwn ? [] : ["--reporter=default"]), `--reporter=${rig.tools}/${REPORTER}`];
  return { ...instruments(rig), ...rewrite(invocation, { append }, match.check.directory) };
}

function rerunOnly(match: RunnerMatch, cases: readonly CaseName[], { rig, files }: Place): InstrumentedCommand | undefined {
  const invocation = invocationOf(match, files);
  if (invocation === undefined || cases.length === 0 || cases.some((name) => name.file === "")) return undefined;
  const commands = groupCases(cases, { separator: "(?: > | )" }).map((group) => {
    const paths = distinct(group.files).map((path) => posix.join(rig.root, path));
    const selection = group.pattern === undefined ? [] : [`--testNamePattern=${group.pattern}`];
    return rewriteAlone(invocation, {
      args: ["run", ...rerunArguments(invocation), ...selection, "--reporter=default", `--reporter=${rig.tools}/${REPORTER}`, ...paths],
    });
  });
  return { ...instruments(rig), ...inSequence(commands) };
}

const DEFAULT_INCLUDE = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

function canary(match: RunnerMatch, files: FileView, secret: { readonly token: string; readonly value: string }): CanaryFile | undefined {
  const invocation = invocationOf(match, files);
  if (invocation === undefined) return undefined;
  const place = canaryPlace(files, { token: secret.token, isTestFile: (path) => picksUp(invocation, path) });
  if (place === undefined) return undefined;
  const title = `heal canary ${secret.token}`;
  return {
    path: place.path,
    text: `import { expect as healExpect, test as healTest } from "vitest";\nhealTest(${literal(title)}, () => {\n  healExpect("seen").toBe(${literal(secret.value)});\n});\n`,
    name: { runner: "vitest", file: place.path, titlePath: [title] },
  };
}

/** Vitest's file arguments are parts of paths. */
function picksUp(invocation: Invocation, path: string): boolean {
  const inside = invocation.directory === "" || path.startsWith(`${invocation.directory}/`);
  if (!inside || !DEFAULT_INCLUDE.test(path)) return false;
  const { positionals } = splitArguments(
    invocation.arguments.map((word) => word.text),
    keepAll,
  );
  const filters = positionals.filter((word, index) => !(index === 0 && /^(?:run|watch|dev)$/.test(word)));
  return filters.length === 0 || filters.some((filter) => path.includes(posix.normalize(filter).replace(/^\.\//, "")));
}
