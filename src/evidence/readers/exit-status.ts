import type { RunEnd } from "../../domain/journal.js";

/** The number a shell would show; undefined = the run has none (cut by a limit, cancelled, never started). */
export function exitCodeOf(end: RunEnd | undefined): number | undefined {
  return end !== undefined && (end.kind === "exited" || end.kind === "signalled") ? end.exitCode : undefined;
}

/** Green only by exit status 0. */
export function isGreen(end: RunEnd | undefined): boolean {
  return exitCodeOf(end) === 0;
}

const SIGNALS: Readonly<Record<number, string>> = {
  130: "interrupted (SIGINT)",
  132: "illegal instruction (SIGILL)",
  134: "aborted (SIGABRT)",
  136: "arithmetic fault (SIGFPE)",
  137: "killed (SIGKILL)",
  139: "segmentation fault (SIGSEGV)",
  143: "terminated (SIGTERM)",
};

/** One phrase for how a run ended. */
export function describeEnd(end: RunEnd): string {
  switch (end.kind) {
    case "exited":
      return describeExit(end.exitCode);
    case "signalled":
      return `${end.signal}, ${describeExit(end.exitCode)}`;
    case "timed-out":
      return `no end after ${Math.round(end.afterMs / 1000)} s`;
    case "limit-reached":
      return `limit reached: ${end.limit} (held by ${end.heldBy})`;
    case "not-started":
      return `not started: ${end.reason}`;
    case "cancelled":
      return "cancelled";
  }
}

export function describeExit(code: number): string {
  const meaning = SIGNALS[code] ?? (code === 127 ? "command not found" : code === 126 ? "command cannot be executed" : undefined);
  return meaning === undefined ? `exit status ${code}` : `exit status ${code}, ${meaning}`;
}
