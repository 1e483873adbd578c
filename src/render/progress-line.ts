import type { RunProgress } from "../ports/console.js";

/** "repair | attempt 2 | candidate 12 of 200 | 17:32 left | last: still-failing"; what is not known is left out. */
export function progressLine({ stage, attempt, candidate, timeLeftMs }: RunProgress, lastVerdict?: string): string {
  return [
    stage,
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(candidate === undefined ? [] : [`candidate ${candidate.number} of ${candidate.of}`]),
    `${clock(timeLeftMs)} left`,
    ...(lastVerdict === undefined ? [] : [`last: ${lastVerdict}`]),
  ].join(" | ");
}

function clock(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
