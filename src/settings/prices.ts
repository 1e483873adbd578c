import type { ModelPrice } from "../domain/model-call.js";

const price = (input: number, output: number): ModelPrice => ({ input, output });

/**
 * Published list prices as of June 2026, US dollars for a million tokens, by the vendor's own host; calls of up to 200,000 tokens. The same model
 * behind another host may cost something else, so it has no price here. What is missing or has changed is set by `prices` in heal.yml.
 */
const published: Readonly<Record<string, Readonly<Record<string, ModelPrice>>>> = {
  "api.openai.com": {
    "gpt-5.5": price(5, 30),
    "gpt-5.4": price(2.5, 15),
    "gpt-5.4-mini": price(0.75, 4.5),
    "gpt-5.4-nano": price(0.2, 1.25),
    "gpt-5.2": price(1.75, 14),
    "gpt-5.1": price(1.25, 10),
    "gpt-5": price(1.25, 10),
    "gpt-5-mini": price(0.25, 2),
    "gpt-5-nano": price(0.05, 0.4),
    "gpt-4.1": price(2, 8),
    "gpt-4.1-mini": price(0.4, 1.6),
    "gpt-4.1-nano": price(0.1, 0.4),
    "gpt-4o": price(2.5, 10),
    "gpt-4o-2024-05-13": price(5, 15),
    "gpt-4o-mini": price(0.15, 0.6),
    o3: price(2, 8),
    "o4-mini": price(1.1, 4.4),
  },
  "api.anthropic.com": {
    "claude-opus-4-6": price(5, 25),
    "claude-opus-4-5": price(5, 25),
    "claude-opus-4-1": price(15, 75),
    "claude-sonnet-4-6": price(3, 15),
    "claude-sonnet-4-5": price(3, 15),
    "claude-haiku-4-5": price(1, 5),
  },
  "generativelanguage.googleapis.com": {
    "gemini-2.5-pro": price(1.25, 10),
    "gemini-2.5-flash": price(0.3, 2.5),
    "gemini-2.5-flash-lite": price(0.1, 0.4),
  },
};

/** A dated release costs what its model does, unless it is listed itself. */
const release = /-(20\d{6}|20\d\d-\d\d-\d\d)$/;

/** Null = not known. Names are matched word for word: a guess would make a limit that does not hold. */
export function publishedPrice(model: string, host: string): ModelPrice | null {
  const prices = new Map(Object.entries(published[host] ?? {}));
  return prices.get(model) ?? prices.get(model.replace(release, "")) ?? null;
}
