import type { JournalLine } from "../domain/journal.js";
import { outcomeDocument } from "./outcome-document.js";

/** `report.md`. */
export function renderReport(lines: readonly JournalLine[]): string {
  const outcome = outcomeDocument(lines);
  return `# Heal: ${outcome.outcome}\n\n${outcome.summary}\n`;
}
