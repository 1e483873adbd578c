import type { InstrumentedCommand } from "../checks/runners/runner.js";
import type { CaseName, CaseResult } from "../domain/case.js";
import { caseId } from "../domain/case.js";
import type { Failure } from "../domain/failure.js";
import type { CheckRunPhase, RunEnd } from "../domain/journal.js";
import type { Reading } from "../domain/reading.js";
import { readRun } from "../evidence/read-run.js";
import type { Box, BoxResult, CapturedOutput, Layer } from "../ports/sandbox.js";
import { goingOn, readingOf } from "./frozen-tests.js";
import { instrument, mergeInstrumentation, type PreparedCheck } from "./prepared-check.js";
import { type RunContext, record, throwIfCancelled } from "./run-context.js";

/** One run of one check, read. */
export interface CheckRun {
  readonly prepared: PreparedCheck;
  readonly end: RunEnd;
  readonly reading: Reading;
  readonly durationMs: number;
  readonly files: Readonly<Record<string, string>>;
  /** What it printed, capped. */
  readonly printed: string;
  readonly layer: Layer | undefined;
}

export interface CheckRunOptions {
  /** Just these cases, where the runner can be told. */
  readonly only?: readonly CaseName[];
  readonly timeoutMs?: number;
  readonly writes?: "discard" | "keep";
  /** A further instrumentation, e.g. coverage. */
  readonly probe?: Pick<InstrumentedCommand, "environment" | "tools" | "collect">;
}

export interface BoxedCheck {
  readonly box: Box;
  readonly prepared: PreparedCheck;
}

/** Runs the check in the box and reads what it says. Never throws for a red check: how it ended is a value. */
export async function runCheck(context: RunContext, { box, prepared }: BoxedCheck, options: CheckRunOptions = {}): Promise<CheckRun> {
  throwIfCancelled(context);
  const files = context.ports.workspace.view;
  const reported = mergeInstrumentation(instrument(prepared, { rig: box.paths, files }, options.only), goingOn(context.suite, prepared.match?.runner));
  const command = options.probe === undefined ? reported : mergeInstrumentation(reported, options.probe);
  const result = await box.run({
    ...command,
    writes: options.writes ?? "discard",
    signal: context.ports.signal,
    ...(options.timeoutMs === undefined ? {} : { limits: { timeoutMs: options.timeoutMs } }),
  });
  throwIfCancelled(context);
  const reading = withWholeRunCase(prepared, readResult(context, { box, prepared }, result));
  return { prepared, end: result.end, reading, durationMs: result.durationMs, files: result.files, printed: printedText(result), layer: result.layer };
}

function readResult(context: RunContext, { box, prepared }: BoxedCheck, result: BoxResult): Reading {
  const reading = readRun({
    runner: prepared.match?.runner ?? "unknown",
    end: result.end,
    stdout: outputText(result.stdout),
    stderr: outputText(result.stderr),
    reports: result.files,
    root: box.paths.root,
    files: context.ports.workspace.view,
  });
  return readingOf(context.suite, reading);
}

/** Head and tail as one text, with a line that says what was left out. */
export function outputText(output: CapturedOutput): string {
  return output.omittedBytes === 0 ? output.head + output.tail : `${output.head}\n[${output.omittedBytes} bytes left out]\n${output.tail}`;
}

/**
 * A plain command's exit is a case named after its check, so that it is found again in every later run. A red exit for which no red
 * case is known is such a case too: the exit status is the authority.
 */
function withWholeRunCase(prepared: PreparedCheck, reading: Reading): Reading {
  const cases = reading.cases.map((result) => (result.kind === "run" ? wholeRun(prepared, result) : result));
  if (reading.exitCode === 0 || cases.some((result) => result.status === "failed")) return { ...reading, cases };
  const failure: Failure = { type: "exit status", message: `exit status ${reading.exitCode ?? "unknown"}`, frames: [], excerpt: reading.notes.join("\n") };
  const red = wholeRun(prepared, { kind: "run", status: "failed", failure });
  return { ...reading, cases: [...cases, red], counts: { ...reading.counts, failing: 1 } };
}

function wholeRun(prepared: PreparedCheck, result: Pick<CaseResult, "kind" | "status" | "failure" | "durationMs">): CaseResult {
  const name: CaseName = { runner: "unknown", file: "", titlePath: [prepared.check.name] };
  return { ...result, id: caseId(name), reportedId: prepared.check.command, name };
}

/** Characters of each stream that a log of the bundle keeps, half from its head and half from its tail. */
const loggedCharacters = 512 * 1024;

function printedText({ stdout, stderr }: BoxResult): string {
  return `== stdout\n${middleOut(outputText(stdout))}\n== stderr\n${middleOut(outputText(stderr))}\n`;
}

function middleOut(text: string): string {
  if (text.length <= loggedCharacters) return text;
  const half = loggedCharacters / 2;
  return `${text.slice(0, half)}\n[${text.length - loggedCharacters} characters left out]\n${text.slice(-half)}`;
}

/** The exit status alone decides; a report that tells otherwise makes the reading incomplete, and no patch is accepted on it. */
export function isGreen(run: CheckRun): boolean {
  return run.end.kind === "exited" && run.end.exitCode === 0;
}

/** Writes the run to the journal; what the first and the proving whole runs printed goes to `logs/`. */
export async function recordCheckRun(context: RunContext, phase: CheckRunPhase, run: CheckRun): Promise<void> {
  const logFile = await writeLog(context, phase, run);
  await record(context, {
    type: "check-ran",
    phase,
    check: run.prepared.check,
    end: run.end,
    reading: run.reading,
    durationMs: Math.round(run.durationMs),
    logFile,
  });
}

async function writeLog(context: RunContext, phase: CheckRunPhase, run: CheckRun): Promise<string | null> {
  if (phase !== "baseline" && phase !== "whole-suite") return null;
  const { bundle } = context.ports;
  const name = `logs/${String(bundle.lines().length + 1).padStart(4, "0")}-${phase}-${run.prepared.check.name}.txt`;
  await bundle.write(name, run.printed);
  return name;
}
