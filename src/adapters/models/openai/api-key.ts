import { SetupError } from "../../../domain/errors.js";
import { isPlaceholderKey } from "../../../domain/placeholder-key.js";

const quotes = [
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
] as const;

/** Shorter texts are words: hiding one would hide words wherever they stand. */
const shortestKey = 6;

/**
 * The key without what copying adds around it: byte order mark, white space, quotes, a "Bearer " in front. Null = no key given.
 * Throws SetupError, which never shows the value, for what no header may hold.
 */
export function cleanKey(given: string | null): string | null {
  const key = unquoted((given ?? "").replace(/^\uFEFF/, "").trim())
    .replace(/^Bearer\s+/i, "")
    .trim();
  if (key === "") return null;
  if (isPlaceholderKey(key)) return key;
  if (key.length < shortestKey)
    throw new SetupError(
      `api-key: the value has fewer than ${shortestKey} characters, so it could not be kept out of a report. Leave it out where the endpoint wants none, else copy the key again; the value is not shown here.`,
    );
  const problem = problemOf(key);
  if (problem !== null) throw new SetupError(`api-key: the value holds ${problem}. Copy the key again, as one line; the value is not shown here.`);
  return key;
}

function unquoted(text: string): string {
  for (const [open, close] of quotes) if (text.length >= 2 && text.startsWith(open) && text.endsWith(close)) return text.slice(1, -1).trim();
  return text;
}

function problemOf(key: string): string | null {
  if (/[\r\n]/.test(key)) return "a line break in the middle";
  if (/\s/.test(key)) return "a space in the middle";
  if (/[^\x21-\x7e]/.test(key)) return "a character that is neither letter, digit nor sign (perhaps an invisible one)";
  if (/["']/.test(key)) return "a quote";
  return null;
}

/** Any text of an endpoint may echo the key, whole, in part, spread out, backwards or encoded: such a text is not passed on. */
export function tellsKey(text: string, key: string | null): boolean {
  if (key === null || isPlaceholderKey(key)) return false;
  const told = bare(text);
  return [key, [...key].reverse().join(""), Buffer.from(key).toString("hex"), ...base64(key)].some((spelling) => sharesPiece(told, bare(spelling)));
}

/** A text in front of the key shifts what base64 makes of it, so there are three spellings; their edges depend on the neighbours. */
function base64(key: string): string[] {
  return [0, 1, 2].map((shift) =>
    Buffer.from(" ".repeat(shift) + key)
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, -4),
  );
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Long enough that plain words do not meet it by chance, short enough that a cut key is seen. */
const pieceLength = 6;

function sharesPiece(text: string, secret: string): boolean {
  if (secret.length <= pieceLength) return secret !== "" && text.includes(secret);
  for (let start = 0; start + pieceLength <= secret.length; start++) if (text.includes(secret.slice(start, start + pieceLength))) return true;
  return false;
}
