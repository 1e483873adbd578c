import type { Clock } from "../../ports/clock.js";

export const systemClock: Clock = {
  now: () => performance.now(),
  timestamp: () => new Date().toISOString(),
};
