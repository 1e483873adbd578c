/** A stretch of a text, in UTF-16 code units, the end not included. `what` names the kind of secret. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly what: string;
}

/**
 * The text with every range replaced by a placeholder that says the kind and nothing of the value. Ranges that touch become one;
 * line ends inside a range stay, so that line numbers of what follows hold.
 */
export function replaceRanges(text: string, ranges: readonly SecretRange[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, what } of joined(ranges)) {
    parts.push(text.slice(from, start), `[redacted: ${what}]`, "\n".repeat(lineEnds(text, start, end)));
    from = end;
  }
  return `${parts.join("")}${text.slice(from)}`;
}

function joined(ranges: readonly SecretRange[]): SecretRange[] {
  const result: SecretRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = result.at(-1);
    if (last !== undefined && range.start <= last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, range.end) };
    else result.push(range);
  }
  return result;
}

function lineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
