/**
 * The objects of a text with one JSON value a line. A line that cannot be parsed is counted, not fatal:
 * a killed writer leaves half a line.
 */
export function jsonLines(text: string): { readonly values: readonly Record<string, unknown>[]; readonly damaged: number } {
  const values: Record<string, unknown>[] = [];
  let damaged = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const value = parseObject(line);
    if (value === undefined) damaged += 1;
    else values.push(value);
  }
  return { values, damaged };
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  // Said before it is tried: a failed parse costs far more than a look.
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
