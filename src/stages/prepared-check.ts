import { recogniseRunner, runnerByName } from "../checks/runners/registry.js";
import type { InstrumentedCommand, Place, Runner, RunnerMatch } from "../checks/runners/runner.js";
import type { CaseName } from "../domain/case.js";
import type { Check } from "../domain/check.js";
import type { FileView } from "../domain/file-view.js";

/** A check together with the runner found behind it, if any. */
export interface PreparedCheck {
  readonly check: Check;
  readonly match: RunnerMatch | undefined;
  readonly runner: Runner | undefined;
}

export function prepareCheck(check: Check, files: FileView): PreparedCheck {
  const match = recogniseRunner(check, files);
  return { check, match, runner: match === undefined ? undefined : runnerByName(match.runner) };
}

/** The check's command as it is to be run: with its report where a runner was found, narrowed to `only` where that can be done. */
export function instrument({ match, runner, check }: PreparedCheck, { rig, files }: Place, only?: readonly CaseName[]): InstrumentedCommand {
  if (match === undefined || runner === undefined) return plain(check);
  const narrowed = only === undefined ? undefined : runner.rerunOnly(match, only, { rig, files });
  return narrowed ?? runner.withReport(match, rig, files);
}

function plain(check: Check): InstrumentedCommand {
  return { command: check.command, directory: check.directory, environment: {}, tools: {}, collect: [] };
}

/** Joins two instrumentations of one command, e.g. a report and a coverage probe. */
export function mergeInstrumentation(command: InstrumentedCommand, extra: Pick<InstrumentedCommand, "environment" | "tools" | "collect">): InstrumentedCommand {
  return {
    ...command,
    environment: joinEnvironment(command.environment, extra.environment),
    tools: { ...command.tools, ...extra.tools },
    collect: [...command.collect, ...extra.collect],
  };
}

/** Variables that hold lists of options are joined, not replaced. */
const optionLists: Readonly<Record<string, string>> = { NODE_OPTIONS: " ", PYTEST_ADDOPTS: " ", PYTHONPATH: ":", PYTEST_PLUGINS: "," };

function joinEnvironment(first: Readonly<Record<string, string>>, second: Readonly<Record<string, string>>): Record<string, string> {
  const joined: Record<string, string> = { ...first };
  for (const [name, value] of Object.entries(second)) {
    const separator = optionLists[name];
    const before = joined[name];
    joined[name] = before !== undefined && separator !== undefined && before !== value ? `${before}${separator}${value}` : value;
  }
  return joined;
}
