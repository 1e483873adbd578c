import { posix } from "node:path";
import type { CaseName } from "../../../domain/case.js";
import type { Invocation } from "../command/invocation.js";
import { type Rewritten, rewriteAlone } from "../command/rewrite.js";
import { literal } from "../javascript/canary.js";
import { distinct, splitArguments } from "../javascript/find.js";
import { appendedReport, javascriptRunner, type RunnerKind, reporterPath } from "../javascript/runner-kind.js";
import { inSequence } from "../javascript/sequence.js";
import { groupCases } from "../javascript/title-pattern.js";
import type { Place, Rig, Runner } from "../runner.js";
import { keepAll, rerunArguments } from "./command.js";
import reporter from "./reporter.probe.mjs";

const vitest: RunnerKind = {
  name: "vitest",
  reporter: { file: "heal-vitest-reporter.mjs", source: reporter },
  isOwn: isVitest,
  rerun,
  picksUp: (invocation) => (path) => picksUp(invocation, path),
  canaryText: (_place, { title, value }) =>
    `import { expect as healExpect, test as healTest } from "vitest";\nhealTest(${literal(title)}, () => {\n  healExpect("seen").toBe(${literal(value)});\n});\n`,
};

export const vitestRunner: Runner = { ...javascriptRunner(vitest), withReport: appendedReport(vitest, reportArguments) };

const OTHER_COMMANDS = new Set(["bench", "list", "typecheck", "init"]);

function isVitest(invocation: Invocation): boolean {
  return invocation.program === "vitest" && !OTHER_COMMANDS.has(invocation.arguments[0]?.text ?? "");
}

/** Vitest knows no variable for its reporters, so the arguments are added; naming one switches the default off, so that is named too. */
function reportArguments(invocation: Invocation, rig: Rig): readonly string[] {
  const hasOwn = invocation.arguments.some((word) => /^--reporter\b/.test(word.text));
  const words = invocation.arguments.map((word) => word.text);
  // A bare `vitest` would wait for changes where there is a terminal.
  const once = words[0] === "run" || words.includes("--run") ? [] : ["--run"];
  return [...once, ...(hasOwn ? [] : ["--reporter=default"]), `--reporter=${reporterPath(vitest, rig)}`];
}

function rerun(invocation: Invocation, cases: readonly CaseName[], { rig }: Place): Rewritten {
  const commands = groupCases(cases, { separator: "(?: > | )" }).map((group) => {
    const paths = distinct(group.files).map((path) => posix.join(rig.root, path));
    const selection = group.pattern === undefined ? [] : [`--testNamePattern=${group.pattern}`];
    return rewriteAlone(invocation, {
      args: ["run", ...rerunArguments(invocation), ...selection, "--reporter=default", `--reporter=${reporterPath(vitest, rig)}`, ...paths],
    });
  });
  return inSequence(commands);
}

const DEFAULT_INCLUDE = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

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
