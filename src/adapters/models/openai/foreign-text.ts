import { tellsKey } from "./api-key.js";

/** A text of the endpoint's, fit to stand in a sentence of ours: one short line without control signs. */
export function shortLine(text: string): string {
  return text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** The endpoint's own words as a sentence in quotes, after a space; nothing when there are none or they tell of the key. */
export function quoteOf(message: string, apiKey: string | null): string {
  const line = shortLine(message);
  if (line === "" || tellsKey(message, apiKey)) return "";
  return ` It says: "${line}"${/[.!?]$/.test(line) ? "" : "."}`;
}
