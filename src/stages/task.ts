import { writeSuite } from "../agents/tester/write-suite.js";
import type { CaseResult } from "../domain/case.js";
import { SetupError } from "../domain/errors.js";
import type { Stop } from "../domain/outcome.js";
import { patchedPaths } from "../domain/patch.js";
import type { TaskPlan, WrittenSuite } from "../domain/task.js";
import { clause } from "../support/clause.js";
import { type Approved, approvedSuite } from "./approved-suite.js";
import type { CheckRun } from "./check-run.js";
import { notRunBy, withFrozenTests } from "./frozen-tests.js";
import { prepareCheck } from "./prepared-check.js";
import { type HealPorts, type ModelsInUse, type RunContext, record, throwIfCancelled } from "./run-context.js";
import { sandboxFault } from "./sandbox-fault.js";
import { runSuite, untouched } from "./suite.js";
import { type JudgedGround, judgeSuite } from "./task-judge.js";

export type TaskStart = { readonly kind: "stop"; readonly stop: Stop } | { readonly kind: "go"; readonly context: RunContext };

/** Throws SetupError when a task is given that this run cannot take up; nothing was run before. */
export function refuseWithoutModel(task: TaskPlan | undefined, { models }: Pick<HealPorts, "models">): void {
  if (task === undefined || models !== undefined) return;
  throw new SetupError(
    "A task is given, but no model works in this run, and neither its tests nor its code can be written without one. Name one with --model (or `model:` in .github/heal.yml), or leave --task out.",
  );
}

/** The tests of a task, before anything else: written and validated, or taken as a person approved them. From here on they are part of the base. */
export async function startTask(context: RunContext): Promise<TaskStart> {
  const { plan, ports, models } = context;
  const { task } = plan;
  if (task === undefined || models === undefined) return { kind: "go", context };
  await record(context, { type: "task-given", text: task.text, digest: ports.sha256(Buffer.from(task.text)), approval: task.approval });
  const checks = plan.checks.map((check) => prepareCheck(check, ports.workspace.view));
  const tested = checks.find(({ runner }) => runner !== undefined);
  if (tested === undefined) throw new SetupError(noRunner(plan.checks.map(({ command }) => command)));
  const approved = ports.approved === undefined ? undefined : await approvedSuite(context, task);
  const before = (await runSuite(context, { checks, layers: [], patch: untouched })).runs;
  const unusable = unusableCheck(before);
  if (unusable !== undefined) return { kind: "stop", stop: unusable };
  const ground: JudgedGround = { context, task: task.text, tested, before };
  return approved === undefined ? write({ ...ground, plan: task, models }) : takeApproved(ground, approved);
}

function noRunner(commands: readonly string[]): string {
  return `A task needs a check that runs tests, and behind ${commands.map((command) => `\`${command}\``).join(", ")} no test runner was recognised. Give the test command itself with --check, for example \`python -m pytest -q\` or \`node --test\`.`;
}

function unusableCheck(runs: readonly CheckRun[]): Stop | undefined {
  const broken = sandboxFault(runs);
  if (broken !== undefined) return broke(broken);
  for (const { prepared, end } of runs) {
    if (end.kind === "exited" && end.exitCode === 127)
      return {
        reason: "invalid-setup",
        sentence: `The check \`${prepared.check.command}\` could not be run: a command in it was not found (exit status 127). Correct the check, or install what it needs in an earlier step.`,
      };
  }
  return undefined;
}

function broke(sentence: string): Stop {
  return { reason: "sandbox-unavailable", sentence };
}

/** A bundle is a folder that anybody may have written: its tests are held to the same rules as fresh ones. */
async function takeApproved(ground: JudgedGround, { suite, written }: Approved): Promise<TaskStart> {
  const { context } = ground;
  const bundle = context.ports.approved?.directory ?? "";
  const judged = await judgeSuite(ground, written);
  if (judged.kind === "broken") return { kind: "stop", stop: broke(judged.broken) };
  if (judged.kind === "not-run") throw new SetupError(notRunBy(suite, context.plan.checks));
  if (judged.kind !== "usable")
    throw new SetupError(`The tests of ${bundle} cannot be used: ${clause(judged.reason)}. Run heal without --approve to have them written anew.`);
  await record(context, { type: "tests-approved", bundle, ...suite });
  return { kind: "go", context: withFrozenTests(context, suite) };
}

interface Writing extends JudgedGround {
  readonly plan: TaskPlan;
  readonly models: ModelsInUse;
}

/** Answers of the Tester; the first that cannot be used is answered with the reason. */
const mostAnswers = 2;

async function write(writing: Writing): Promise<TaskStart> {
  const { context } = writing;
  let refused: Refused | undefined;
  for (let answer = 1; answer <= mostAnswers; answer += 1) {
    const reply = await askTester(writing, refused);
    throwIfCancelled(context);
    if (reply.kind === "ended")
      return {
        kind: "stop",
        stop: { reason: reply.reason, sentence: `No tests were written for the task (${reply.reason}): ${clause(reply.because)}.` },
      };
    const judged = reply.kind === "suite" ? await judgeSuite(writing, reply) : reply;
    if (judged.kind === "broken") return { kind: "stop", stop: broke(judged.broken) };
    if (judged.kind === "usable") return begin(context, writing.plan, judged.suite);
    refused = { reply: reply.reply, reason: judged.reason, green: judged.kind === "all-green" ? judged.green : [] };
    await record(context, { type: "tests-refused", reason: judged.reason });
  }
  return { kind: "stop", stop: withoutSuite(refused) };
}

/** An answer that was not taken. */
interface Refused {
  readonly reply: string;
  readonly reason: string;
  /** Its cases, where every one of them passes without the code. */
  readonly green: readonly CaseResult[];
}

const mostNamed = 3;

function withoutSuite(last: Refused | undefined): Stop {
  const green = last?.green ?? [];
  if (green.length === 0) {
    const sentence = `Stopped before any code was written (unusable-replies): the Tester's tests could not be used twice, the last because ${last?.reason}. Make the description more exact, or name another model.`;
    return { reason: "unusable-replies", sentence };
  }
  const named = green.slice(0, mostNamed).map(({ reportedId }) => reportedId);
  const more = green.length > named.length ? ` and ${green.length - named.length} more` : "";
  const sentence = `Stopped before any code was written (not-reproduced): every case the Tester wrote from the description passes on the project as it is (${named.join(", ")}${more}), so nothing was seen to be missing or wrong. Where something is, add to the description a call, what comes of it now and what should.`;
  return { reason: "not-reproduced", sentence };
}

function askTester({ context, task, models, tested }: Writing, refused: Refused | undefined) {
  const { plan, ports } = context;
  const { view } = ports.workspace;
  return writeSuite(models.coder, {
    ground: {
      runner: tested.match?.runner ?? "unknown",
      command: tested.check.command,
      directory: tested.match?.directory ?? tested.check.directory,
      files: view,
      isTestMaterial: (path) => tested.runner?.isTestMaterial(path, view) === true,
    },
    task,
    ...(refused === undefined ? {} : { refused }),
    fence: ports.randomHex(6),
    seed: plan.seed,
    signal: ports.signal,
  });
}

async function begin(context: RunContext, task: TaskPlan, suite: WrittenSuite): Promise<TaskStart> {
  await record(context, { type: "tests-written", ...suite });
  if (task.approval === "auto") return { kind: "go", context: withFrozenTests(context, { tests: suite.tests, digest: suite.digest }) };
  return { kind: "stop", stop: { reason: "awaiting-approval", sentence: awaiting(task, suite) } };
}

function awaiting(task: TaskPlan, { tests, red, green, hollow = [] }: WrittenSuite): string {
  const count = red.length + green.length;
  const files = patchedPaths(tests).join(", ");
  const written = red.some(({ kind }) => kind === "load")
    ? `${files}, which cannot be loaded before its code is there`
    : `${count} ${count === 1 ? "case" : "cases"} in ${files}`;
  const already = green.length === 0 ? "" : `, ${green.length} of them green already, without the code`;
  const empty = hollow.length === 0 ? "" : `, ${hollow.length} of the cases passing on functions that do nothing or only fail`;
  return `The tests for the task are written and wait for a person (awaiting-approval): ${written}${already}${empty}. Read them in report.md or tests.patch of the bundle. To go on with exactly these tests: ${task.command}`;
}
