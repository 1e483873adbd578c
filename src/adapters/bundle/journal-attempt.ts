import * as z from "zod";
import { caseId, frame, patch } from "./journal-values.js";

const text = z.string();
const place = z.int();

const origin = z.strictObject({
  coder: z.enum(["fixers", "operators", "model", "scripted"]),
  operator: z.exactOptional(text),
  prior: z.exactOptional(z.number()),
  variant: z.exactOptional(text),
  site: z.exactOptional(z.strictObject({ file: text, line: place, function: text })),
});

export const proposal = z.strictObject({ explanation: text, patch, origin, unusable: z.exactOptional(text) });

export const verdict = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("duplicate"), of: place }),
  z.strictObject({ kind: z.literal("unusable"), reason: text }),
  z.strictObject({ kind: z.literal("refused"), rule: text, reason: text }),
  z.strictObject({ kind: z.literal("still-failing"), caseId, message: text, changedMessage: z.boolean(), frames: z.exactOptional(z.array(frame)) }),
  z.strictObject({ kind: z.literal("mends-some"), fixed: z.array(caseId), stillFailing: z.array(caseId) }),
  z.strictObject({ kind: z.literal("loses-again"), fixed: z.array(caseId), lost: z.array(caseId), message: text }),
  z.strictObject({ kind: z.literal("breaks"), fixed: z.array(caseId), broken: z.array(caseId), message: text }),
  z.strictObject({ kind: z.literal("green"), fixed: z.array(caseId) }),
  z.strictObject({ kind: z.literal("timed-out"), afterMs: z.number() }),
  z.strictObject({ kind: z.literal("box-failed"), reason: text }),
]);

const refuted = z.strictObject({ operator: text, file: text, function: text, times: place });

export const reflection = z.strictObject({ attempt: place, text, refuted: z.array(refuted) });
