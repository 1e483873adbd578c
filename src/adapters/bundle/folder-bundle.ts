import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { SetupError } from "../../domain/errors.js";
import type { JournalEvent, JournalLine } from "../../domain/journal.js";
import type { BundleStore } from "../../ports/bundle-store.js";
import type { Clock } from "../../ports/clock.js";
import { isFull, SpaceReserve } from "./space-reserve.js";

/** The events that end a run; they may use the space that was kept back for them. */
const closingEvents: ReadonlySet<JournalEvent["type"]> = new Set(["matrix", "published", "stopped", "note"]);

/** A bundle in a folder of its own; the journal is opened for appending and flushed after each event. */
export class FolderBundle implements BundleStore {
  readonly directory: string;
  readonly #clock: Clock;
  readonly #journal: FileHandle;
  readonly #lines: JournalLine[] = [];
  readonly #startedAt: number;
  readonly #reserve: SpaceReserve;
  #size = 0;
  #tail: Promise<unknown> = Promise.resolve();

  private constructor(directory: string, files: { readonly journal: FileHandle; readonly reserve: SpaceReserve }, clock: Clock) {
    this.directory = directory;
    this.#journal = files.journal;
    this.#reserve = files.reserve;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Creates the folder when needed. Refuses (EEXIST) a folder that already holds a journal: no run overwrites another's. */
  static async create(directory: string, clock: Clock): Promise<FolderBundle> {
    const made = await makeFolders(resolve(directory));
    try {
      return await FolderBundle.#open(directory, clock);
    } catch (error) {
      if (made !== undefined) await rm(made, { recursive: true, force: true });
      throw error;
    }
  }

  static async #open(directory: string, clock: Clock): Promise<FolderBundle> {
    const journal = await open(join(directory, "journal.jsonl"), "ax");
    try {
      await mkdir(join(directory, "logs"), { recursive: true });
      return new FolderBundle(directory, { journal, reserve: await SpaceReserve.take(directory) }, clock);
    } catch (error) {
      await journal.close();
      await rm(join(directory, "journal.jsonl"));
      throw error;
    }
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
    const isClosing = closingEvents.has(event.type);
    if (this.#reserve.isUsed && !isClosing) throw this.#full();
    await this.#withReserve(() => this.#appendWhole(`${JSON.stringify(line)}\n`));
    this.#lines.push(line);
    if (this.#reserve.isUsed && !isClosing) throw this.#full();
    return line;
  }

  /** A full disk leaves no half line: what was written of it is cut off again. */
  async #appendWhole(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      await this.#journal.appendFile(bytes);
      await this.#journal.datasync();
    } catch (error) {
      await this.#journal.truncate(this.#size).catch(() => {});
      throw error;
    }
    this.#size += bytes.length;
  }

  /** On a full disk the work is done once more with the space that was kept back. */
  async #withReserve(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isFull(error) || this.#reserve.isUsed) throw error;
      await this.#reserve.release();
      await work();
    }
  }

  #full(): SetupError {
    return new SetupError(`No space is left on the disk of ${this.directory}, so the run cannot go on. Free some, or name another folder with --out.`);
  }

  write(name: string, content: string | Uint8Array): Promise<void> {
    return this.#withReserve(() => this.#writeWhole(name, content));
  }

  async #writeWhole(name: string, content: string | Uint8Array): Promise<void> {
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
      if ((error as NodeJS.ErrnoException).code === "ENOENT") throw this.#gone();
      throw error;
    }
  }

  #gone(): SetupError {
    return new SetupError(
      `The bundle's folder ${this.directory} was removed while the run went on. Run heal again and leave the folder until the run has ended.`,
    );
  }

  async close(): Promise<void> {
    await this.#tail;
    await this.#journal.close();
    await this.#reserve.release();
  }
}

/** Each missing folder down to this one; the topmost that was made, or undefined. Node's own recursive mkdir never ends where no folder can be made (/proc). */
async function makeFolders(directory: string): Promise<string | undefined> {
  if ((await stat(directory).catch(() => undefined))?.isDirectory()) return undefined;
  const parent = dirname(directory);
  const above = parent === directory ? undefined : await makeFolders(parent);
  await mkdir(directory);
  return above ?? directory;
}
