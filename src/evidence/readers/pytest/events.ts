import { z } from "zod";
import { readJsonLines, toldException } from "../told-exception.js";

const event = z.discriminatedUnion("event", [
  z.object({ event: z.literal("session"), root: z.string(), pytest: z.string() }),
  z.object({ event: z.literal("collected"), count: z.number() }),
  z.object({ event: z.literal("collect"), id: z.string(), outcome: z.string(), text: z.string().optional(), detail: toldException.nullish() }),
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
    detail: toldException.nullish(),
    sections: z.array(z.tuple([z.string(), z.string()])).optional(),
  }),
  z.object({ event: z.literal("internal-error"), text: z.string() }),
  z.object({ event: z.literal("finish"), exit: z.number() }),
]);

export type PytestEvent = z.infer<typeof event>;
export type PytestReport = Extract<PytestEvent, { event: "report" }>;

/** The lines the injected plugin wrote; lines that are cut or foreign are counted, not read. */
export function readEvents(text: string): { events: PytestEvent[]; damaged: number } {
  return readJsonLines(text, event);
}
