import { type AttemptCases, regressionMatrix } from "../acceptance/regression-matrix.js";
import type { JournalEvent, JournalLine } from "../domain/journal.js";
import type { RegressionMatrix } from "../domain/matrix.js";
import { eventsOf, lastOf } from "../render/journal-view.js";
import { type RunContext, record } from "./run-context.js";

/** Writes what became of every case, once the attempts are over; nothing when no red case was sorted. */
export async function recordMatrix(context: Pick<RunContext, "ports">): Promise<void> {
  const matrix = matrixOf(context.ports.bundle.lines());
  if (matrix !== undefined) await record(context, { type: "matrix", matrix });
}

/** Baseline, the best tree of each attempt or else one that lost what was mended, and the proved tree. Rows of unchanged cases are left out: their count says it. */
export function matrixOf(lines: readonly JournalLine[]): RegressionMatrix | undefined {
  const sorted = lastOf(lines, "baseline-sorted");
  const attempts = eventsOf(lines, "attempt-ended").filter(({ best, cases }) => best !== null || cases.length > 0);
  if (sorted === undefined || eventsOf(lines, "attempt-started").length === 0) return undefined;
  const baseline = eventsOf(lines, "check-ran").filter(({ phase }) => phase === "baseline");
  const seen: AttemptCases[] = attempts.map(({ cases }) => ({ cases, whole: true }));
  const proved = provedSuite(lines);
  const runs = proved.length === 0 ? seen : [...seen, { cases: proved.flatMap(({ reading }) => reading.cases), whole: proved.every(isWhole) }];
  const { rows, counts } = regressionMatrix(
    baseline.flatMap(({ reading }) => reading.cases),
    runs,
    sorted.flaky,
  );
  return { rows: rows.filter(({ change }) => change !== "unchanged"), counts };
}

type CheckRan = Extract<JournalEvent, { readonly type: "check-ran" }>;

/** The whole-suite runs of the patch that was accepted. */
function provedSuite(lines: readonly JournalLine[]): CheckRan[] {
  const events = lines.map(({ event }) => event);
  const accepted = events.findLastIndex(({ type }) => type === "accepted");
  if (accepted === -1) return [];
  const before = events.slice(0, accepted);
  const from = before.findLastIndex(({ type }) => type === "rejected" || type === "attempt-ended");
  return before.slice(from + 1).filter((event): event is CheckRan => event.type === "check-ran" && event.phase === "whole-suite");
}

function isWhole({ end, reading }: CheckRan): boolean {
  return end.kind === "exited" && reading.complete;
}
