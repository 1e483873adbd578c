import type { CaseId, CaseStatus } from "./case.js";

export type CaseChange = "fixed" | "still-failing" | "newly-failing" | "lost-again" | "newly-skipped" | "vanished" | "flaky" | "unchanged";

export interface MatrixRow {
  readonly id: CaseId;
  readonly change: CaseChange;
  readonly baseline: CaseStatus | "absent";
  /** One entry for each attempt whose best tree was run whole, in order; the last is the accepted one if any. */
  readonly attempts: readonly (CaseStatus | "absent" | "not-run")[];
}

/** Every case over baseline and every attempt. */
export interface RegressionMatrix {
  readonly rows: readonly MatrixRow[];
  readonly counts: Readonly<Record<CaseChange, number>>;
}
