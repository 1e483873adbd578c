import { randomBytes } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";

const reserveBytes = 4 * 1024 ** 2;

/** Space of a disk kept back, so that a run which fills it can still write how it ended. Its file has no name, so nothing stays when the process is killed. */
export class SpaceReserve {
  #file: FileHandle | undefined;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Throws what the system says when the folder's disk has not that much left. */
  static async take(folder: string): Promise<SpaceReserve> {
    const path = join(folder, `.reserve-${randomBytes(4).toString("hex")}`);
    const file = await open(path, "wx");
    try {
      await file.writeFile(Buffer.alloc(reserveBytes));
      return new SpaceReserve(file);
    } catch (error) {
      await file.close();
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  }

  get isUsed(): boolean {
    return this.#file === undefined;
  }

  async release(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

export function isFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOSPC" || code === "EDQUOT";
}
