import type { JournalEvent, JournalLine } from "../domain/journal.js";

/** The folder a run leaves. */
export interface BundleStore {
  readonly directory: string;
  /** On disk (flushed) when the promise is done. */
  append(event: JournalEvent): Promise<JournalLine>;
  /** Replaces the file whole or not at all. `name` may lie in `logs/`. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  lines(): readonly JournalLine[];
}
