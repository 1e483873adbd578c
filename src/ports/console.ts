import type { JournalLine } from "../domain/journal.js";

/** What a person watching a run sees. Every text is already redacted. */
export interface Console {
  event(line: JournalLine): void;
  /** Live figures between events: which candidate runs, how long is left. */
  progress(progress: RunProgress): void;
  note(text: string): void;
}

export interface RunProgress {
  readonly stage: "baseline" | "diagnose" | "repair" | "verify" | "publish";
  readonly attempt?: number;
  readonly candidate?: { readonly number: number; readonly of: number };
  readonly timeLeftMs: number;
}
