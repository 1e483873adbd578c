import { reachProblem } from "../agents/tester/suite-reach.js";
import type { WrittenFiles } from "../agents/tester/suite-reply.js";
import type { TaskSuite, WrittenSuite } from "../domain/task.js";
import { patchFile } from "../render/unified-diff.js";
import type { CheckRun } from "./check-run.js";
import { withFrozenTests } from "./frozen-tests.js";
import { type PreparedCheck, prepareCheck } from "./prepared-check.js";
import type { RunContext } from "./run-context.js";
import { sandboxFault } from "./sandbox-fault.js";
import { runSuite, untouched } from "./suite.js";
import { patchOf, suiteProblem } from "./task-checks.js";
import { seenHollow } from "./task-hollow.js";
import { type SeenSuite, seenSuite } from "./task-red.js";

export interface JudgedGround {
  readonly context: RunContext;
  /** The description. */
  readonly task: string;
  readonly tested: PreparedCheck;
  /** The checks on the project as it is. */
  readonly before: readonly CheckRun[];
}

export type Judged =
  | { readonly kind: "usable"; readonly suite: WrittenSuite }
  /** The sandbox broke: nothing was seen of the tests. */
  | { readonly kind: "broken"; readonly broken: string }
  | Exclude<SeenSuite, { readonly kind: "usable" }>;

/** Whether tests, fresh or approved, can be the gate: read first, then run on the project without the code and on hollow code. */
export async function judgeSuite({ context, task, tested, before }: JudgedGround, written: WrittenFiles): Promise<Judged> {
  const reach = { written, task, files: context.ports.workspace.view };
  const unreached = written.files.map((file) => reachProblem(file, reach)).find((reason) => reason !== undefined);
  const problem = (await suiteProblem(context, tested, written.files)) ?? unreached;
  if (problem !== undefined) return { kind: "unusable", reason: problem };
  const tests = patchOf(written.files);
  const suite: TaskSuite = { tests, digest: context.ports.sha256(patchFile(tests)) };
  const laid = withFrozenTests(context, suite);
  const checks = context.plan.checks.map((check) => prepareCheck(check, laid.ports.workspace.view));
  const after = (await runSuite(laid, { checks, layers: [], patch: untouched })).runs;
  const broken = sandboxFault(after);
  if (broken !== undefined) return { kind: "broken", broken };
  const seen = seenSuite(context, suite, { task, tested, written, before, after });
  if (seen.kind !== "usable") return seen;
  const plainMs = Math.max(...[...before, ...after].map(({ durationMs }) => durationMs));
  const shown = await seenHollow(laid, { suite, written, task, tested, checks, plainMs });
  if (shown.kind === "unusable") return shown;
  const { red, green } = seen;
  const hollow = shown.hollow.filter((id) => !green.includes(id));
  return { kind: "usable", suite: { ...suite, explanation: written.explanation, code: written.code, red, green, ...(hollow.length === 0 ? {} : { hollow }) } };
}
