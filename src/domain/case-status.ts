import type { CaseResult, CaseStatus } from "./case.js";

/**
 * How `wanted`, a case seen at baseline, fares in a later run.
 * A file that could not be loaded is one red case there: it passes once the file loads, at least one of its cases runs and all of them pass.
 * A plain command's run passes when no red case is left of it.
 */
export function statusOf(wanted: CaseResult, cases: readonly CaseResult[]): CaseStatus | "absent" {
  const same = cases.filter((candidate) => candidate.id === wanted.id);
  if (same.length > 0) return worstStatus(same);
  if (wanted.kind === "load") return loadedFileStatus(wanted, cases);
  if (wanted.kind === "run") return cases.some((candidate) => candidate.status === "failed") ? "failed" : "passed";
  return "absent";
}

function loadedFileStatus(wanted: CaseResult, cases: readonly CaseResult[]): CaseStatus | "absent" {
  const ofFile = cases.filter((candidate) => candidate.name.file === wanted.name.file);
  return ofFile.length === 0 ? "absent" : worstStatus(ofFile);
}

/** Failed over skipped over passed. */
export function worstStatus(cases: readonly CaseResult[]): CaseStatus {
  if (cases.some((candidate) => candidate.status === "failed")) return "failed";
  if (cases.some((candidate) => candidate.status === "skipped")) return "skipped";
  return "passed";
}
