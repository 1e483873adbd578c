import { z } from "zod";
import { casesFromLines } from "../cases/cases.js";
import type { CaseLine } from "../cases/lines.js";
import { parseObject } from "../json-lines.js";
import type { ReadCases, ReadContext, Reader } from "../reader.js";

const optionalText = z.string().optional().catch(undefined);

const testSchema = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.string().nullish().catch(undefined),
  duration: z.number().optional().catch(undefined),
  currentRetry: z.number().optional().catch(undefined),
  err: z.object({ name: optionalText, message: optionalText, stack: optionalText, expected: optionalText, actual: optionalText }).catch({}),
});

const reportSchema = z.object({
  stats: z.object({ end: z.string().optional() }),
  passes: z.array(testSchema),
  failures: z.array(testSchema),
  pending: z.array(testSchema),
});

/** `mocha --reporter json`. Full titles are joined by spaces there, so suites stand as one title before the test's own. */
export const mochaJsonReader: Reader = {
  format: "mocha-json",
  runner: "mocha",
  source: "report",
  sniff: (text) => /^\s*\{/.test(text) && text.includes('"stats"') && text.includes('"fullTitle"') && text.includes('"failures"'),
  read: readMochaJson,
};

function readMochaJson(text: string, context: ReadContext): ReadCases | undefined {
  const report = reportSchema.safeParse(parseObject(text));
  if (!report.success) return undefined;
  const { passes, failures, pending, stats } = report.data;
  const lines = [
    ...failures.map((test) => lineOf(test, "failed")),
    ...passes.map((test) => lineOf(test, "passed")),
    ...pending.map((test) => lineOf(test, "skipped")),
  ];
  return { cases: casesFromLines("mocha", lines, context), listsAll: true, intact: stats.end !== undefined, notes: [] };
}

function lineOf(test: z.infer<typeof testSchema>, status: CaseLine["status"]): CaseLine {
  const suites = test.fullTitle.endsWith(test.title) ? test.fullTitle.slice(0, -test.title.length).trim() : "";
  const isHook = /^"(?:before|after) (?:all|each)" hook/.test(test.title);
  return {
    file: test.file ?? "",
    titles: suites === "" ? [test.title] : [suites, test.title],
    kind: isHook ? "hook" : "test",
    status,
    durationMs: test.duration,
    errors: status === "failed" ? [test.err] : [],
    ...(status === "passed" && (test.currentRetry ?? 0) > 0 ? { retried: true } : {}),
  };
}
