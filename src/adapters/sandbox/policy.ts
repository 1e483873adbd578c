import type { BoxLimits } from "../../domain/limits.js";

/** Extra life of a box beyond its command's deadline; whatever outlives Heal itself is gone by then. */
const lifetimeMarginMs = 30_000;

/** Size above which a collected file is skipped. */
export const collectedFileCapBytes = 64 * 1024 ** 2;

/** How many files are read back from the out folder, so that a box cannot make the host list without end. */
export const collectedFilesCap = 2_000;

/** Where the parts of a box stand, as its commands see them; equal for every engine that has an own file tree. */
export const boxPaths = { home: "/heal/home", tools: "/heal/tools", out: "/heal/out" } as const;

export function mergeLimits(limits: BoxLimits, overrides: Partial<BoxLimits> | undefined): BoxLimits {
  return { ...limits, ...overrides };
}

/** Hard end of a box in whole seconds, held inside the box: the deadline plus a margin for collecting what it wrote. */
export function lifetimeSeconds(limits: BoxLimits): number {
  return Math.ceil((limits.timeoutMs + lifetimeMarginMs) / 1000);
}
