import { expect, test } from "vitest";
import { priceOf, pricesAsOf } from "../../../src/domain/prices.js";

test.each([
  ["a plain name", "gpt-4o-mini", { input: 0.15, output: 0.6 }],
  ["a name with a date behind", "gpt-4o-2024-08-06", { input: 2.5, output: 10 }],
  ["a name with a provider in front", "openai/gpt-4.1", { input: 2, output: 8 }],
  ["a name behind two providers, with a dot", "openrouter/anthropic/claude-sonnet-4.5", { input: 3, output: 15 }],
  ["a name with its maker's date", "claude-haiku-4-5-20251001", { input: 1, output: 5 }],
  ["a name in Google's spelling", "models/gemini-2.5-pro", { input: 1.25, output: 10 }],
])("the price is found for %s", (_, model, price) => {
  expect(priceOf(model)).toEqual(price);
});

test.each([
  ["an unknown model", "qwen2.5-coder-1.5b"],
  ["another model whose name only begins like a known one", "gpt-4o-audio-preview"],
  ["a variant with a price of its own", "openai/gpt-4o:extended"],
  ["a name every object has", "constructor"],
  ["an empty name", ""],
])("the price is unknown for %s", (_, model) => {
  expect(priceOf(model)).toBeNull();
});

test("the table says of which month it speaks", () => {
  expect(pricesAsOf).toMatch(/^20\d\d-\d\d$/);
});
