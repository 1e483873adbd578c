import type { TraceStep, ValueTrace } from "../../../../domain/value-trace.js";

/** Recorded values, a line for each step. */
export function traceText({ first, last, omitted }: ValueTrace): string {
  const between = omitted > 0 ? [`... ${omitted} steps left out ...`] : [];
  return [...first.map(stepLine), ...between, ...last.map(stepLine)].join("\n");
}

function stepLine({ function: name, line, event, values }: TraceStep): string {
  const shown = Object.entries(values).map(([key, value]) => `${key} = ${value.length > 80 ? `${value.slice(0, 77)}...` : value}`);
  return `line ${line} ${event} ${name}: ${shown.join(", ")}`;
}
