import { z } from "zod";
import type { TraceStep, ValueTrace } from "../../domain/value-trace.js";

const step = z.object({
  file: z.string().max(500),
  line: z.number().int(),
  function: z.string().max(300),
  event: z.enum(["call", "line", "return", "throw"]),
  values: z.record(z.string(), z.string()),
});
const told = z.object({ heal: z.literal("trace/1"), first: z.array(step), last: z.array(step), omitted: z.number().int().nonnegative() });

const kept = 5;
const namesOfAStep = 12;
const charactersOfAValue = 200;

/** The values a tracer left; the process that saw most steps speaks. Code of the repository may have written the file, so everything is capped again. Undefined = nothing was recorded. */
export function readTrace(files: Readonly<Record<string, string>>): ValueTrace | undefined {
  const traces = Object.entries(files)
    .filter(([name]) => /^trace-[\w-]+\.json$/.test(name))
    .flatMap(([, text]) => parsed(text));
  return traces.sort((one, other) => stepsOf(other) - stepsOf(one))[0];
}

function parsed(text: string): ValueTrace[] {
  try {
    const { data } = told.safeParse(JSON.parse(text));
    if (data === undefined || data.first.length === 0) return [];
    return [{ first: data.first.slice(0, kept).map(capped), last: data.last.slice(-kept).map(capped), omitted: data.omitted }];
  } catch {
    return [];
  }
}

function capped(one: TraceStep): TraceStep {
  const values = Object.entries(one.values)
    .slice(0, namesOfAStep)
    .map(([name, text]) => [name.slice(0, 80), text.slice(0, charactersOfAValue)] as const);
  return { ...one, values: Object.fromEntries(values) };
}

function stepsOf(trace: ValueTrace): number {
  return trace.first.length + trace.last.length + trace.omitted;
}
