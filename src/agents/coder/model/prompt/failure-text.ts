import type { CaseResult } from "../../../../domain/case.js";
import { type FailingCall, failingCallText } from "../source/failing-call.js";
import { headAndTail } from "../text/tokens.js";

/** A failure as short lines: what was called for, what came. `call` is what is known beside the report. */
export function failureText(result: CaseResult, bytes: number, call?: FailingCall): string {
  const { failure, reportedId } = result;
  const lines = [`case: ${reportedId}`];
  if (failure === undefined) return lines.join("\n");
  lines.push(`error: ${failure.type}: ${headAndTail(withoutAddresses(failure.message.trim()), Math.floor(bytes / 2))}`);
  if (failure.expected !== undefined) lines.push(`expected: ${cut(failure.expected)}`);
  if (failure.actual !== undefined) lines.push(`actual: ${cut(failure.actual)}`);
  const frame = failure.frames[0];
  if (frame !== undefined) lines.push(`at: ${frame.file}:${frame.line}${frame.function === undefined ? "" : ` in ${frame.function}`}`);
  const input = failingLine(result);
  if (call !== undefined) lines.push(...failingCallText(call));
  else if (input !== undefined) lines.push(`failing line: ${input}`);
  if (failure.expected === undefined && failure.excerpt.trim() !== "") lines.push("output:", headAndTail(failure.excerpt.trim(), bytes));
  return lines.join("\n");
}

/** pytest marks lines with ">", the innermost last: it holds the failing input. */
function failingLine({ failure }: CaseResult): string | undefined {
  const marked = [...(failure?.excerpt ?? "").matchAll(/^>\s+(\S.*)$/gm)].at(-1)?.[1];
  return marked === undefined ? undefined : cut(marked);
}

/** Addresses differ in each run and tell nothing. */
function withoutAddresses(text: string): string {
  return text.replace(/ at 0x[0-9a-f]+/gi, "");
}

function cut(text: string): string {
  return text.length > 400 ? `${text.slice(0, 397)}...` : text;
}

/** One record for each different failure, at most so many. */
export function distinctFailures(failures: readonly CaseResult[], most: number): CaseResult[] {
  const seen = new Set<string>();
  return failures
    .filter(({ failure }) => {
      const key = `${failure?.type}\0${failure?.message}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, most);
}
