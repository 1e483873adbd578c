import { expect, test } from "vitest";
import { publishedPrice } from "../../../src/settings/prices.js";

const openai = "api.openai.com";

test.each([
  ["a plain name", "gpt-4o-mini", openai, { input: 0.15, output: 0.6 }],
  ["a name with a date behind", "gpt-4o-2024-08-06", openai, { input: 2.5, output: 10 }],
  ["a release with a price of its own", "gpt-4o-2024-05-13", openai, { input: 5, output: 15 }],
  ["a name with its maker's date", "claude-haiku-4-5-20251001", "api.anthropic.com", { input: 1, output: 5 }],
])("the price is found for %s", (_, model, host, price) => {
  expect(publishedPrice(model, host)).toEqual(price);
});

test.each([
  ["an unknown model", "qwen2.5-coder-1.5b", openai],
  ["a known model behind another host, which may cost something else", "gpt-4o", "proxy.example"],
  ["another model whose name only begins like a known one", "gpt-4o-audio-preview", openai],
  ["a name every object has", "constructor", openai],
  ["a host every object has", "gpt-4o", "constructor"],
  ["an empty name", "", openai],
])("the price is unknown for %s", (_, model, host) => {
  expect(publishedPrice(model, host)).toBeNull();
});
