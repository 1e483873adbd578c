import type { CaseResult } from "../domain/case.js";
import type { RunEnd } from "../domain/journal.js";
import type { Reading } from "../domain/reading.js";
import { classify } from "./classify/classify.js";
import { mergeReads } from "./merge.js";
import { describeEnd, exitCodeOf } from "./readers/exit-status.js";
import { normaliseLog } from "./readers/log/normalise.js";
import type { ReadCases, ReadContext } from "./readers/reader.js";
import { READERS } from "./readers/registry.js";
import { runCase } from "./readers/run-case.js";
import type { RunEvidence } from "./run-evidence.js";

/** What a run said: its exit status is the authority, reports and output only explain it. */
export function readRun(evidence: RunEvidence): Reading {
  const context: ReadContext = { root: evidence.root, files: evidence.files };
  const text = normaliseLog(`${evidence.stdout}\n${evidence.stderr}`).text;
  const reads = evidence.runner === "unknown" ? [] : readAll(evidence, text, context);
  return reading({ evidence, text, read: mergeReads(reads) });
}

function readAll(evidence: RunEvidence, text: string, context: ReadContext): ReadCases[] {
  const reports = readReports(evidence, context);
  const isWhole = reports.length > 0 && reports.every((report) => report.leavesNothingOut === true && report.intact);
  const isExplained = exitCodeOf(evidence.end) === 0 || reports.some((report) => report.cases.some((one) => one.status === "failed"));
  return isWhole && isExplained ? reports : [...reports, ...readConsole(evidence, text, context)];
}

function readReports(evidence: RunEvidence, context: ReadContext): ReadCases[] {
  const found: ReadCases[] = [];
  // In the order of their names, which is that of time: ordinals of equal names must not depend on how a folder is listed.
  for (const [, text] of Object.entries(evidence.reports).sort(([left], [right]) => (left < right ? -1 : 1))) {
    const reader = READERS.find((one) => one.source === "report" && (one.runner === evidence.runner || one.runner === "junit") && one.sniff(text));
    const read = reader?.read(text, context);
    if (read !== undefined) found.push(read);
  }
  return found;
}

function readConsole(evidence: RunEvidence, text: string, context: ReadContext): ReadCases[] {
  const reader = READERS.find((one) => one.source === "console" && one.runner === evidence.runner && one.sniff(text));
  const read = reader?.read(text, context);
  return read === undefined ? [] : [read];
}

interface Gathered {
  readonly evidence: RunEvidence;
  readonly text: string;
  readonly read: ReadCases;
}

function reading(gathered: Gathered): Reading {
  const { evidence, text, read } = gathered;
  const exitCode = exitCodeOf(evidence.end) ?? null;
  const cases =
    evidence.runner === "unknown" && evidence.end !== undefined
      ? [runCase(evidence.end, text, { root: evidence.root, files: evidence.files })]
      : read.cases.map((one) => withEnd(one, evidence.end));
  const failing = cases.filter((one) => one.status === "failed");
  const runErrors = read.runErrors ?? [];
  const verdict = classify({ runner: evidence.runner, exitCode, cutShort: cutShort(evidence.end), failing, runErrors, text, files: evidence.files });
  const agreement = agreementOf({ evidence, failing, read });
  return {
    runner: evidence.runner,
    exitCode,
    class: verdict.class,
    classReason: verdict.reason,
    complete: agreement.complete,
    counts: countsOf(cases, read),
    cases,
    notes: [...new Set([...agreement.notes, ...runErrors, ...read.notes])],
  };
}

/** The case in which the process died has no story of its own: how the run ended is its story. */
function withEnd(one: CaseResult, end: RunEnd | undefined): CaseResult {
  if (one.failure?.type !== "Crash" || end === undefined) return one;
  const failure = { ...one.failure, type: end.kind === "timed-out" ? "Timeout" : "Crash", message: `${describeEnd(end)}, while this case was running` };
  return { ...one, failure };
}

function cutShort(end: RunEnd | undefined): string | undefined {
  return end === undefined || exitCodeOf(end) !== undefined ? undefined : describeEnd(end);
}

/** The exit status and the cases must tell the same story, from a report that is whole. */
function agreementOf(told: { evidence: RunEvidence; failing: readonly CaseResult[]; read: ReadCases }): { complete: boolean; notes: string[] } {
  const { end } = told.evidence;
  const notes: string[] = [];
  const exitCode = exitCodeOf(end);
  if (end !== undefined && exitCode === undefined) notes.push(describeEnd(end));
  const isRed = end !== undefined && exitCode !== 0;
  if (isRed && told.failing.length === 0) notes.push(`${describeEnd(end)}, but no failing case is reported`);
  if (exitCode === 0 && told.failing.length > 0) notes.push("exit status 0, although a failing case is reported");
  if (!told.read.intact) notes.push("the report ends too early or is damaged");
  return { complete: notes.length === 0, notes };
}

function countsOf(cases: readonly CaseResult[], read: ReadCases): Reading["counts"] {
  const count = (status: CaseResult["status"]) => cases.filter((one) => one.status === status && one.kind !== "diagnostic").length;
  const failing = count("failed");
  if (read.listsAll) return { failing, passed: count("passed"), skipped: count("skipped") };
  return { failing, passed: read.totals?.passed ?? null, skipped: read.totals?.skipped ?? null };
}
