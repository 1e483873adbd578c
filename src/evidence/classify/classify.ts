import type { CaseResult } from "../../domain/case.js";
import type { Failure, FailureClass } from "../../domain/failure.js";
import type { FileView } from "../../domain/file-view.js";
import { describeExit } from "../readers/exit-status.js";
import { isProjectModule, missingModuleIn } from "./missing-module.js";
import { CASE_SIGNALS, firstSignal, LOG_SIGNALS } from "./signals.js";

/** What the decision rests on, strongest first: the exit, the red cases, then the text of the failing step. */
export interface ClassInput {
  readonly runner: string;
  readonly exitCode: number | null;
  /** Why a run without an exit status ended; undefined = it has one, or only a text was given. */
  readonly cutShort: string | undefined;
  readonly failing: readonly CaseResult[];
  readonly runErrors: readonly string[];
  /** Normalised output of the failing step. */
  readonly text: string;
  readonly files: FileView | undefined;
}

export interface Verdict {
  readonly class: FailureClass;
  /** One sentence; "" for healable code and no failure. */
  readonly reason: string;
}

const HEALABLE: Verdict = { class: "healable-code", reason: "" };

export function classify(input: ClassInput): Verdict {
  const { failing, exitCode } = input;
  const isRed = exitCode !== 0 || failing.length > 0;
  if (!isRed || (exitCode === null && input.cutShort === undefined && failing.length === 0 && input.runErrors.length === 0 && !hasSignal(input)))
    return { class: "no-failure", reason: "" };
  const cases = failing.filter((one) => one.kind !== "run");
  if (cases.length > 0) return ofCases(cases, input);
  return ofRunOnly(input);
}

function hasSignal(input: ClassInput): boolean {
  return firstSignal(LOG_SIGNALS, input.text) !== undefined;
}

/** A run is not healed only when none of its red cases can be. The reason given most often speaks for it. */
function ofCases(cases: readonly CaseResult[], input: ClassInput): Verdict {
  const verdicts = cases.map((one) => ofCase(one, input.files));
  if (verdicts.some((verdict) => verdict.class === "healable-code")) return HEALABLE;
  const counted = new Map<string, { verdict: Verdict; count: number }>();
  for (const verdict of verdicts) {
    const known = counted.get(`${verdict.class} ${verdict.reason}`);
    counted.set(`${verdict.class} ${verdict.reason}`, { verdict, count: (known?.count ?? 0) + 1 });
  }
  const [top] = [...counted.values()].sort((left, right) => right.count - left.count);
  return top?.verdict ?? HEALABLE;
}

/** The class of one red case by its own failure, never by other text of the log. */
export function ofCase(one: CaseResult, files: FileView | undefined): Verdict {
  const failure = one.failure;
  if (failure === undefined) return HEALABLE;
  const head = `${failure.type}: ${failure.message}`;
  const missing = missingModuleIn(head);
  if (missing !== undefined && /ModuleNotFound|ImportError|MODULE_NOT_FOUND|Error/.test(failure.type)) {
    return isProjectModule(missing, files) ? HEALABLE : { class: "dependency", reason: `the module ${missing.name} is not installed` };
  }
  if (isAssertion(failure.type) && !/XPASS/.test(failure.type)) return HEALABLE;
  const signal = firstSignal(CASE_SIGNALS, head) ?? firstSignal(CASE_SIGNALS, causesIn(failure));
  if (signal === undefined) return isBrokenTestFile(one) ? { class: "test-bug", reason: `the test file ${one.name.file} has a syntax error` } : HEALABLE;
  if (signal.class !== "infrastructure" || !/not reachable/.test(signal.reason)) return signal;
  return { ...signal, reason: firstSignal(CASE_SIGNALS, `${head}\n${failure.excerpt}`)?.reason ?? signal.reason };
}

const NETWORK_ERROR =
  /^(?:E[ \t]+|[ \t]*(?:\[cause\]: |\[errors\]: )?)((?:[\w.]*(?:Connection\w*Error|OperationalError|InterfaceError|gaierror|ConnectError)|Error): .+)$/gm;

/** Network errors below the headline: what a wrapped exception was raised from. Node's AggregateError has no words of its own. */
function causesIn(failure: Failure): string {
  if (failure.type === "AggregateError") return failure.excerpt;
  return [...failure.excerpt.matchAll(NETWORK_ERROR)].map((match) => match[1]).join("\n");
}

function isAssertion(type: string): boolean {
  return /Assert|^expect|^toBe/i.test(type);
}

/** A syntax error whose place is the test file itself: no product code can mend it. */
function isBrokenTestFile(one: CaseResult): boolean {
  const failure = one.failure;
  return one.kind === "load" && failure?.type === "SyntaxError" && failure.frames[0]?.file === one.name.file;
}

/** Red without a red test case: the text of the failing step has to say why. */
function ofRunOnly(input: ClassInput): Verdict {
  const { exitCode, text, cutShort } = input;
  const head = input.failing.map((one) => one.failure?.message ?? "").join("\n");
  const signal = firstSignal(LOG_SIGNALS, tail(text));
  if (signal?.class === "infrastructure") return signal;
  const missing = missingModuleIn(`${head}\n${tail(text)}`);
  if (signal?.class === "config" && (exitCode === 127 || exitCode === 126)) return signal;
  if (exitCode === 127 || exitCode === 126) return { class: "config", reason: `the command cannot be run: ${describeExit(exitCode)}` };
  if (missing !== undefined && signal?.class !== "config")
    return isProjectModule(missing, input.files) ? HEALABLE : { class: "dependency", reason: `the module ${missing.name} is not installed` };
  if (signal !== undefined) return signal;
  if (exitCode === 137) return { class: "infrastructure", reason: "the process was killed (exit status 137), usually because memory ran out" };
  if (cutShort !== undefined) return { class: "flaky-suspect", reason: cutShort };
  if (input.runner === "pytest" && (exitCode === 4 || exitCode === 5))
    return { class: "config", reason: exitCode === 5 ? "pytest found no tests" : "pytest refuses its arguments or cannot start" };
  const network = input.failing.map((one) => ofCase(one, input.files)).find((verdict) => verdict.class !== "healable-code");
  return network ?? HEALABLE;
}

/** Signals count near the end of the failing step only. */
function tail(text: string): string {
  return text.length <= 20_000 ? text : text.slice(-20_000);
}
