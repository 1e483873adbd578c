import { createBubblewrapSandbox } from "../../adapters/sandbox/engines/bubblewrap/bubblewrap-sandbox.js";
import { createDockerSandbox } from "../../adapters/sandbox/engines/docker/docker-sandbox.js";
import { defaultBoxLimits } from "../../domain/limits.js";

/** Removes boxes, mounts and folders that a killed run left, whichever engine made them; an engine that is not here has left none. */
export async function sweepBoxes(hostEnvironment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const create of [createBubblewrapSandbox, createDockerSandbox]) {
    try {
      const sandbox = await create({ limits: defaultBoxLimits, hostEnvironment });
      removed.push(...(await sandbox.sweep()));
      await sandbox.close();
    } catch {
      // The post step must go on: what is not removed here is removed at the next start, or ends with its lifetime cap.
    }
  }
  return removed;
}
