import { z } from "zod";
import type { ReportedError } from "../javascript-failure.js";
import { jsonLines } from "../json-lines.js";

export const NODE_REPORT_HEAD = '{"heal":"node-test/1"';

export interface NodeError extends ReportedError {
  readonly failureType?: string | undefined;
  readonly cause?: NodeError | undefined;
}

const errorSchema: z.ZodType<NodeError> = z.object({
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  stack: z.string().optional().catch(undefined),
  failureType: z.string().optional().catch(undefined),
  expected: z.string().optional().catch(undefined),
  actual: z.string().optional().catch(undefined),
  get cause() {
    return errorSchema.optional().catch(undefined);
  },
});

const eventSchema = z.object({
  type: z.string(),
  file: z.string().optional(),
  name: z.string().default(""),
  nesting: z.number().default(0),
  line: z.number().optional(),
  column: z.number().optional(),
  skip: z.boolean().optional(),
  todo: z.boolean().optional(),
  kind: z.string().optional(),
  durationMs: z.number().optional(),
  error: errorSchema.optional(),
  message: z.string().optional(),
});

/** One event of node's test stream, as the injected reporter wrote it. */
export type NodeEvent = z.infer<typeof eventSchema>;

export interface NodeReport {
  /** Folder the runner worked in, absolute. */
  readonly cwd: string;
  readonly events: readonly NodeEvent[];
  /** False when the run ended before its summary. */
  readonly ended: boolean;
}

export function parseNodeReport(text: string): NodeReport {
  const { values } = jsonLines(text);
  const head = values.find((value) => value.heal === "node-test/1");
  const events = values.flatMap((value) => {
    const event = eventSchema.safeParse(value);
    return event.success ? [event.data] : [];
  });
  return { cwd: typeof head?.cwd === "string" ? head.cwd : "", events, ended: values.some((value) => value.heal === "end") };
}
