import { isCodeModule } from "../agents/tester/suite-reach.js";
import type { WrittenFiles } from "../agents/tester/suite-reply.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import { tellingLine } from "../domain/failure.js";
import { patchedPaths } from "../domain/patch.js";
import type { TaskSuite } from "../domain/task.js";
import { ofCase } from "../evidence/classify/classify.js";
import { isProjectModule, missingModuleIn } from "../evidence/classify/missing-module.js";
import type { CheckRun } from "./check-run.js";
import { isOfSuite } from "./frozen-tests.js";
import type { PreparedCheck } from "./prepared-check.js";
import type { RunContext } from "./run-context.js";

/** More than a person reads. */
const mostCases = 200;

export interface SuiteRuns {
  readonly task: string;
  readonly tested: PreparedCheck;
  readonly written: WrittenFiles;
  /** The checks without the suite, and with it. */
  readonly before: readonly CheckRun[];
  readonly after: readonly CheckRun[];
}

export type SeenSuite =
  | { readonly kind: "usable"; readonly red: readonly CaseResult[]; readonly green: readonly CaseId[] }
  /** Every case passes: what the description tells of is not missing, or the suite does not ask for it. */
  | { readonly kind: "all-green"; readonly reason: string; readonly green: readonly CaseResult[] }
  /** The checks end, and run no case of one of its files. */
  | { readonly kind: "not-run"; readonly reason: string }
  | { readonly kind: "unusable"; readonly reason: string };

/** What running the suite on the project without the code shows: it must be red, and only for want of that code. */
export function seenSuite(context: RunContext, suite: TaskSuite, runs: SuiteRuns): SeenSuite {
  const cases = runs.after.flatMap(({ reading }) => reading.cases);
  const own = cases.filter((result) => isOfSuite(suite, result));
  const slow = unended(runs.after);
  if (slow !== undefined) return { kind: "unusable", reason: slow };
  const unrun = notRun(suite, runs, own);
  if (unrun !== undefined) return { kind: "not-run", reason: unrun };
  const reason = disturbed(runs, cases, own) ?? notWhole(own) ?? wrongRed(context, suite, { runs, own });
  if (reason !== undefined) return { kind: "unusable", reason };
  if (own.every(({ status }) => status === "passed"))
    return { kind: "all-green", reason: `all of its ${own.length} cases pass on the project as it is, so they would show nothing`, green: own };
  return { kind: "usable", red: own.filter(({ status }) => status === "failed"), green: own.filter(({ status }) => status === "passed").map(({ id }) => id) };
}

function unended(after: readonly CheckRun[]): string | undefined {
  const slow = after.find(({ end }) => end.kind !== "exited" && end.kind !== "signalled");
  return slow === undefined ? undefined : `with it \`${slow.prepared.check.command}\` did not run to its end (${slow.end.kind})`;
}

function notRun(suite: TaskSuite, { tested }: SuiteRuns, own: readonly CaseResult[]): string | undefined {
  const silent = patchedPaths(suite.tests).find((path) => !own.some(({ name }) => name.file === path));
  if (silent === undefined) return undefined;
  return `\`${tested.check.command}\` ran no case of ${silent}; put it where the command looks for tests, under a name it collects`;
}

/**
 * A new file may hide another of the same name, or leave something behind that other tests see. Where it cannot be loaded yet, some runners
 * (mocha, pytest with -x) run nothing else: then the others have not lost anything by it.
 */
function disturbed({ before }: SuiteRuns, cases: readonly CaseResult[], own: readonly CaseResult[]): string | undefined {
  const now = new Map(cases.map((result) => [result.id, result.status]));
  const stops = own.some(({ kind }) => kind === "load");
  const passed = before.flatMap(({ reading }) => reading.cases).filter(({ status, kind }) => status === "passed" && kind !== "run");
  const lost = passed.find(({ id }) => now.get(id) !== "passed" && !(stops && now.get(id) === undefined));
  if (lost === undefined) return undefined;
  return `with it the test ${lost.reportedId}, which passes without it, ${now.get(lost.id) === "failed" ? "fails" : "is no longer run"}`;
}

function notWhole(own: readonly CaseResult[]): string | undefined {
  if (own.length > mostCases) return `it holds ${own.length} cases; at most ${mostCases} are taken`;
  const skipped = own.find(({ status }) => status === "skipped");
  return skipped === undefined ? undefined : `the case ${skipped.reportedId} is skipped, so it could never show anything`;
}

interface OwnCases {
  readonly runs: SuiteRuns;
  readonly own: readonly CaseResult[];
}

function wrongRed(context: RunContext, suite: TaskSuite, { runs, own }: OwnCases): string | undefined {
  for (const red of own.filter(({ status }) => status === "failed")) {
    const reason = wrongReason(context, suite, { red, runs });
    if (reason !== undefined) return unmendable(red, reason);
  }
  return undefined;
}

interface RedCase {
  readonly red: CaseResult;
  readonly runs: SuiteRuns;
}

/** Undefined = it fails for want of the code. */
function wrongReason({ ports }: RunContext, suite: TaskSuite, { red, runs }: RedCase): string | undefined {
  const { failure } = red;
  if (failure === undefined) return undefined;
  const head = `${failure.type}: ${failure.message}`;
  // The name is the code's to give; Node calls it a syntax error of the test file.
  if (/does not provide an export named|cannot import name/.test(head)) return undefined;
  const missing = missingModuleIn(head);
  if (missing !== undefined) {
    if (isProjectModule(missing, ports.workspace.view) || isAwaited(missing.name, runs)) return undefined;
    return `the module ${missing.name} is not there, and the description does not speak of it; use what is installed, or name the file the code is expected in with the line "Code: path"`;
  }
  const slip = ownSlip(suite, red);
  if (slip !== undefined) return slip;
  const verdict = ofCase(red, ports.workspace.view);
  return verdict.class === "healable-code" || verdict.class === "build-error" ? undefined : verdict.reason;
}

/** A name the suite itself uses and nobody gives. */
export function ownSlip(suite: TaskSuite, { failure, name }: CaseResult): string | undefined {
  if (failure === undefined || !/^(?:NameError|ReferenceError)/.test(failure.type)) return undefined;
  const isOwn = isOfSuite(suite, { name: { ...name, file: failure.frames[0]?.file ?? name.file } });
  return isOwn ? `${tellingLine(failure.message)} (in the test itself)` : undefined;
}

export function unmendable({ reportedId }: CaseResult, reason: string): string {
  return `the case ${reportedId} fails for a reason that no code of the project can mend: ${reason}`;
}

/** The module stands for the code that is asked for. A bare word of the description is enough, since the module is nowhere. */
function isAwaited(module: string, runs: SuiteRuns): boolean {
  const [top = ""] = module.split(/[./]/);
  return isCodeModule(module, runs) || new RegExp(`(?<!\\w)${top.replace(/\W/g, "\\$&")}(?!\\w)`, "i").test(runs.task);
}
