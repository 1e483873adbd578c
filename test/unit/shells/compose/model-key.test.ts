import { expect, it } from "vitest";
import { createRedactor } from "../../../../src/redaction/redactor.js";
import { modelKey } from "../../../../src/shells/compose/model-key.js";

const key = "sk-test-Vq3nW8zLr5";

it.each([[key], [` ${key}\n`], [`"${key}"`], [`\uFEFF${key}`], [`Bearer ${key}`], [`'${key}`]])(
  "a key as it was copied is known however it is spelt: %j",
  (given) => {
    const redact = createRedactor({ knownValues: modelKey(given).secrets });
    for (const text of [key, Buffer.from(key).toString("base64"), Buffer.from(key).toString("hex"), `${key.slice(0, 9)}" +\n "${key.slice(9)}`]) {
      expect(redact(`told: ${text}.`)).toMatch(/^told: ?\[redacted: [\w-]+\]\n?\.$/);
    }
  },
);

it.each([undefined, "", "  \n"])("white space is no key: %j", (given) => {
  expect(modelKey(given)).toEqual({ value: null, secrets: [] });
});

it("a word that stands in for a key is no secret: it would be hidden wherever it is written", () => {
  expect(modelKey("ollama")).toEqual({ value: "ollama", secrets: [] });
});
