import { z } from "zod";
import { HOOK_TITLE, type RunnerName } from "../../../domain/case.js";
import { casesFromLines } from "../cases/cases.js";
import type { CaseLine } from "../cases/lines.js";
import { parseObject } from "../json-lines.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";

const assertionSchema = z.object({
  ancestorTitles: z.array(z.string()).catch([]),
  title: z.string().catch(""),
  status: z.string(),
  duration: z.number().nullish().catch(undefined),
  failureMessages: z.array(z.string()).nullish().catch(undefined),
});

const fileSchema = z.object({
  name: z.string(),
  status: z.string().catch(""),
  message: z.string().nullish().catch(undefined),
  assertionResults: z.array(assertionSchema).catch([]),
});

const reportSchema = z.object({
  testResults: z.array(fileSchema),
  snapshot: z
    .object({ unchecked: z.number().catch(0) })
    .optional()
    .catch(undefined),
});

/** `jest --json`; Vitest's JSON has the same form and is told apart by what only Jest counts. */
export const jestJsonReader: Reader = {
  format: "jest-json",
  runner: "jest",
  source: "report",
  sniff: (text) => isJestLike(text) && text.includes('"numRuntimeErrorTestSuites"'),
  read: (text, context) => readJestLike("jest", text, context),
};

export function isJestLike(text: string): boolean {
  return /^\s*\{/.test(text) && text.includes('"testResults"') && text.includes('"numTotalTests"');
}

export function readJestLike(runner: RunnerName, text: string, context: ReadContext): ReadCases | undefined {
  const report = reportSchema.safeParse(parseObject(text));
  if (!report.success) return undefined;
  const lines = report.data.testResults.flatMap(linesOf);
  const obsolete = report.data.snapshot?.unchecked ?? 0;
  const isGreen = !lines.some((line) => line.status === "failed");
  const runErrors = isGreen && obsolete > 0 ? [`${obsolete} obsolete snapshot(s): with --ci that alone makes the run red`] : [];
  return { cases: casesFromLines(runner, lines, context), listsAll: true, intact: true, runErrors, notes: [] };
}

function linesOf(file: z.infer<typeof fileSchema>): CaseLine[] {
  const cases = file.assertionResults.map((one): CaseLine => {
    const status = one.status === "passed" || one.status === "failed" || one.status === "todo" ? one.status : "skipped";
    return {
      file: file.name,
      titles: [...one.ancestorTitles, one.title],
      kind: "test",
      status,
      durationMs: one.duration ?? undefined,
      errors: (one.failureMessages ?? []).map((stack) => ({ stack })),
    };
  });
  const isRed = file.status === "failed" && !cases.some((line) => line.status === "failed");
  return isRed ? [...cases, fileLine(file)] : cases;
}

/** The file as a whole is red: it could not be loaded, or a hook broke, which the report leaves out. */
function fileLine(file: z.infer<typeof fileSchema>): CaseLine {
  const isLoad = file.assertionResults.length === 0;
  const printed = file.message ?? "";
  const message = printed === "" ? "The file is red although no test of it is: a hook failed, and the report does not say which." : printed;
  return { file: file.name, titles: isLoad ? [] : [HOOK_TITLE], kind: isLoad ? "load" : "hook", status: "failed", errors: [{ printed: message }] };
}
