import { type CaseId, type CaseName, caseId } from "../domain/case.js";
import type { Failure } from "../domain/failure.js";
import type { Reading } from "../domain/reading.js";
import { caseTable } from "./case-fates.js";
import type { CheckRun } from "./verdict.js";

export type CanaryVerdict =
  | { readonly kind: "seen" }
  | { readonly kind: "refused"; readonly rule: "canary-not-seen" | "canary-disturbs"; readonly reason: string };

export interface CanaryRun {
  /** The case the canary file holds, as the runner reports it. */
  readonly name: CaseName;
  /** Random text which the failure message must carry: whoever forged the report before the run cannot know it. */
  readonly value: string;
  readonly run: CheckRun;
  /** The accepted run of the same tree without the canary. */
  readonly without: Reading;
  readonly flaky: readonly CaseId[];
}

/** A report is trusted when a failing case that did not exist before is seen failing in it, with its value, and nothing else changed. */
export function canaryVerdict(canary: CanaryRun): CanaryVerdict {
  const { run, value } = canary;
  if (run.end.kind !== "exited") return notSeen(`the run with the canary did not end (${run.end.kind})`);
  if (run.reading.exitCode === 0) return notSeen("the run with the canary ended with 0, although one of its cases fails");
  const wanted = caseId(canary.name);
  const found = run.reading.cases.find((result) => result.id === wanted);
  if (found === undefined) return notSeen("the report does not name the canary case");
  if (found.status !== "failed") return notSeen(`the report calls the canary case ${found.status}`);
  if (found.failure === undefined || !carries(found.failure, value)) return notSeen("the report names the canary case without the value its failure must show");
  return disturbed(canary, wanted) ?? { kind: "seen" };
}

function carries(failure: Failure, value: string): boolean {
  return [failure.message, failure.expected, failure.actual, failure.excerpt].some((text) => text?.includes(value) === true);
}

function disturbed(canary: CanaryRun, own: CaseId): CanaryVerdict | undefined {
  const before = caseTable(canary.without.cases);
  const now = caseTable(canary.run.reading.cases);
  const known = new Set([...canary.without.cases, ...canary.run.reading.cases].map((result) => result.id));
  const odd = [...known].find((id) => id !== own && !canary.flaky.includes(id) && before.fate(id) !== now.fate(id));
  if (odd === undefined) return undefined;
  return { kind: "refused", rule: "canary-disturbs", reason: `With the canary beside it, "${odd}" is ${now.fate(odd)} instead of ${before.fate(odd)}.` };
}

function notSeen(reason: string): CanaryVerdict {
  return { kind: "refused", rule: "canary-not-seen", reason: `The report cannot be trusted: ${reason}.` };
}
