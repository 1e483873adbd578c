import type { RunnerName } from "../../domain/case.js";
import type { Suspect } from "../../domain/suspect.js";
import type { ProbeInstruments, ProbePlace } from "./coverage-probe.js";
import pythonTracer from "./heal_trace.py";

/** A function whose values are wanted; lines as they stand in the tree of the run. */
export type TraceTarget = Pick<Suspect, "file" | "function" | "startLine" | "endLine">;

/**
 * What has to be added to a command so that it leaves the values of these functions in the report folder. Scripts (JavaScript, TypeScript)
 * write their own values once they are laid over by `tracedScript`; undefined = the runner cannot be watched.
 */
export function traceProbe(runner: RunnerName, place: ProbePlace, targets: readonly TraceTarget[]): ProbeInstruments | undefined {
  switch (runner) {
    case "pytest":
      return withOption(pythonInstruments(place, targets));
    case "unittest":
      return pythonInstruments(place, targets);
    case "node:test":
    case "vitest":
    case "jest":
    case "mocha":
      return { environment: { HEAL_TRACE_OUT: place.out }, tools: {}, collect: ["*"] };
    case "unknown":
      return undefined;
  }
}

function pythonInstruments(place: ProbePlace, targets: readonly TraceTarget[]): ProbeInstruments {
  const rows = targets.map((target) => [target.file, target.function, target.startLine, target.endLine]);
  return {
    environment: { HEAL_TRACE_OUT: place.out, HEAL_TRACE_ROOT: place.root, HEAL_TRACE_TARGETS: JSON.stringify(rows) },
    tools: { "heal_trace.py": pythonTracer },
    collect: ["*"],
  };
}

function withOption(instruments: ProbeInstruments): ProbeInstruments {
  return { ...instruments, environment: { ...instruments.environment, PYTEST_ADDOPTS: "-p heal_trace" } };
}
