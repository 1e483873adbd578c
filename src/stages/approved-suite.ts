import type { WrittenFiles } from "../agents/tester/suite-reply.js";
import { SetupError } from "../domain/errors.js";
import { patchedPaths } from "../domain/patch.js";
import type { TaskPlan, TaskSuite } from "../domain/task.js";
import { lastOf } from "../render/journal-view.js";
import { patchFile } from "../render/unified-diff.js";
import type { ApprovedBundle, RunContext } from "./run-context.js";
import { filesOf } from "./task-checks.js";

export interface Approved {
  readonly suite: TaskSuite;
  /** The same as their Tester wrote them. */
  readonly written: WrittenFiles;
}

/** The tests a person approved: exactly those of the bundle, for the same description and the same files. Throws SetupError when anything differs. */
export async function approvedSuite({ ports }: RunContext, task: TaskPlan): Promise<Approved> {
  const bundle = ports.approved as ApprovedBundle;
  const written = lastOf(bundle.lines, "tests-written");
  const given = lastOf(bundle.lines, "task-given");
  const started = lastOf(bundle.lines, "run-started");
  if (written === undefined || given === undefined || started === undefined)
    throw new SetupError(`${bundle.directory} holds no tests to approve. Name the bundle of a run with --task that ended as awaiting-approval.`);
  const { tests, digest, explanation, code } = written;
  const again = "Run heal without --approve to have the tests written anew.";
  for (const [what, found] of [
    ["tests.patch", ports.sha256(bundle.testsFile)],
    ["The journal's copy of the tests", ports.sha256(patchFile(tests))],
  ] as const)
    if (found !== digest)
      throw new SetupError(
        `${what} of ${bundle.directory} is not what was written (digest ${found.slice(0, 12)}, journal ${digest.slice(0, 12)}): it was changed after the run. ${again}`,
      );
  if (given.digest !== ports.sha256(Buffer.from(task.text)))
    throw new SetupError(
      `The description is not the one the tests of ${bundle.directory} were written for. Give the same file with --task, or run heal without --approve.`,
    );
  const base = await ports.workspace.digest();
  if (base !== started.baseDigest)
    throw new SetupError(
      `The project's files are not those the tests of ${bundle.directory} were written for (digest ${base.slice(0, 12)}, then ${started.baseDigest.slice(0, 12)}). Bring them back, or run heal without --approve.`,
    );
  const taken = patchedPaths(tests).find((path) => ports.workspace.view.has(path));
  if (taken !== undefined || tests.changes.some(({ kind }) => kind !== "add"))
    throw new SetupError(`The tests of ${bundle.directory} are not new files only. ${again}`);
  return { suite: { tests, digest }, written: { files: filesOf(tests), explanation, code } };
}
