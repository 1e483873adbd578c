import type { JournalLine } from "../../domain/journal.js";

/** The lines of a journal of our own; a last line that was torn by a kill is left out. */
export function journalLines(text: string): JournalLine[] {
  const lines: JournalLine[] = [];
  for (const line of text.split("\n")) {
    try {
      if (line !== "") lines.push(JSON.parse(line) as JournalLine);
    } catch {
      break;
    }
  }
  return lines;
}
