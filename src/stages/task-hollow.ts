import { isPythonLibrary } from "../acceptance/review/rules/standard-modules.js";
import { stubFiles } from "../agents/tester/hollow/stub-files.js";
import type { Hollow } from "../agents/tester/hollow/stub-text.js";
import type { WrittenFiles } from "../agents/tester/suite-reply.js";
import type { CaseId, CaseResult } from "../domain/case.js";
import type { TaskSuite } from "../domain/task.js";
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
  for (const [way, words] of ways) {
    const own = await casesOn(laid, given, way);
    if (own.length > 0 && own.every(({ status }) => status === "passed")) return { kind: "unusable", reason: emptyReason(own.length, words) };
    for (const red of own) {
      const slip = ownSlip(given.suite, red);
      if (slip !== undefined) return { kind: "unusable", reason: unmendable(red, slip) };
    }
    for (const { id, status } of own) if (status === "passed") hollow.add(id);
  }
  return { kind: "telling", hollow: [...hollow] };
}

function emptyReason(count: number, words: string): string {
  const cases = count === 1 ? "its only case passes" : `all of its ${count} cases pass`;
  return `${cases} also on functions that ${words}, so any code would pass; assert in each case what the description says comes out`;
}

/** None = no name is missing, or the run did not come to its end: then nothing is said against the suite. */
async function casesOn(laid: RunContext, given: HollowTry, hollow: Hollow): Promise<readonly CaseResult[]> {
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
  if (files.length === 0) return [];
  const { runs } = await runSuite(laid, { checks: given.checks, layers: [], patch: laidOver(view, untouched, files) });
  return runs.every(({ end }) => end.kind === "exited") ? allCases(runs).filter((result) => isOfSuite(given.suite, result)) : [];
}

/** The grammars were loaded when the syntax was looked at. */
function parsed({ ports: { trees } }: RunContext, path: string, text: string) {
  const language = trees.languageOf(path);
  return language === undefined ? [] : [{ path, tree: trees.parse(language, text) }];
}
