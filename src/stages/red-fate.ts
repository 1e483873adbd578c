import { caseTable, type Fate, fateOf } from "../acceptance/case-fates.js";
import type { CaseResult } from "../domain/case.js";

/** What became of a red case in a later run. A plain command's exit is green once the run reports nothing red: readers need not name it. */
export function redFate(red: CaseResult, cases: readonly CaseResult[]): Fate {
  const fate = fateOf(red, caseTable(cases));
  if (fate !== "absent" || red.kind !== "run") return fate;
  return cases.some((result) => result.status === "failed") ? "failed" : "passed";
}
