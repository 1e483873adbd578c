import { isPythonLibrary } from "../acceptance/review/rules/standard-modules.js";
import { stubFiles } from "../agents/tester/hollow/stub-files.js";
import type { Hollow } from "../agents/tester/hollow/stub-text.js";
import type { WrittenFiles } from "../agents/tester/suite-reply.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import type { TaskSuite } from "../domain/task.js";
import type { CheckRun } from "./check-run.js";
import { isOfSuite } from "./frozen-tests.js";
import { laidOver } from "./lay-over.js";
import type { PreparedCheck } from "./prepared-check.js";
import type { RunContext } from "./run-context.js";
import { allCases, runSuite, untouched } from "./suite.js";
import { ownSlip, unmendable } from "./task-red.js";

export interface HollowTry {
  readonly suite: TaskSuite;
  readonly written: WrittenFiles;
  readonly task: string;
  readonly tested: PreparedCheck;
  /** All checks, prepared for the tree with the suite. */
  readonly checks: readonly PreparedCheck[];
  /** What the slowest check took without hollow code. */
  readonly plainMs: number;
}

export type SeenHollow = { readonly kind: "telling"; readonly hollow: readonly CaseId[] } | { readonly kind: "unusable"; readonly reason: string };

const ways: readonly (readonly [Hollow, string])[] = [
  ["returns-nothing", "return nothing"],
  ["raises", "fail at once"],
];

/**
 * Red for want of a module tells nothing of what the cases look at: they are run once more on code that lends every missing name and does
 * nothing, and once on code that only fails. Tests that such code passes would let any code pass, and a name that is missing in a test shows only now.
 */
export async function seenHollow(laid: RunContext, given: HollowTry): Promise<SeenHollow> {
  const hollow = new Set<CaseId>();
  const endless: string[] = [];
  for (const [way, words] of ways) {
    const { own, unended } = await runOn(laid, given, way);
    if (unended !== undefined) endless.push(`on functions that ${words} ${unended}`);
    if (own.length > 0 && own.every(({ status }) => status === "passed")) return { kind: "unusable", reason: emptyReason(own.length, words) };
    for (const red of own) {
      const slip = ownSlip(given.suite, red);
      if (slip !== undefined) return { kind: "unusable", reason: unmendable(red, slip) };
    }
    for (const { id, status } of own) if (status === "passed") hollow.add(id);
  }
  return endless.length === ways.length ? { kind: "unusable", reason: endlessReason(endless) } : { kind: "telling", hollow: [...hollow] };
}

function endlessReason(ends: readonly string[]): string {
  return `its tests do not end once the code is there (${ends.join(", ")}); give every loop and every wait in them an end, and close what they open, like servers and timers, also where a case fails`;
}

function emptyReason(count: number, words: string): string {
  const cases = count === 1 ? "its only case passes" : `all of its ${count} cases pass`;
  return `${cases} also on functions that ${words}, so any code would pass; assert in each case what the description says comes out`;
}

interface HollowRun {
  /** None = no name is missing, or the run did not come to its end. */
  readonly own: readonly CaseResult[];
  /** How a check ended that did not end by itself; one hollow way alone may do that to tests that are right. */
  readonly unended?: string;
}

/** Hollow code does nothing, so that only a test itself can take long. */
const leastMs = 60_000;
const slowdown = 3;

async function runOn(laid: RunContext, given: HollowTry, hollow: Hollow): Promise<HollowRun> {
  const { view } = laid.ports.workspace;
  const files = stubFiles({
    written: given.written,
    task: given.task,
    files: view,
    tests: given.written.files.flatMap(({ path, text }) => parsed(laid, path, text)),
    directory: given.tested.match?.directory ?? given.tested.check.directory,
    isLibrary: isPythonLibrary,
    hollow,
  });
  if (files.length === 0) return { own: [] };
  const timeoutMs = Math.min(laid.plan.limits.timeoutMs, Math.max(leastMs, slowdown * given.plainMs));
  const { runs } = await runSuite(laid, { checks: given.checks, layers: [], patch: laidOver(view, untouched, files), timeoutMs });
  if (runs.every(({ end }) => end.kind === "exited")) return { own: allCases(runs).filter((result) => isOfSuite(given.suite, result)) };
  const [unended] = runs.flatMap(cutShort);
  return { own: [], ...(unended === undefined ? {} : { unended }) };
}

function cutShort({ end, prepared }: CheckRun): string[] {
  if (end.kind === "timed-out") return [`\`${prepared.check.command}\` timed out after ${Math.round(end.afterMs / 1000)} s`];
  return end.kind === "limit-reached" ? [`\`${prepared.check.command}\` reached the limit ${end.limit}`] : [];
}

/** The grammars were loaded when the syntax was looked at. */
function parsed({ ports: { trees } }: RunContext, path: string, text: string) {
  const language = trees.languageOf(path);
  return language === undefined ? [] : [{ path, tree: trees.parse(language, text) }];
}
