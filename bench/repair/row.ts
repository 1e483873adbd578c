import { readFileSync } from "node:fs";

/** One line of a file in HumanEvalPack form. */
export interface Row {
  readonly task_id: string;
  readonly declaration: string;
  /** Declaration with its documentation. */
  readonly prompt: string;
  readonly buggy_solution: string;
  readonly canonical_solution: string;
  readonly example_test: string;
  readonly test: string;
  readonly bug_type: string;
  readonly entry_point: string;
}

export type Language = "python" | "javascript";

/** Numbers of rows without visible tests, and of one whose own solution needs a package (the data's README). */
const withoutVisibleTests = new Set(["38", "50", "84", "160"]);
const needsPackage = new Set(["JavaScript/162"]);

export function readRows(path: string): Row[] {
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
  return rows.filter(({ task_id }) => !withoutVisibleTests.has(task_id.split("/")[1] ?? "") && !needsPackage.has(task_id));
}

/** So many rows, spread evenly over the kinds of fault: the same ones each time. */
export function pilotOf(rows: readonly Row[], count: number): Row[] {
  const number = ({ task_id }: Row): number => Number(task_id.split("/")[1]);
  const sorted = rows.toSorted((one, other) => (one.bug_type < other.bug_type ? -1 : one.bug_type > other.bug_type ? 1 : number(one) - number(other)));
  return Array.from({ length: Math.min(count, sorted.length) }, (_, at) => sorted[Math.floor((at * sorted.length) / count)] as Row);
}

export function languageOf(row: Row): Language {
  return row.task_id.startsWith("Python/") ? "python" : "javascript";
}

export function brokenProgram(row: Row): string {
  return `${row.prompt.replace(/^\n+/, "")}${row.buggy_solution}`;
}

export function rightProgram(row: Row): string {
  return `${row.prompt.replace(/^\n+/, "")}${row.canonical_solution}`;
}
