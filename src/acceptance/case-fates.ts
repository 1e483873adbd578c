import type { CaseId, CaseResult, CaseStatus } from "../domain/case.js";

export type Fate = CaseStatus | "absent";

/** The cases of one run, asked by identity. A case reported twice counts by its worst status. */
export interface CaseTable {
  readonly cases: readonly CaseResult[];
  fate(id: CaseId): Fate;
}

const severity: Record<CaseStatus, number> = { passed: 0, skipped: 1, failed: 2 };

export function caseTable(cases: readonly CaseResult[]): CaseTable {
  const known = tables.get(cases) ?? tableOf(cases);
  tables.set(cases, known);
  return known;
}

/** Thousands of cases are asked for in the same run: it is indexed once. */
const tables = new WeakMap<readonly CaseResult[], CaseTable>();

function tableOf(cases: readonly CaseResult[]): CaseTable {
  const worst = new Map<CaseId, CaseStatus>();
  for (const { id, status } of cases) {
    const known = worst.get(id);
    if (known === undefined || severity[status] > severity[known]) worst.set(id, status);
  }
  return { cases, fate: (id) => worst.get(id) ?? "absent" };
}

/**
 * What became of a case that was red at baseline. A file that could not be loaded, and a hook that failed, are not reported once
 * they work: they are judged by the cases they kept from running, each of which must be seen.
 */
export function fateOf(red: CaseResult, after: CaseTable): Fate {
  const own = after.fate(red.id);
  if (own !== "absent") return own;
  const held = heldBack(red, after.cases);
  return held.length === 0 ? "absent" : worstFate(held);
}

function heldBack(red: CaseResult, cases: readonly CaseResult[]): readonly CaseResult[] {
  const sameFile = cases.filter((candidate) => candidate.name.file === red.name.file && candidate.name.runner === red.name.runner);
  if (isLoadFailure(red)) return sameFile;
  if (red.kind !== "hook") return [];
  const suite = red.name.titlePath.slice(0, -1);
  return sameFile.filter((candidate) => suite.every((title, depth) => candidate.name.titlePath[depth] === title));
}

export function isLoadFailure(result: CaseResult): boolean {
  return result.kind === "load" || (result.kind === "test" && result.name.titlePath.length === 0);
}

function worstFate(cases: readonly CaseResult[]): CaseStatus {
  return cases.map((result) => result.status).reduce((worst, status) => (severity[status] > severity[worst] ? status : worst), "passed");
}

/** Leaf tests only: files that could not be loaded, hooks and diagnostics are no cases that could be counted as lost. */
export function leafCount(cases: readonly CaseResult[]): number {
  return cases.filter((result) => result.kind === "test" && result.name.titlePath.length > 0).length;
}
