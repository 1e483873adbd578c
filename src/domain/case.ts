import type { Failure } from "./failure.js";

export type RunnerName = "pytest" | "unittest" | "node:test" | "vitest" | "jest" | "mocha" | "unknown";

/**
 * Identity of one leaf test, stable over runs:
 * `<runner>:<file>::<title path joined with " > ">[::parameters][#ordinal]`.
 * A test file that cannot be loaded is the case `<runner>:<file>` without a title.
 */
export type CaseId = string & { readonly __brand: "CaseId" };

export interface CaseName {
  readonly runner: RunnerName;
  /** Relative to the tree's root, "/" separators; "" when the runner does not say. */
  readonly file: string;
  /** Suites from the outside in, then the test's own title. Empty = the file itself could not be loaded. */
  readonly titlePath: readonly string[];
  /** The printed parameters of a parametrised case, without brackets. */
  readonly parameters?: string;
  /** 2 for the second case of the same name, and so on. */
  readonly ordinal?: number;
}

export function caseId(name: CaseName): CaseId {
  const titles = name.titlePath.length > 0 ? `::${name.titlePath.join(" > ")}` : "";
  const parameters = name.parameters === undefined ? "" : `::${name.parameters}`;
  const ordinal = name.ordinal !== undefined && name.ordinal > 1 ? `#${name.ordinal}` : "";
  return `${name.runner}:${name.file}${titles}${parameters}${ordinal}` as CaseId;
}

/** Last title of a failing hook whose runner gives hooks no name of their own: the titles before it are its suite. */
export const HOOK_TITLE = "[hook]";

export type CaseStatus = "passed" | "failed" | "skipped";

/** `load` = the file could not be loaded; `hook` = a set-up or tear-down failed; `run` = the exit of a plain command. */
export type CaseKind = "test" | "load" | "hook" | "run" | "diagnostic";

export interface CaseResult {
  readonly id: CaseId;
  /** The runner's own spelling, as a person would type it. */
  readonly reportedId: string;
  readonly name: CaseName;
  readonly kind: CaseKind;
  readonly status: CaseStatus;
  /** Milliseconds, when the report says. */
  readonly durationMs?: number;
  /** Present exactly when `status` is "failed". */
  readonly failure?: Failure;
}
