import * as z from "zod";
import type { JournalEvent, JournalLine } from "../../domain/journal.js";

const eventTypes = [
  "run-started",
  "box-ready",
  "check-ran",
  "baseline-sorted",
  "diagnosed",
  "attempt-started",
  "candidate-tried",
  "attempt-ended",
  "proof-step",
  "accepted",
  "rejected",
  "note",
  "published",
  "stopped",
] as const satisfies readonly JournalEvent["type"][];

const event = z.looseObject({ type: z.enum(eventTypes) });

export const journalLine = z.object({
  schema: z.literal("heal/journal/1"),
  sequence: z.int().positive(),
  at: z.iso.datetime(),
  elapsedMs: z.number(),
  event: event as unknown as z.ZodType<JournalEvent>,
}) satisfies z.ZodType<JournalLine>;
