import * as z from "zod";
import type { CaseId } from "../../domain/case.js";

/** Values that several events share. Each object is closed: what a reader does not know it must not drop in silence. */
const text = z.string();
const count = z.int().nonnegative();
const place = z.int();

export const caseId = z.custom<CaseId>((value) => typeof value === "string" && value !== "", "a case id is a text that is not empty");

const fileChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("modify"), path: text, before: text, after: text, encoding: z.enum(["utf8", "latin1"]) }),
  z.strictObject({ kind: z.literal("add"), path: text, after: text, encoding: z.enum(["utf8", "latin1"]) }),
  z.strictObject({ kind: z.literal("delete"), path: text, before: text, encoding: z.enum(["utf8", "latin1"]) }),
]);

export const patch = z.strictObject({ changes: z.array(fileChange) });

export const check = z.strictObject({ name: text, command: text, kind: z.enum(["test", "lint", "types", "run"]), directory: text });

export const boxLimits = z.strictObject({
  memoryBytes: z.number(),
  processes: z.number(),
  cpus: z.number(),
  diskBytes: z.number(),
  inodes: z.number(),
  outputBytes: z.number(),
  timeoutMs: z.number(),
});

const holder = z.enum(["cgroup", "rlimit", "affinity", "file-system", "watchdog", "namespace", "nothing"]);

export const limitHolders = z.strictObject({
  memory: holder,
  processes: holder,
  cpus: holder,
  disk: holder,
  inodes: holder,
  output: holder,
  time: holder,
  network: holder,
});

export const failureClass = z.enum(["healable-code", "test-bug", "build-error", "config", "dependency", "infrastructure", "flaky-suspect", "no-failure"]);

export const frame = z.strictObject({ file: text, line: place, function: z.exactOptional(text) });

const failure = z.strictObject({
  type: text,
  message: text,
  expected: z.exactOptional(text),
  actual: z.exactOptional(text),
  frames: z.array(frame),
  excerpt: text,
});

const caseName = z.strictObject({
  runner: z.enum(["pytest", "unittest", "node:test", "vitest", "jest", "mocha", "unknown"]),
  file: text,
  titlePath: z.array(text),
  parameters: z.exactOptional(text),
  ordinal: z.exactOptional(place),
});

export const caseResult = z.strictObject({
  id: caseId,
  reportedId: text,
  name: caseName,
  kind: z.enum(["test", "load", "hook", "run", "diagnostic"]),
  status: z.enum(["passed", "failed", "skipped"]),
  durationMs: z.exactOptional(z.number()),
  failure: z.exactOptional(failure),
});

export const reading = z.strictObject({
  runner: text,
  exitCode: z.int().nullable(),
  class: failureClass,
  classReason: text,
  complete: z.boolean(),
  counts: z.strictObject({ failing: count, passed: count.nullable(), skipped: count.nullable() }),
  cases: z.array(caseResult),
  notes: z.array(text),
});

export const suspect = z.strictObject({
  file: text,
  function: text,
  start: place,
  end: place,
  startLine: place,
  endLine: place,
  score: z.number(),
  because: text,
  hotLines: z.array(place),
});
