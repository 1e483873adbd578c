import type { CaseId, CaseResult } from "../domain/case.js";
import type { CaseChange, MatrixRow, RegressionMatrix } from "../domain/matrix.js";
import { type CaseTable, caseTable, type Fate, fateOf, isLoadFailure } from "./case-fates.js";

export interface AttemptCases {
  /** The best tree of the attempt. */
  readonly cases: readonly CaseResult[];
  /** False when only some of the cases were run: a case it does not name was then not run rather than lost. */
  readonly whole: boolean;
}

type Seen = Fate | "not-run";

/** Every case over the baseline and every attempt, oldest attempt first; `flaky` are the cases sorted out at baseline. Rows keep the order of first sight. */
export function regressionMatrix(baseline: readonly CaseResult[], attempts: readonly AttemptCases[], flaky: readonly CaseId[]): RegressionMatrix {
  const before = caseTable(baseline);
  const tables = attempts.map((attempt) => ({ table: caseTable(attempt.cases), whole: attempt.whole }));
  const known = firstSeen([baseline, ...attempts.map((attempt) => attempt.cases)]);
  const unloaded = baseline.filter((result) => isLoadFailure(result) && result.status === "failed").map((result) => result.name.file);
  const rows = [...known.values()].map((result): MatrixRow => {
    const baselineFate = before.fate(result.id);
    const seen = tables.map(({ table, whole }) => (whole ? fateOf(result, table) : seenInPart(result, table)));
    const change = flaky.includes(result.id) ? "flaky" : changeOf({ baseline: baselineFate, seen, heldBack: unloaded.includes(result.name.file) });
    return { id: result.id, change, baseline: baselineFate, attempts: seen };
  });
  return { rows, counts: count(rows) };
}

function firstSeen(runs: readonly (readonly CaseResult[])[]): Map<CaseId, CaseResult> {
  const known = new Map<CaseId, CaseResult>();
  for (const result of runs.flat()) if (!known.has(result.id)) known.set(result.id, result);
  return known;
}

/** A run of some cases says nothing about those it left out. */
function seenInPart(result: CaseResult, table: CaseTable): Seen {
  const fate = fateOf(result, table);
  return fate === "absent" ? "not-run" : fate;
}

interface Course {
  readonly baseline: Fate;
  readonly seen: readonly Seen[];
  /** Its file could not be loaded at baseline, so it was red without being reported. */
  readonly heldBack: boolean;
}

function changeOf(course: Course): CaseChange {
  const ran = course.seen.filter((fate): fate is Fate => fate !== "not-run");
  const last = ran.at(-1);
  const wasRed = course.baseline === "failed" || (course.baseline === "absent" && course.heldBack);
  if (last === undefined) return wasRed ? "still-failing" : "unchanged";
  if (last === "absent") return course.baseline === "absent" ? "unchanged" : "vanished";
  if (last === "skipped") return course.baseline === "skipped" || (course.baseline === "absent" && !course.heldBack) ? "unchanged" : "newly-skipped";
  if (last === "passed") return wasRed ? "fixed" : "unchanged";
  if (!wasRed) return "newly-failing";
  return ran.slice(0, -1).includes("passed") ? "lost-again" : "still-failing";
}

function count(rows: readonly MatrixRow[]): Record<CaseChange, number> {
  const counts: Record<CaseChange, number> = {
    fixed: 0,
    "still-failing": 0,
    "newly-failing": 0,
    "lost-again": 0,
    "newly-skipped": 0,
    vanished: 0,
    flaky: 0,
    unchanged: 0,
  };
  for (const row of rows) counts[row.change] += 1;
  return counts;
}
