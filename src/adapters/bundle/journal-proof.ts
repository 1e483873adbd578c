import * as z from "zod";
import { caseId } from "./journal-values.js";

const text = z.string();

export const proofStep = z.strictObject({
  step: z.enum(["whole-suite", "confirmation", "canary", "minimise", "revert", "tamper-rules"]),
  ok: z.boolean(),
  detail: text,
});

export const proof = z.strictObject({
  schema: z.literal("heal/proof/1"),
  baseDigest: text,
  patchDigest: text,
  baseCommit: text.nullable(),
  commands: z.array(z.strictObject({ check: text, command: text, directory: text })),
  environment: z.record(text, text),
  engine: text,
  confirmations: z.int(),
  redBefore: z.array(caseId),
  greenAfter: z.array(caseId),
  passedAtBaseline: z.array(caseId),
  flaky: z.array(caseId),
  steps: z.array(proofStep),
  confidence: z.strictObject({ level: z.enum(["high", "medium", "low"]), because: z.array(text) }),
  notChecked: z.array(text),
  tests: z.exactOptional(z.strictObject({ files: z.array(text), digest: text })),
});
