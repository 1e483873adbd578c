import type { ModelCall, ModelMessage } from "../../../domain/model-call.js";
import { steadyPrompt } from "../cassette-key.js";

/** Where the asked prompt leaves the recorded one that is most like it. */
export interface PromptDifference {
  /** Counts from 1, in the order of recording. */
  readonly call: number;
  readonly line: number;
  /** Undefined = the recorded prompt ends there. */
  readonly recorded: string | undefined;
  readonly asked: string | undefined;
}

/** Null = nothing is recorded. Most like = most lines in common. */
export function nearestPrompt(calls: readonly ModelCall[], messages: readonly ModelMessage[]): PromptDifference | null {
  const asked = steadyPrompt(messages).split("\n");
  const known = new Set(asked);
  let best: { readonly call: number; readonly lines: readonly string[]; readonly common: number } | null = null;
  for (const [index, call] of calls.entries()) {
    const lines = steadyPrompt(call.messages).split("\n");
    const common = lines.filter((line) => known.has(line)).length / Math.max(lines.length, asked.length);
    if (best === null || common > best.common) best = { call: index + 1, lines, common };
  }
  if (best === null) return null;
  const { lines } = best;
  const at = Math.max(
    asked.findIndex((line, index) => line !== lines[index]),
    asked.every((line, index) => line === lines[index]) ? asked.length : 0,
  );
  return { call: best.call, line: at + 1, recorded: lines[at], asked: asked[at] };
}
