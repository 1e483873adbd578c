import type { ModelPrice } from "./model-call.js";

/** The month the table speaks of: list prices for prompts of ordinary length. Prices change; `prices` in heal.yml overrides them. */
export const pricesAsOf = "2026-08";

/** US dollars for a million tokens, input then output. Only models whose price is known for sure: a wrong price would loosen the limit on money. */
const table: Readonly<Record<string, readonly [number, number]>> = {
  "gpt-4.1": [2, 8],
  "gpt-4.1-mini": [0.4, 1.6],
  "gpt-4.1-nano": [0.1, 0.4],
  "gpt-4o": [2.5, 10],
  "gpt-4o-mini": [0.15, 0.6],
  "gpt-5": [1.25, 10],
  "gpt-5-mini": [0.25, 2],
  "gpt-5-nano": [0.05, 0.4],
  "gpt-5.1": [1.25, 10],
  "gpt-5.2": [1.75, 14],
  "gpt-5.2-codex": [1.75, 14],
  "gpt-5.3-codex": [1.75, 14],
  "gpt-5.4": [2.5, 15],
  "gpt-5.4-mini": [0.75, 4.5],
  "gpt-5.4-nano": [0.2, 1.25],
  "gpt-5.5": [5, 30],
  o3: [2, 8],
  "o4-mini": [1.1, 4.4],
  "claude-haiku-4-5": [1, 5],
  "claude-sonnet-4": [3, 15],
  "claude-sonnet-4-5": [3, 15],
  "claude-sonnet-4-6": [3, 15],
  "claude-sonnet-5": [2, 10],
  "claude-opus-4-1": [15, 75],
  "claude-opus-4-5": [5, 25],
  "claude-opus-4-6": [5, 25],
  "claude-opus-4-7": [5, 25],
  "claude-opus-4-8": [5, 25],
  "claude-opus-5": [5, 25],
  "gemini-2.5-pro": [1.25, 10],
  "gemini-2.5-flash": [0.3, 2.5],
  "gemini-2.5-flash-lite": [0.1, 0.4],
};

/** Null = not known. Takes names with a provider in front ("openrouter/anthropic/claude-sonnet-4.5") and with a date behind ("gpt-4o-2024-08-06"). */
export function priceOf(model: string): ModelPrice | null {
  const name = plainName(model);
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  return found === undefined ? null : { input: found[0], output: found[1] };
}

/** A variant behind a colon ("gpt-4o:free") has a price of its own and stays in the name, so it is not found. */
function plainName(model: string): string {
  const name = (model.toLowerCase().split("/").at(-1) ?? "").replace(/-(?:\d{4}-\d{2}-\d{2}|20\d{6}|latest)$/, "");
  return name.startsWith("claude-") ? name.replaceAll(".", "-") : name;
}
