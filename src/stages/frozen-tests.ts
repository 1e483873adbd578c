import type { ProtectedPaths } from "../acceptance/protected-paths.js";
import type { InstrumentedCommand } from "../checks/runners/runner.js";
import type { CaseResult, RunnerName } from "../domain/case.js";
import type { Check } from "../domain/check.js";
import type { FileChange, Patch } from "../domain/patch.js";
import { patchedPaths, textAfter } from "../domain/patch.js";
import { patchedView } from "../domain/patched-view.js";
import type { Reading } from "../domain/reading.js";
import type { TaskSuite } from "../domain/task.js";
import type { Sandbox } from "../ports/sandbox.js";
import type { Workspace } from "../ports/workspace.js";
import type { RunContext } from "./run-context.js";

/** The same run with the tests as part of the base: baseline, candidates, proof and rules see no tree without them. */
export function withFrozenTests(context: RunContext, suite: TaskSuite): RunContext {
  const { ports, sandbox } = context;
  return { ...context, suite, ports: { ...ports, workspace: workspaceWith(ports.workspace, suite.tests) }, sandbox: sandboxWith(sandbox, suite.tests) };
}

/** The digest and `apply` still speak of the files on disk, where the tests are not. */
function workspaceWith(workspace: Workspace, tests: Patch): Workspace {
  return {
    root: workspace.root,
    commit: workspace.commit,
    view: patchedView(workspace.view, tests),
    digest: () => workspace.digest(),
    apply: (patch) => workspace.apply(patch),
  };
}

function sandboxWith(sandbox: Sandbox, tests: Patch): Sandbox {
  return {
    engine: sandbox.engine,
    limits: sandbox.limits,
    probe: (root) => sandbox.probe(root),
    open: (spec) => sandbox.open({ ...spec, patch: onTopOf(tests, spec.patch) }),
    sweep: () => sandbox.sweep(),
    close: () => sandbox.close(),
  };
}

/** One patch against the files on disk that does what both do, `tests` (new files only) first. */
export function onTopOf(tests: Patch, patch: Patch): Patch {
  const changed = new Set(patchedPaths(patch));
  const kept = tests.changes.filter(({ path }) => !changed.has(path));
  const above = patch.changes.flatMap((change) => (textAfter(tests, change.path) === undefined ? [change] : asNewFile(change)));
  return { changes: [...kept, ...above].sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** On disk the file is not there: what is left of it is added, a deletion leaves nothing to do. */
function asNewFile(change: FileChange): FileChange[] {
  return change.kind === "delete" ? [] : [{ kind: "add", path: change.path, after: change.after, encoding: change.encoding }];
}

/** No setting makes an exception for the tests that a task is judged by. */
export function withProtectedTests(guarded: ProtectedPaths, suite: TaskSuite | undefined): ProtectedPaths {
  if (suite === undefined) return guarded;
  const frozen = new Set(patchedPaths(suite.tests).map((path) => path.toLowerCase()));
  const reasonFor = (path: string): string | undefined => (frozen.has(path.toLowerCase()) ? "one of the tests the task is judged by" : guarded.reasonFor(path));
  return { reasonFor, isProtected: (path) => reasonFor(path) !== undefined };
}

export function isOfSuite(suite: TaskSuite, { name }: Pick<CaseResult, "name">): boolean {
  return textAfter(suite.tests, name.file) !== undefined;
}

/** Approved tests may have been seen by other checks than those of this run. */
export function notRunBy(suite: TaskSuite, checks: readonly Check[]): string {
  const commands = checks.map(({ command }) => `\`${command}\``).join(", ");
  return `The tests of the task (${patchedPaths(suite.tests).join(", ")}) are not run by ${commands}. Give the checks they were written for with --check.`;
}

/** Tests that stand before their code are red for want of it, also where they import a module that no file of the project is yet. */
export function readingOf(suite: TaskSuite | undefined, reading: Reading): Reading {
  if (suite === undefined || !reading.cases.some((result) => result.status === "failed" && isOfSuite(suite, result))) return reading;
  return { ...reading, class: "healable-code", classReason: "" };
}

/**
 * pytest runs nothing at all when one file cannot be loaded, and tests that stand before their code often cannot: told to go on, it shows
 * what became of the old ones. The exit status stays what it is.
 */
export function goingOn(suite: TaskSuite | undefined, runner: RunnerName | undefined): Pick<InstrumentedCommand, "environment" | "tools" | "collect"> {
  const environment: Readonly<Record<string, string>> = suite !== undefined && runner === "pytest" ? { PYTEST_ADDOPTS: "--continue-on-collection-errors" } : {};
  return { environment, tools: {}, collect: [] };
}
