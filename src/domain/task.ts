import type { CaseId, CaseResult } from "./case.js";
import type { Patch } from "./patch.js";

/** Whether a person reads the tests of a task before code is written for them. */
export type Approval = "required" | "auto";

/** What a person asks for in words: the tests are written first, and are the gate. */
export interface TaskPlan {
  /** The description, as data. */
  readonly text: string;
  readonly approval: Approval;
  /** The command line that goes on with the tests of this run once a person approved them. */
  readonly command: string;
}

/** Tests that were written before their code. From then on they are part of the base: they lie under every patch. */
export interface TaskSuite {
  /** New files only, ordered by path. */
  readonly tests: Patch;
  /** SHA-256 of the bytes of `tests.patch`. */
  readonly digest: string;
}

/** The tests as they were seen on the project without the code. */
export interface WrittenSuite extends TaskSuite {
  /** What the tests cover, in the Tester's words. */
  readonly explanation: string;
  /** File the code is expected in, as the Tester says; null = it does not say. */
  readonly code: string | null;
  readonly red: readonly CaseResult[];
  /** Pass without any code: they show nothing of it. */
  readonly green: readonly CaseId[];
  /** Pass on functions that do nothing, or on ones that only fail; undefined = none does. */
  readonly hollow?: readonly CaseId[];
}
