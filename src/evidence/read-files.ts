import type { FailureClass } from "../domain/failure.js";
import type { FileView } from "../domain/file-view.js";
import type { Reading } from "../domain/reading.js";
import { classify } from "./classify/classify.js";
import { mergeReads } from "./merge.js";
import { describeExit } from "./readers/exit-status.js";
import { junitDialect } from "./readers/junit/junit.js";
import { normaliseLog } from "./readers/log/normalise.js";
import { type FailedStep, failedStep } from "./readers/log/steps.js";
import type { ReadCases, ReadContext, Reader } from "./readers/reader.js";
import { READERS } from "./readers/registry.js";

export interface GivenFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The exit status of the run, when it is known. */
  readonly exitCode?: number | undefined;
  /** Absolute root the texts may spell. */
  readonly root?: string | undefined;
  readonly view?: FileView | undefined;
}

/** Reads logs and reports of unknown kind: what failed, and what it is about. */
export function readFiles(given: GivenFiles): Reading {
  const context: ReadContext = { root: given.root ?? "", files: given.view };
  const steps: FailedStep[] = [];
  const reads: { runner: string; source: "report" | "console"; read: ReadCases }[] = [];
  for (const { text } of given.files) {
    const report = readReport(text, context);
    if (report !== undefined) {
      reads.push({ ...report, source: "report" });
      continue;
    }
    const whole = normaliseLog(text);
    const step = failedStep(whole);
    steps.push(step);
    const log = readConsole(step.text, context) ?? (step.text === whole.text ? undefined : readConsole(whole.text, context));
    if (log !== undefined) reads.push({ ...log, source: "console" });
  }
  const ordered = [...reads.filter((one) => one.source === "report"), ...reads.filter((one) => one.source === "console")];
  return reading({ given, steps, reads: ordered, read: mergeReads(ordered.map((one) => one.read)) });
}

function readReport(text: string, context: ReadContext): { runner: string; read: ReadCases } | undefined {
  const reader = READERS.find((one) => one.source === "report" && one.sniff(text));
  const read = reader?.read(text, context);
  if (reader === undefined || read === undefined) return undefined;
  const dialect = reader.runner === "junit" ? junitDialect(text) : undefined;
  return { runner: dialect === undefined ? reader.runner : dialect === "general" ? "junit" : dialect, read };
}

function readConsole(text: string, context: ReadContext): { runner: string; read: ReadCases } | undefined {
  const matching: Reader[] = READERS.filter((one) => one.source === "console" && one.sniff(text));
  for (const reader of matching) {
    const read = reader.read(text, context);
    if (read !== undefined) return { runner: reader.runner, read };
  }
  return undefined;
}

interface Gathered {
  readonly given: GivenFiles;
  readonly steps: readonly FailedStep[];
  readonly reads: readonly { runner: string; read: ReadCases }[];
  readonly read: ReadCases;
}

function reading({ given, steps, reads, read }: Gathered): Reading {
  const exitCode = given.exitCode ?? steps.findLast((step) => step.exitCode !== undefined)?.exitCode ?? null;
  const failing = read.cases.filter((one) => one.status === "failed");
  const runErrors = read.runErrors ?? [];
  const text = steps.map((step) => [step.text, step.platformError].filter((part) => part !== "").join("\n")).join("\n");
  const runner = reads[0]?.runner ?? "unknown";
  const platformError = steps.map((step) => step.platformError).find((error) => error !== "");
  const cutShort = platformError !== undefined && /canceled/.test(platformError) ? "the job was cancelled or ran out of time" : undefined;
  const verdict = classify({ runner, exitCode, cutShort, failing, runErrors, text, files: given.view });
  const notes = [...contradictions(exitCode, failing.length, read), ...(platformError === undefined ? [] : [platformError])];
  return {
    runner,
    exitCode,
    class: verdict.class,
    classReason: verdict.reason,
    complete: notes.length === 0,
    counts: reads.length === 0 && isBeforeTests(verdict.class, text) ? { failing: 0, passed: 0, skipped: 0 } : countsOf(failing.length, read),
    cases: read.cases,
    notes: [...new Set([...notes, ...runErrors, ...read.notes])],
  };
}

/** Installing or compiling failed and no test has spoken: nothing ran. */
function isBeforeTests(found: FailureClass, text: string): boolean {
  return (found === "dependency" || found === "build-error") && !/^(?:ok\b|PASS\b|--- )/m.test(text);
}

function contradictions(exitCode: number | null, failing: number, read: ReadCases): string[] {
  const notes: string[] = [];
  if (exitCode !== null && exitCode !== 0 && failing === 0) notes.push(`${describeExit(exitCode)}, but no failing case was found`);
  if (exitCode === 0 && failing > 0) notes.push("exit status 0, although a failing case is reported");
  if (exitCode === null && read.cases.length === 0 && !read.listsAll) notes.push("nothing in the given files is a log or report of a known kind");
  if (!read.intact) notes.push("a report ends too early or is damaged");
  return notes;
}

function countsOf(failing: number, read: ReadCases): Reading["counts"] {
  const count = (status: string) => read.cases.filter((one) => one.status === status && one.kind !== "diagnostic").length;
  if (read.listsAll) return { failing, passed: count("passed"), skipped: count("skipped") };
  return { failing, passed: read.totals?.passed ?? null, skipped: read.totals?.skipped ?? null };
}
