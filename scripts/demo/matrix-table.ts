import type { MatrixRow, RegressionMatrix } from "../../src/domain/matrix.ts";

const words: Readonly<Record<MatrixRow["attempts"][number], string>> = { passed: "green", failed: "RED", skipped: "skipped", absent: "-", "not-run": "-" };

/** The cases that changed, one line each: before, after each attempt, and with the accepted patch; then one line for all others. */
export function matrixTable({ rows, counts }: RegressionMatrix, outcome: "healed" | "not healed"): string {
  const runs = Math.max(0, ...rows.map((row) => row.attempts.length));
  const attempts = Array.from({ length: outcome === "healed" ? runs - 1 : runs }, (_, index) => `attempt ${index + 1}`);
  const head = ["case", "before", ...attempts, ...(outcome === "healed" ? ["proved"] : [])];
  const table = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...table.map((line) => (line[column] ?? "").length)));
  const lines = table.map((line) => `  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
  return [...lines, `  ${counts.fixed} fixed, ${counts["newly-failing"]} newly failing, ${counts.unchanged} unchanged`].join("\n");
}

function cells({ id, baseline, attempts }: MatrixRow): string[] {
  return [id.split("::").at(-1) ?? id, ...[baseline, ...attempts].map((status) => words[status])];
}
