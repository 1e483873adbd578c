import type { Profile, ProfileChoice } from "../../../domain/model-plan.js";
import type { CoderEnd } from "../../../ports/coder.js";
import type { LanguageModel } from "../../../ports/language-model.js";
import { answerOf } from "./ask-model.js";
import { END_MARK } from "./reply/read-reply.js";
import { readSearchBlocks, replacedBy } from "./reply/search-replace.js";

export type Probed =
  | {
      readonly kind: "profile";
      readonly profile: Profile;
      /** Null = not known. */
      readonly contextTokens: number | null;
      /** One sentence part for the report. */
      readonly because: string;
    }
  /** The model cannot be asked at all. */
  | { readonly kind: "end"; readonly end: CoderEnd };

export interface ProbeOptions {
  /** A profile that was named is taken as it is, without a call. */
  readonly choice: ProfileChoice;
  /** What the endpoint says its model can hold, when it does. */
  readonly contextTokens?: number | null;
  readonly seed: number;
  readonly signal: AbortSignal;
}

/** Less cannot hold a brief of the large profile and its answer. */
export const largeContext = 16_000;

const before = [
  "def first(items):",
  "    for item in items:",
  "        return item",
  "    return None",
  "",
  "",
  "def last(items):",
  "    for item in items:",
  "        return item",
  "    return None",
  "",
].join("\n");
const after = before.replace(/ {8}return item\n {4}return None\n$/, "        found = item\n    return found\n");

const task = [
  "Change this file, tools.py, so that in the function last the line `return item` becomes `found = item` and its `return None` becomes `return found`. The function first stays as it is.",
  "",
  "tools.py:",
  before,
  "Answer only with one block in this form, and after it the end line:",
  "path/of/file",
  "<<<<<<< SEARCH",
  "lines of the file exactly as they stand, enough to be found only once",
  "=======",
  "the lines that take their place",
  ">>>>>>> REPLACE",
  END_MARK,
].join("\n");

/** Large = it answers in search/replace blocks as it is told, and its context, where known, has room for the briefs of that profile. One short call, none when the context decides. */
export async function probeProfile(model: LanguageModel, { choice, contextTokens = null, seed, signal }: ProbeOptions): Promise<Probed> {
  if (choice !== "auto") return { kind: "profile", profile: choice, contextTokens, because: `the profile ${choice} was asked for` };
  if (contextTokens !== null && contextTokens < largeContext) return small(contextTokens, `its context of ${contextTokens} tokens is below ${largeContext}`);
  const messages = [{ role: "user", content: task }] as const;
  const reply = await model.complete({ role: "probe", messages, maxOutputTokens: 1_200, temperature: 0, seed, files: [] }, signal);
  if (reply.kind === "context-exceeded") return small(reply.limit, "its context is too small for a short task");
  const answer = answerOf(reply, model.name);
  if (answer.kind === "end") return { kind: "end", end: answer.end === "cancelled" ? undefined : answer.end };
  const problem = answer.kind === "unusable" ? answer.reason : problemOf(answer.text);
  if (problem !== undefined) return small(contextTokens, `it did not answer a short task in the form it was told: ${problem}`);
  return { kind: "profile", profile: "large", contextTokens, because: "it answered a short task in the form it was told" };
}

function small(contextTokens: number | null, because: string): Probed {
  return { kind: "profile", profile: "small", contextTokens, because };
}

function problemOf(text: string): string | undefined {
  if (!text.trimEnd().endsWith(END_MARK)) return "no end line";
  const read = readSearchBlocks(text);
  if (read.kind === "unusable") return read.reason;
  const [block, ...others] = read.blocks;
  if (block === undefined || others.length > 0) return `${read.blocks.length} blocks instead of one`;
  if (block.path !== "tools.py") return "another path";
  const replaced = replacedBy(before, block.readings);
  if (replaced.kind === "unusable") return replaced.reason;
  return replaced.text.trimEnd() === after.trimEnd() ? undefined : "another change";
}
