import type { CaseName } from "../../../domain/case.js";
import type { Check } from "../../../domain/check.js";
import type { FileView } from "../../../domain/file-view.js";
import { findInvocations, type Invocation } from "../command/invocation.js";
import { relativePath } from "../command/paths.js";
import { type Change, type Rewritten, rewrite, rewriteAlone } from "../command/rewrite.js";
import { quote } from "../command/shell-line.js";
import { exportToolsPath, isIsolated, setsPythonPath, sharedTools } from "../python/on-path.js";
import type { InstrumentedCommand, Place, Rig, Runner, RunnerMatch } from "../runner.js";
import { pytestArguments, withoutStoppers } from "./arguments.js";
import { pytestCanary } from "./canary.js";
import plugin from "./heal_report.py";
import { isPytestMaterial } from "./material.js";
import { nodeTail } from "./node-ids.js";

const REPORT = "pytest.jsonl";
const JUNIT = "pytest.xml";
/** Characters of node ids on a command line; more are told to the plugin through a file. */
const MAX_ID_LENGTH = 60_000;

export const pytestRunner: Runner = {
  name: "pytest",
  recognise: recognisePytest,
  withReport: (match, rig, files) => {
    const own = invocationsOf(match, files);
    return instrument({ command: wholeCommand(own, { match, rig }), directory: match.check.directory }, { own, rig, files: {} });
  },
  rerunOnly,
  canary: (match, files, secret) => pytestCanary(invocationsOf(match, files), files, secret),
  isTestMaterial: isPytestMaterial,
};

function recognisePytest(check: Check, files: FileView): RunnerMatch | undefined {
  const first = findInvocations(check, files).find(isPytest);
  return first === undefined ? undefined : { runner: "pytest", check, directory: first.directory };
}

function isPytest(invocation: Invocation): boolean {
  return /^(?:pytest|py\.test)$/.test(invocation.program);
}

function invocationsOf(match: RunnerMatch, files: FileView): Invocation[] {
  return findInvocations(match.check, files).filter(isPytest);
}

/** The check's command; an own PYTHONPATH or PYTEST_ADDOPTS in front of pytest keeps its place behind ours. */
function wholeCommand(own: readonly Invocation[], place: { match: RunnerMatch; rig: Rig }): string {
  const first = own[0];
  if (own.length !== 1 || first === undefined) return place.match.check.command;
  const change = changeFor(first, place.rig);
  const { check } = place.match;
  return change === undefined ? check.command : rewrite(first, change, check.directory).command;
}

function setsOptions(invocation: Invocation): boolean {
  return "PYTEST_ADDOPTS" in invocation.environment;
}

/** What the environment alone cannot reach because the command sets the same variable itself. */
function changeFor(invocation: Invocation, rig: Rig): Change | undefined {
  const paths = setsPythonPath(invocation);
  const options = setsOptions(invocation);
  if (!paths && !options) return undefined;
  return { ...(paths ? { prependPaths: { PYTHONPATH: rig.tools } } : {}), ...(options ? { append: ["-p", "heal_report"] } : {}) };
}

interface Equipment {
  readonly own: readonly Invocation[];
  readonly rig: Rig;
  readonly files: Readonly<Record<string, string>>;
}

function instrument(plain: Rewritten, equipment: Equipment): InstrumentedCommand {
  const { rig } = equipment;
  if (!pluginReaches(equipment.own)) return junitOnly(plain, rig);
  const exports = [exportToolsPath(rig.tools), `export PYTEST_ADDOPTS="\${PYTEST_ADDOPTS:+$PYTEST_ADDOPTS }-p heal_report"`];
  return {
    command: `${exports.join("; ")}; ${plain.command}`,
    directory: plain.directory,
    environment: {
      HEAL_PYTEST_REPORT: `${rig.out}/${REPORT}`,
      ...("heal_only.json" in equipment.files ? { HEAL_PYTEST_ONLY: `${rig.tools}/heal_only.json` } : {}),
    },
    tools: { ...sharedTools, "heal_report.py": plugin, ...equipment.files },
    collect: [REPORT],
  };
}

/** An isolated interpreter (-I, -E) ignores PYTHONPATH, and several commands that set it cannot all be changed: then JUnit must do. */
function pluginReaches(own: readonly Invocation[]): boolean {
  if (own.length > 1 && own.some((invocation) => setsPythonPath(invocation) || setsOptions(invocation))) return false;
  return !own.some(isIsolated);
}

function junitOnly(plain: Rewritten, rig: Rig): InstrumentedCommand {
  const options = `${quote(`--junitxml=${rig.out}/${JUNIT}`)} -o junit_family=xunit1`;
  const command = `export PYTEST_ADDOPTS="\${PYTEST_ADDOPTS:+$PYTEST_ADDOPTS }"${quote(options)}; ${plain.command}`;
  return { command, directory: plain.directory, environment: {}, tools: {}, collect: [JUNIT] };
}

function rerunOnly(match: RunnerMatch, cases: readonly CaseName[], { rig, files }: Place): InstrumentedCommand | undefined {
  const own = invocationsOf(match, files);
  const first = own[0];
  if (first === undefined || cases.length === 0 || cases.some((name) => !canNarrowTo(name, files))) return undefined;
  const given = pytestArguments(first, files);
  const ids = [...new Set(cases.map((name) => `${relativePath(first.directory, name.file)}${nodeTail(name)}`))];
  if (own.length > 1 || !given.literal || ids.join("").length > MAX_ID_LENGTH) return filtered(match, cases, { own, rig });
  const options = [...withoutStoppers(given.options), ...(usesCoverage(given.options, files) ? ["--no-cov"] : [])];
  const change: Change = { ...changeFor(first, rig), args: [...options, ...ids] };
  return instrument(rewriteAlone(first, change), { own, rig, files: {} });
}

/**
 * conftest.py and packages are loaded for everything below them: their failure cannot be narrowed. Neither can a case whose file is not
 * known: pytest takes the first "::" of an argument for the file's end, so a file with that in its name cannot be asked for.
 */
function canNarrowTo(name: CaseName, files: FileView): boolean {
  return files.has(name.file) && !(name.titlePath.length === 0 && /(?:^|\/)(?:conftest|__init__)\.py$/.test(name.file));
}

/** The whole command, with every other case deselected by the plugin. */
function filtered(match: RunnerMatch, cases: readonly CaseName[], place: { own: readonly Invocation[]; rig: Rig }): InstrumentedCommand | undefined {
  if (!pluginReaches(place.own)) return undefined;
  const only = { root: place.rig.root, ids: cases.map((name) => `${name.file}${nodeTail(name)}`) };
  const plain = { command: wholeCommand(place.own, { match, rig: place.rig }), directory: match.check.directory };
  return instrument(plain, { own: place.own, rig: place.rig, files: { "heal_only.json": JSON.stringify(only) } });
}

/** pytest-cov's threshold would turn a narrowed run red. */
function usesCoverage(options: readonly string[], files: FileView): boolean {
  if (options.some((option) => option.startsWith("--cov"))) return true;
  return ["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"].some((path) => /addopts[\s\S]{0,300}--cov/.test(files.read(path)?.text ?? ""));
}
