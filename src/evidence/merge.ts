import type { CaseResult } from "../domain/case.js";
import { withOrdinals } from "./readers/case-results.js";
import type { ReadCases } from "./readers/reader.js";

const NOTHING: ReadCases = { cases: [], listsAll: false, intact: true, notes: [] };

/**
 * Reports first; a console adds the red cases that the reports lost. Several reports are of several commands: their
 * cases are put together. A console's word about a case is only taken when the report has none.
 */
export function mergeReads(reads: readonly ReadCases[]): ReadCases {
  const [first, ...others] = reads;
  if (first === undefined) return NOTHING;
  return others.reduce(mergeTwo, first);
}

function mergeTwo(known: ReadCases, added: ReadCases): ReadCases {
  const explained = known.cases.map((one) => explain(one, added.cases));
  const lost = added.cases.filter((one) => (added.listsAll || one.status === "failed") && !known.cases.some((other) => isSame(other, one)));
  const totals = known.totals ?? added.totals;
  return {
    cases: added.listsAll ? withOrdinals([...explained, ...lost]) : [...explained, ...lost],
    listsAll: known.listsAll || added.listsAll,
    intact: known.intact && (added.intact || !added.listsAll),
    ...(totals === undefined ? {} : { totals }),
    runErrors: [...new Set([...(known.runErrors ?? []), ...(added.runErrors ?? [])])],
    notes: [...known.notes, ...added.notes],
  };
}

/** Same case, or the same spelling of it: a console may know less of the file or print parameters otherwise. */
function isSame(left: CaseResult, right: CaseResult): boolean {
  if (left.id === right.id || left.reportedId === right.reportedId) return true;
  const sameTitle =
    left.name.titlePath.length > 0 && left.name.titlePath.join("\n") === right.name.titlePath.join("\n") && left.name.parameters === right.name.parameters;
  return sameTitle && (left.name.file === "" || right.name.file === "");
}

/** A crash has no story in the report; the console tells it. */
function explain(one: CaseResult, told: readonly CaseResult[]): CaseResult {
  if (one.status !== "failed" || one.failure?.type !== "Crash") return one;
  const story = told.find((other) => other.status === "failed" && isSame(one, other))?.failure;
  return story === undefined ? one : { ...one, failure: story };
}
