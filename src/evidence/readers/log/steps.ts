import type { Log, LogLine } from "./normalise.js";

/** The part of a job log that turned red. */
export interface FailedStep {
  /** What the step printed, without its header. */
  readonly text: string;
  /** Undefined when the log does not say. */
  readonly exitCode: number | undefined;
  /** Last platform error line that is no exit code, e.g. "The operation was canceled."; "" = none. */
  readonly platformError: string;
}

const EXIT = /^Process completed with exit code (-?\d+)\.?$/;

/**
 * The last step that ended with an exit code; a text without any platform marks is one step as a whole.
 * Only failing steps leave a line at their end, so a step begins at the last `##[group]Run` before it.
 */
export function failedStep(log: Log): FailedStep {
  const { lines } = log;
  const end = lines.findLastIndex((line) => line.marker === "error" && EXIT.test(line.text));
  const until = end < 0 ? lines.length : end;
  const begin = lines.findLastIndex((line, index) => index < until && line.marker === "group" && line.text.startsWith("Run "));
  const exitCode = end < 0 ? exitCodeInText(log.text) : Number(EXIT.exec(lines[end]?.text ?? "")?.[1]);
  const platformError = lines.findLast((line) => line.marker === "error" && line.stamped && !EXIT.test(line.text) && PLATFORM.test(line.text))?.text ?? "";
  return { text: shown(lines.slice(afterHeader(lines, begin), until)), exitCode, platformError };
}

const PLATFORM = /The operation was canceled|received a shutdown signal|lost communication|Docker pull failed|No space left on device/;

function afterHeader(lines: readonly LogLine[], begin: number): number {
  if (begin < 0) return 0;
  const end = lines.findIndex((line, index) => index > begin && line.marker === "endgroup");
  return end < 0 ? begin + 1 : end + 1;
}

function shown(lines: readonly LogLine[]): string {
  return lines
    .filter((line) => line.marker !== "group" && line.marker !== "endgroup" && line.marker !== "debug")
    .map((line) => line.text)
    .join("\n");
}

/** Copied text shows "Error: Process completed with exit code 1." */
function exitCodeInText(text: string): number | undefined {
  const found = /(?:^|\n)(?:Error: )?Process completed with exit code (-?\d+)/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
