import type { CaseChange, MatrixRow } from "../../domain/matrix.js";
import { lastOf } from "../journal-view.js";
import { code } from "../safe-text.js";
import { capped, section } from "./blocks.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";
import { incompleteRuns } from "./runs.js";

const order: readonly CaseChange[] = ["fixed", "still-failing", "newly-failing", "lost-again", "newly-skipped", "vanished", "flaky", "unchanged"];

/** Counts over every case, and each case that is neither fixed nor unchanged. */
export function matrixSection(facts: RunFacts, detail: Detail): string[] {
  const matrix = lastOf(facts.lines, "matrix")?.matrix;
  const incomplete = incompleteRuns(facts.runs);
  if (matrix === undefined) {
    const missing = facts.outcome.attempts > 0 ? "It was not made: the run ended before its attempts were over." : undefined;
    return section("Regression matrix", [missing, ...(missing === undefined ? [] : incomplete)]);
  }
  const counted = order.filter((change) => matrix.counts[change] > 0);
  const exceptions = matrix.rows.filter(({ change }) => change !== "fixed" && change !== "unchanged");
  const bad = exceptions.filter(({ change }) => change !== "flaky" && change !== "still-failing");
  return section("Regression matrix", [
    ["| change | cases |", "| --- | ---: |", ...counted.map((change) => `| ${words(change)} | ${matrix.counts[change]} |`)].join("\n"),
    exceptions.length === 0 ? closing(facts, incomplete) : capped(exceptions.map(bullet), detail.exceptions).join("\n"),
    incomplete.length > 0
      ? `**Incomplete:**\n${incomplete.join("\n")}`
      : bad.length === 0 && exceptions.length > 0
        ? "No other case changed for the worse."
        : "",
  ]);
}

function closing({ accepted }: RunFacts, incomplete: readonly string[]): string {
  if (incomplete.length > 0) return "";
  return accepted === undefined ? "No case changed for the worse." : "Every other case is as it was before.";
}

function bullet({ id, change, baseline, attempts }: MatrixRow): string {
  return `- ${words(change)}: ${code(id)} (baseline ${baseline}${attempts.length === 0 ? "" : `, then ${attempts.join(", ")}`})`;
}

function words(change: CaseChange): string {
  return change.replaceAll("-", " ");
}
