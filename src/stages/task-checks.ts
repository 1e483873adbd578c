import { globMatcher } from "../acceptance/globs.js";
import { skipMarks } from "../acceptance/tamper/markers.js";
import type { SuiteFile } from "../agents/tester/suite-reply.js";
import { findConflicts } from "../checks/conflicts/find-conflicts.js";
import type { FileView } from "../domain/file-view.js";
import type { Patch } from "../domain/patch.js";
import { patchedView } from "../domain/patched-view.js";
import { visible } from "../render/safe-text.js";
import { clause } from "../support/clause.js";
import type { PreparedCheck } from "./prepared-check.js";
import type { RunContext } from "./run-context.js";

/** More than a person reads. */
const mostFiles = 5;
const mostBytes = 64 * 1024;
/** Of one line, in UTF-16 units. */
const longestLine = 2_000;

export function patchOf(files: readonly SuiteFile[]): Patch {
  return {
    changes: files
      .map(({ path, text }) => ({ kind: "add" as const, path, after: text, encoding: "utf8" as const }))
      .sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

export function filesOf(tests: Patch): SuiteFile[] {
  return tests.changes.flatMap((change) => (change.kind === "delete" ? [] : [{ path: change.path, text: change.after }]));
}

/** Why the files cannot be a suite, seen without running them; undefined = nothing speaks against it. */
export async function suiteProblem(context: RunContext, tested: PreparedCheck, files: readonly SuiteFile[]): Promise<string | undefined> {
  if (files.length > mostFiles) return `it is ${files.length} files; at most ${mostFiles} are taken`;
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > mostBytes) return `it is ${Math.ceil(bytes / 1024)} KiB; at most ${mostBytes / 1024} KiB are taken`;
  const laid = patchedView(context.ports.workspace.view, patchOf(files));
  for (const file of files) {
    const problem = placeProblem(context, { tested, laid }, file.path) ?? textProblem(context, file) ?? (await syntaxProblem(context, file));
    if (problem !== undefined) return problem;
  }
  return contradiction(context, files);
}

/** Against each other only: what the old tests say against them is the project's, and ends the run where both are run. */
async function contradiction({ ports }: RunContext, files: readonly SuiteFile[]): Promise<string | undefined> {
  const [conflict] = await findConflicts({ files, isLookedAt: () => true, trees: ports.trees });
  return conflict === undefined ? undefined : clause(conflict.sentence);
}

interface Ground {
  readonly tested: PreparedCheck;
  /** The project with the suite in it. */
  readonly laid: FileView;
}

function placeProblem({ plan, ports }: RunContext, { tested, laid }: Ground, path: string): string | undefined {
  const { view } = ports.workspace;
  if (!/^(?:[A-Za-z0-9_@][\w.@-]*\/)*[A-Za-z0-9_][\w.-]*$/.test(path) || path.length > 200)
    return `${JSON.stringify(visible(path).slice(0, 200))} is no plain path inside the project`;
  if (view.paths().some((known) => known.toLowerCase() === path.toLowerCase()))
    return `${path} exists already; tests of the project are not changed, so name a new file`;
  const guard = plan.protectedGlobs.find((pattern) => globMatcher(pattern)(path));
  if (guard !== undefined) return `${path} is protected by the setting "${guard}"`;
  if (tested.runner?.isTestMaterial(path, laid) === true) return undefined;
  return `${path} is no place where \`${tested.check.command}\` looks for tests`;
}

function textProblem({ ports }: RunContext, { path, text }: SuiteFile): string | undefined {
  if (visible(text) !== text) return `${path} holds characters that are not seen; spell them as escapes`;
  if (text.split("\n").some((line) => line.length > longestLine)) return `${path} holds a line of more than ${longestLine} characters`;
  return ports.holdsSecret?.(text) === true ? `${path} holds what looks like a secret; use a value that cannot be taken for one` : undefined;
}

/** A case that is skipped could never show anything; behind a file that cannot be loaded yet no run would tell. */
async function syntaxProblem({ ports }: RunContext, { path, text }: SuiteFile): Promise<string | undefined> {
  const language = ports.trees.grammarOf(path);
  if (language === undefined) return undefined;
  await ports.trees.load(language);
  const { root } = ports.trees.parse(language, text);
  if (root.hasError) return `${path} does not parse`;
  const [skip] = skipMarks(root);
  return skip === undefined ? undefined : `line ${skip.row + 1} of ${path} ${skip.reason}`;
}
