import * as z from "zod";
import { caseId, caseResult, patch } from "./journal-values.js";

const text = z.string();
const approval = z.enum(["required", "auto"]);

export const taskPlan = z.strictObject({ text, approval, command: text });

export const taskGiven = z.strictObject({ type: z.literal("task-given"), text, digest: text, approval });

export const testsWritten = z.strictObject({
  type: z.literal("tests-written"),
  tests: patch,
  digest: text,
  explanation: text,
  code: text.nullable(),
  red: z.array(caseResult),
  green: z.array(caseId),
  hollow: z.exactOptional(z.array(caseId)),
});

export const testsRefused = z.strictObject({ type: z.literal("tests-refused"), reason: text });

export const testsApproved = z.strictObject({ type: z.literal("tests-approved"), bundle: text, tests: patch, digest: text });
