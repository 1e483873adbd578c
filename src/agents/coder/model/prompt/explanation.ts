import { END_MARK } from "../reply/read-reply.js";

const most = 300;

/** The first two sentences of what the model wrote beside its code; undefined when that says nothing. */
export function explanationIn(prose: string): string | undefined {
  const text = prose
    .replaceAll(END_MARK, "")
    .split("\n")
    .filter((line) => !/^\s*(?:[<>=]{5,}|[-*#]+\s*$|here (?:is|are)\b.*:\s*$|```)/i.test(line))
    .map((line) => line.replace(/^\s*(?:#+|[-*]|\d+\.)\s+/, "").trim())
    .filter((line) => line !== "" && !/^[^\s]+\.[a-z]{1,5}:?$/i.test(line))
    .join(" ")
    .replace(/\s+/g, " ");
  const sentences = text.match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?/g) ?? [];
  const told = sentences.slice(0, 2).join("").trim();
  if (told.length < 8) return undefined;
  return told.length > most ? `${told.slice(0, most - 3)}...` : told;
}
