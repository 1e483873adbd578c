import type { CaseName } from "../../../domain/case.js";
import type { Check } from "../../../domain/check.js";
import type { FileView } from "../../../domain/file-view.js";
import { findInvocations, type Invocation } from "../command/invocation.js";
import { fileName, joinPath } from "../command/paths.js";
import { type Change, type Rewritten, rewrite, rewriteAlone } from "../command/rewrite.js";
import { isPytestMaterial } from "../pytest/material.js";
import { exportToolsPath, isIsolated, setsPythonPath, sharedTools } from "../python/on-path.js";
import type { InstrumentedCommand, Place, Rig, Runner, RunnerMatch } from "../runner.js";
import { matchesPattern, unittestArguments } from "./arguments.js";
import { unittestCanary } from "./canary.js";
import hook from "./heal_unittest.py";
import starter from "./sitecustomize.py";

const REPORT = "unittest.jsonl";
const ONLY = "heal_only.json";

export const unittestRunner: Runner = {
  name: "unittest",
  recognise: recogniseUnittest,
  withReport: (match, rig, files) => {
    const [first, ...others] = invocationsOf(match, files);
    const change = first !== undefined && others.length === 0 && setsPythonPath(first) ? { prependPaths: { PYTHONPATH: rig.tools } } : undefined;
    const plain =
      first === undefined || change === undefined
        ? { command: match.check.command, directory: match.check.directory }
        : rewrite(first, change, match.check.directory);
    return instrument(plain, rig);
  },
  rerunOnly,
  canary: (match, files, secret) => unittestCanary(invocationsOf(match, files), files, secret),
  isTestMaterial: (path, files) => isPytestMaterial(path, files) || /^test.*\.py$/.test(fileName(path)),
};

function recogniseUnittest(check: Check, files: FileView): RunnerMatch | undefined {
  const first = findInvocations(check, files).find((invocation) => isUnittest(invocation, files));
  return first === undefined ? undefined : { runner: "unittest", check, directory: first.directory };
}

/** `python -m unittest`, a script that calls `unittest.main()`, Django's `manage.py test`. */
function isUnittest(invocation: Invocation, files: FileView): boolean {
  if (invocation.program === "unittest") return true;
  const script = invocation.arguments[0]?.text;
  if (!/^(?:python|pypy)[\d.]*$/.test(invocation.program) || script === undefined || !script.endsWith(".py")) return false;
  if (fileName(script) === "manage.py") return invocation.arguments[1]?.text === "test";
  const path = joinPath(invocation.directory, script);
  return path !== undefined && /\bunittest\.main\s*\(/.test(files.read(path)?.text ?? "");
}

function invocationsOf(match: RunnerMatch, files: FileView): Invocation[] {
  return findInvocations(match.check, files).filter((invocation) => isUnittest(invocation, files));
}

function instrument(plain: Rewritten, rig: Rig, only?: string): InstrumentedCommand {
  const environment = { HEAL_UNITTEST_REPORT: `${rig.out}/${REPORT}`, ...(only === undefined ? {} : { HEAL_UNITTEST_ONLY: `${rig.tools}/${ONLY}` }) };
  return {
    command: `${exportToolsPath(rig.tools)}; ${plain.command}`,
    directory: plain.directory,
    environment,
    tools: { ...sharedTools, "sitecustomize.py": starter, "heal_unittest.py": hook, ...(only === undefined ? {} : { [ONLY]: only }) },
    collect: [REPORT],
  };
}

/**
 * The same command with the hook leaving out every other test: dotted names would need the module's import name, which
 * depends on the discovery's start folder. A discovery for one file is narrowed to that file's name, which is quicker.
 */
function rerunOnly(match: RunnerMatch, cases: readonly CaseName[], { rig, files }: Place): InstrumentedCommand | undefined {
  const own = invocationsOf(match, files);
  const first = own[0];
  if (first === undefined || own.length > 1 || isIsolated(first) || cases.length === 0 || cases.some((name) => name.file === "")) return undefined;
  const change: Change = { ...(setsPythonPath(first) ? { prependPaths: { PYTHONPATH: rig.tools } } : {}), ...narrowedDiscovery(first, cases) };
  const only = { root: rig.root, cases: cases.map((name) => [name.file, ...ownTitles(name)]) };
  return instrument(rewriteAlone(first, change), rig, JSON.stringify(only));
}

function narrowedDiscovery(invocation: Invocation, cases: readonly CaseName[]): Change {
  const names = [...new Set(cases.map((name) => fileName(name.file)))];
  const [only] = names;
  const given = unittestArguments(invocation);
  const isPlain = invocation.program === "unittest" && given.discovers && invocation.arguments.every((word) => word.literal || word.text === given.pattern);
  if (!isPlain || only === undefined || names.length > 1 || !matchesPattern(only, given.pattern)) return {};
  return { args: [...given.withoutPattern, "-p", only] };
}

/** Subtests and class fixtures are run by running their test or class. */
function ownTitles(name: CaseName): string[] {
  return name.titlePath.filter((title) => !/^[([]|^(?:setUp|tearDown)(?:Class|Module)$/.test(title));
}
