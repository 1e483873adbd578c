import type { CaseResult } from "../../domain/case.js";
import type { JournalLine } from "../../domain/journal.js";
import { type EventOf, eventsOf, lastOf } from "../journal-view.js";
import { type OutcomeDocument, outcomeDocument } from "../outcome-document.js";

/** What the sections of a report are told from; all of it out of the journal. */
export interface RunFacts {
  readonly lines: readonly JournalLine[];
  readonly outcome: OutcomeDocument;
  /** Undefined in a run that was killed. */
  readonly stopped: EventOf<"stopped"> | undefined;
  readonly started: EventOf<"run-started"> | undefined;
  readonly accepted: EventOf<"accepted"> | undefined;
  readonly runs: readonly EventOf<"check-ran">[];
  readonly candidates: readonly EventOf<"candidate-tried">[];
  /** Red at baseline and to be healed, with their failures. */
  readonly red: readonly CaseResult[];
}

export function factsOf(lines: readonly JournalLine[]): RunFacts {
  const runs = eventsOf(lines, "check-ran");
  return {
    lines,
    outcome: outcomeDocument(lines),
    stopped: lastOf(lines, "stopped"),
    started: lastOf(lines, "run-started"),
    accepted: lastOf(lines, "accepted"),
    runs,
    candidates: eventsOf(lines, "candidate-tried"),
    red: redCases(lines, runs),
  };
}

/** Before the cases were sorted: whatever was red in the first runs. */
function redCases(lines: readonly JournalLine[], runs: readonly EventOf<"check-ran">[]): CaseResult[] {
  const first = runs.filter(({ phase }) => phase === "baseline").flatMap(({ reading }) => reading.cases.filter(({ status }) => status === "failed"));
  const sorted = lastOf(lines, "baseline-sorted");
  if (sorted === undefined) return first;
  const dependent = new Set<string>(sorted.orderDependent);
  return [...sorted.steady, ...first.filter(({ id }) => dependent.has(id))];
}
