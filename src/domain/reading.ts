import type { CaseResult, RunnerName } from "./case.js";
import type { FailureClass } from "./failure.js";

/** What one run of a check said, read from its exit status, reports and output. */
export interface Reading {
  readonly runner: RunnerName | string;
  /** Null when a log does not say. */
  readonly exitCode: number | null;
  readonly class: FailureClass;
  /** What is missing or unhealthy, in one sentence, for classes that are not healed. */
  readonly classReason: string;
  /**
   * False when the exit status says red and no red case was found, when the exit says green and a case is red,
   * or when the report was cut: the exit status is the authority, the report only explains it.
   */
  readonly complete: boolean;
  /** Null = cannot be known from what was given. Diagnostics are not counted. */
  readonly counts: { readonly failing: number; readonly passed: number | null; readonly skipped: number | null };
  /** Every leaf case the report names; only failing ones when nothing but a console log was given. */
  readonly cases: readonly CaseResult[];
  readonly notes: readonly string[];
}
