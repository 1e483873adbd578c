import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEvent, JournalLine } from "../../domain/journal.js";
import type { BundleStore } from "../../ports/bundle-store.js";
import type { Clock } from "../../ports/clock.js";

/** A bundle in a folder of its own; the journal is opened for appending and flushed after each event. */
export class FolderBundle implements BundleStore {
  readonly directory: string;
  readonly #clock: Clock;
  readonly #journal: FileHandle;
  readonly #lines: JournalLine[] = [];
  readonly #startedAt: number;
  #tail: Promise<unknown> = Promise.resolve();

  private constructor(directory: string, journal: FileHandle, clock: Clock) {
    this.directory = directory;
    this.#journal = journal;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Creates the folder when needed. Refuses (EEXIST) a folder that already holds a journal: no run overwrites another's. */
  static async create(directory: string, clock: Clock): Promise<FolderBundle> {
    await mkdir(join(directory, "logs"), { recursive: true });
    const journal = await open(join(directory, "journal.jsonl"), "ax");
    return new FolderBundle(directory, journal, clock);
  }

  lines(): readonly JournalLine[] {
    return this.#lines;
  }

  append(event: JournalEvent): Promise<JournalLine> {
    const next = this.#tail.then(() => this.#write(event));
    this.#tail = next.catch(() => undefined);
    return next;
  }

  async #write(event: JournalEvent): Promise<JournalLine> {
    const line: JournalLine = {
      schema: "heal/journal/1",
      sequence: this.#lines.length + 1,
      at: this.#clock.timestamp(),
      elapsedMs: Math.round(this.#clock.now() - this.#startedAt),
      event,
    };
    await this.#journal.appendFile(`${JSON.stringify(line)}\n`);
    await this.#journal.datasync();
    this.#lines.push(line);
    return line;
  }

  async write(name: string, content: string | Uint8Array): Promise<void> {
    const target = join(this.directory, name);
    const staged = `${target}.${randomBytes(4).toString("hex")}`;
    try {
      const file = await open(staged, "wx");
      try {
        await file.writeFile(content);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(staged, target);
    } catch (error) {
      await rm(staged, { force: true });
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#tail;
    await this.#journal.close();
  }
}
