import { access } from "node:fs/promises";
import type { EngineContext } from "./context.js";
import { createLoopDisk } from "./disk.js";
import { DockerError } from "./docker-cli.js";

const smallDisk = { diskBytes: 8 * 1024 ** 2, inodes: 256 };

/** Whether the daemon gets us a file system behind a loop device; not so without e2fsprogs, or where the daemon is itself not root. */
export async function loopDisksWork(context: EngineContext): Promise<boolean> {
  if (!(await isThere("/dev/loop-control"))) return false;
  try {
    const disk = await createLoopDisk(context, smallDisk);
    await disk.settle();
    return true;
  } catch (error) {
    if (error instanceof DockerError) return false;
    throw error;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
