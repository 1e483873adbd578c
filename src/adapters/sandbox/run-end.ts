import { constants } from "node:os";
import type { RunEnd } from "../../domain/journal.js";

/** A shell tells a signal as 128 plus its number; a program that chose such a status itself cannot be told apart. */
export function endOfExit(exitCode: number): RunEnd {
  const signal = exitCode > 128 ? signalName(exitCode - 128) : null;
  return signal === null ? { kind: "exited", exitCode } : { kind: "signalled", signal, exitCode };
}

/** How a command ended, for a person to read behind its name: "ended with exit status 2". */
export function endWords(end: RunEnd): string {
  switch (end.kind) {
    case "exited":
      return `ended with exit status ${end.exitCode}`;
    case "signalled":
      return `was ended by ${end.signal} (exit status ${end.exitCode})`;
    case "timed-out":
      return `was stopped after ${end.afterMs / 1000} s`;
    case "limit-reached":
      return `was stopped by the ${end.limit} limit`;
    case "not-started":
      return `did not start: ${end.reason}`;
    case "cancelled":
      return "was cancelled";
  }
}

function signalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}
