import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { SetupError } from "../../domain/errors.js";

/** A file that a person named, or that lies in a folder they named: nobody knows yet what is there. */
export interface NamedFile {
  readonly path: string;
  /** How a sentence begins that speaks of it, for example "The task issue.md". */
  readonly title: string;
  readonly mostBytes: number;
  readonly links: "followed" | "refused";
  /** What a person can do, as whole sentences. */
  readonly remedy: string;
  /** What they can do about one that is too large; without it the same. */
  readonly whenLarge?: string;
}

const pieceBytes = 1024 * 1024;

/** The bytes of a regular file, at most `mostBytes`. Throws SetupError with the remedy for everything else; a pipe or device is neither waited for nor read. */
export async function readNamedFile(file: NamedFile): Promise<Buffer> {
  const handle = await opened(file);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new SetupError(`${file.title} is ${kindOf(found)}, not a file. ${file.remedy}`);
    if (found.size > file.mostBytes) throw tooLarge(file);
    return await readAtMost(handle, file);
  } catch (error) {
    throw error instanceof SetupError ? error : unreadable(file, error);
  } finally {
    await handle.close();
  }
}

export function tooLarge({ title, mostBytes, remedy, whenLarge }: Pick<NamedFile, "title" | "mostBytes" | "remedy" | "whenLarge">): SetupError {
  const most = mostBytes >= pieceBytes ? `${mostBytes / pieceBytes} MiB` : `${mostBytes / 1024} KiB`;
  return new SetupError(`${title} is larger than ${most}; no more is read. ${whenLarge ?? remedy}`);
}

/** Non-blocking, so that a pipe without a writer cannot hold us: no signal ends a process in which every thread that opens files waits. */
async function opened(file: NamedFile): Promise<FileHandle> {
  const links = file.links === "refused" ? constants.O_NOFOLLOW : 0;
  try {
    return await open(file.path, constants.O_RDONLY | constants.O_NONBLOCK | links);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ELOOP" || file.links === "followed") throw unreadable(file, error);
    throw new SetupError(`${file.title} is a symbolic link, which may lead anywhere. ${file.remedy}`);
  }
}

/** What a file says of its size is not relied on: it may grow, and those below /proc say 0. */
async function readAtMost(handle: FileHandle, file: NamedFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let left = file.mostBytes + 1; left > 0; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(left, pieceBytes)));
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    left -= bytesRead;
  }
  throw tooLarge(file);
}

function unreadable({ title, remedy }: NamedFile, error: unknown): SetupError {
  return new SetupError(`${title} could not be read (${(error as NodeJS.ErrnoException).code ?? String(error)}). ${remedy}`);
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return "a folder";
  return found.isFIFO() ? "a pipe" : "a device";
}
