import type { RunContext } from "./run-context.js";

/** Nobody outside can know it, so no text of the project can close a fence. */
export function fenceToken({ ports }: Pick<RunContext, "ports">): string {
  return ports.randomHex(8);
}
