import type { CaseId, CaseResult } from "../domain/case.js";
import { redFate } from "./red-fate.js";

/** What the reruns of one check showed, each as the cases it reported. */
export interface Reruns {
  readonly first: readonly CaseResult[];
  /** Runs of only the red cases; empty when the runner cannot be narrowed. */
  readonly alone: readonly (readonly CaseResult[])[];
  /** Whole-suite reruns. */
  readonly suite: readonly (readonly CaseResult[])[];
}

export interface SortedFailures {
  /** Red in every run: to heal. */
  readonly steady: readonly CaseResult[];
  /** Red in the suite each time, green alone each time. */
  readonly orderDependent: readonly CaseId[];
  /** Sometimes red, sometimes green. */
  readonly flaky: readonly CaseId[];
}

/** Sorts every case that was red in any of the runs. */
export function sortFailures(reruns: Reruns): SortedFailures {
  const steady: CaseResult[] = [];
  const orderDependent: CaseId[] = [];
  const flaky: CaseId[] = [];
  for (const failure of everRed(reruns)) {
    const inSuite = [reruns.first, ...reruns.suite].map((cases) => isRed(failure, cases));
    const alone = reruns.alone.map((cases) => isRed(failure, cases)).filter((red) => red !== undefined);
    if (inSuite.every((red) => red === true) && alone.every((red) => red)) steady.push(failure);
    else if (inSuite.every((red) => red === true) && alone.length > 0 && alone.every((red) => !red)) orderDependent.push(failure.id);
    else flaky.push(failure.id);
  }
  return { steady, orderDependent, flaky };
}

/** Undefined when the run says nothing about the case: it was not selected, or the run ended before it. */
function isRed(failure: CaseResult, cases: readonly CaseResult[]): boolean | undefined {
  const status = redFate(failure, cases);
  return status === "absent" ? undefined : status === "failed";
}

function everRed(reruns: Reruns): CaseResult[] {
  const red = new Map<CaseId, CaseResult>();
  for (const cases of [reruns.first, ...reruns.suite, ...reruns.alone]) {
    for (const result of cases) if (result.status === "failed" && !red.has(result.id)) red.set(result.id, result);
  }
  return [...red.values()];
}
