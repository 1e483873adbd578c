import type { JournalLine } from "../domain/journal.js";
import { outcomeDocument } from "./outcome-document.js";
import { wholeReport } from "./report/compose.js";

/** `report.md`: everything a run did, as a function of its journal or of any beginning of it. */
export function renderReport(lines: readonly JournalLine[]): string {
  return wholeReport(lines, { before: [`# Heal: ${outcomeDocument(lines).outcome}`], after: [], patch: "shown" });
}
