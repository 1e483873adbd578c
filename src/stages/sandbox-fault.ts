import { clause } from "../support/clause.js";
import type { CheckRun } from "./check-run.js";

/** What the first run whose box did not start tells of the sandbox; undefined when each one started. */
export function sandboxFault(runs: readonly CheckRun[]): string | undefined {
  for (const { prepared, end } of runs) {
    if (end.kind === "not-started") return `The sandbox broke while \`${prepared.check.command}\` ran: ${said(end.reason)}. ${remedy}`;
  }
  return undefined;
}

/** What engines print may have several lines. */
function said(reason: string): string {
  return clause(reason.trim().replace(/\s+/g, " "));
}

const remedy = "Put that right, or name another engine with `sandbox`, and run Heal again.";
