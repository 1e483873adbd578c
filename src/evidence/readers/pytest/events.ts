import { z } from "zod";

const frame = z.tuple([z.string(), z.number().nullable(), z.string()]);
const cause = z.object({ type: z.string(), message: z.string(), frames: z.array(frame) });
const detail = cause.extend({ causes: z.array(cause).optional(), expected: z.string().optional(), actual: z.string().optional() });

const event = z.discriminatedUnion("event", [
  z.object({ event: z.literal("session"), root: z.string(), pytest: z.string() }),
  z.object({ event: z.literal("collected"), count: z.number() }),
  z.object({ event: z.literal("collect"), id: z.string(), outcome: z.string(), text: z.string().optional(), detail: detail.nullish() }),
  z.object({ event: z.literal("start"), id: z.string() }),
  z.object({
    event: z.literal("report"),
    id: z.string(),
    when: z.string().nullable(),
    outcome: z.string(),
    seconds: z.number(),
    subtest: z.string().optional(),
    xfail: z.boolean().optional(),
    text: z.string().optional(),
    detail: detail.nullish(),
    sections: z.array(z.tuple([z.string(), z.string()])).optional(),
  }),
  z.object({ event: z.literal("internal-error"), text: z.string() }),
  z.object({ event: z.literal("finish"), exit: z.number() }),
]);

export type PytestEvent = z.infer<typeof event>;
export type PytestDetail = z.infer<typeof detail>;
export type PytestReport = Extract<PytestEvent, { event: "report" }>;

/** The lines the injected plugin wrote; lines that are cut or foreign are counted, not read. */
export function readEvents(text: string): { events: PytestEvent[]; damaged: number } {
  const events: PytestEvent[] = [];
  let damaged = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const parsed = parseLine(line);
    if (parsed === undefined) damaged += 1;
    else events.push(parsed);
  }
  return { events, damaged };
}

function parseLine(line: string): PytestEvent | undefined {
  try {
    return event.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
