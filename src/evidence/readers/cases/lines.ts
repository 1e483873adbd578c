import { z } from "zod";
import type { RunnerName } from "../../../domain/case.js";
import type { ReportedError } from "../javascript-failure.js";
import { jsonLines } from "../json-lines.js";

/** An error line; `printed` is the runner's own rendering, for errors that carry no stack. */
export interface LineError extends ReportedError {
  readonly printed?: string | undefined;
  /** Jest: the matcher that failed, e.g. "toBe". */
  readonly matcher?: string | undefined;
  readonly uncaught?: boolean | undefined;
  readonly cause?: LineError | undefined;
}

const text = z.string().optional().catch(undefined);

const errorSchema: z.ZodType<LineError> = z.object({
  name: text,
  message: text,
  stack: text,
  expected: text,
  actual: text,
  diff: text,
  printed: text,
  matcher: text,
  uncaught: z.boolean().optional().catch(undefined),
  get cause() {
    return errorSchema.optional().catch(undefined);
  },
});

const caseSchema = z.object({
  file: z.string().catch(""),
  project: text,
  titles: z.array(z.string()),
  kind: z.enum(["test", "load", "hook"]).default("test"),
  status: z.enum(["passed", "failed", "skipped", "todo"]),
  durationMs: z.number().optional().catch(undefined),
  errors: z.array(errorSchema).default([]),
  retried: z.boolean().optional(),
  /** The runner spoke of this case before; this line replaces what it said. */
  again: z.boolean().optional(),
});

const lineSchema = z.object({
  heal: z.string().optional(),
  runner: z.string().optional(),
  case: caseSchema.optional(),
  runError: z.object({ name: text, message: z.string(), stack: text, kind: text, file: text, test: text }).optional(),
  obsolete: z.object({ file: z.string(), keys: z.array(z.string()) }).optional(),
  missing: z.string().optional(),
});

export type CaseLine = z.infer<typeof caseSchema>;
export type ReportLine = z.infer<typeof lineSchema>;

export interface CasesReport {
  readonly lines: readonly ReportLine[];
  /** False when the run ended before the reporter's last line, or a line is damaged. */
  readonly ended: boolean;
}

/** First characters of what the injected reporters of Vitest, Jest and Mocha write. */
export function reportHead(runner: RunnerName): string {
  return `{"heal":"cases/1","runner":"${runner}"`;
}

export function parseCasesReport(content: string): CasesReport {
  const { values, damaged } = jsonLines(content);
  const lines = values.flatMap((value) => {
    const line = lineSchema.safeParse(value);
    return line.success ? [line.data] : [];
  });
  const whole = damaged === 0 && lines.length === values.length;
  return { lines, ended: whole && lines.some((line) => line.heal === "end") && !lines.some((line) => line.missing !== undefined) };
}
