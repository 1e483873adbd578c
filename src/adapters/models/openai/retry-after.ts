/** Milliseconds an endpoint asks to wait; null = it does not say, or says nothing usable (a negative time, no number). */
export function retryAfterMs(headers: Headers, message: string, wallTime: number): number | null {
  const ms = headers.get("retry-after-ms");
  if (ms !== null && isNumber(ms)) return usable(Number(ms));
  const given = headers.get("retry-after")?.trim() ?? "";
  if (isNumber(given)) return usable(Number(given) * 1000);
  const date = given === "" ? Number.NaN : Date.parse(given);
  // Measured by the clock that wrote it, where that is told: ours may differ.
  if (!Number.isNaN(date)) return usable(date - serverTime(headers, wallTime));
  return hinted(message);
}

function serverTime(headers: Headers, wallTime: number): number {
  const told = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(told) ? wallTime : told;
}

function isNumber(text: string): boolean {
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text);
}

/** A hundred years: whoever asks for more means never. */
const longestMs = 100 * 366 * 24 * 3_600_000;

function usable(ms: number): number | null {
  return ms >= 0 ? Math.min(Math.ceil(ms), longestMs) : null;
}

/** "Please try again in 1m30.5s", "Please retry in 36.8s", "try again in 850ms". */
function hinted(message: string): number | null {
  const found = /\b(?:again|retry) in (?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)(ms|s))?/i.exec(message);
  if (found === null || (found[1] ?? found[2] ?? found[3]) === undefined) return null;
  const [, hours = "0", minutes = "0", last = "0", unit = "s"] = found;
  return usable(Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(last) * (unit.toLowerCase() === "ms" ? 1 : 1000));
}
