import { expect, it } from "vitest";
import { EndpointModel } from "../../../../src/adapters/models/openai/endpoint-model.js";
import { SetupError } from "../../../../src/domain/errors.js";
import { createRedactor } from "../../../../src/redaction/redactor.js";
import { secretValues } from "../../../../src/redaction/secret-environment.js";
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

it.each(["123456789012345678901234", "/srv/keys/model.key", "abc123", "true-or-false", "111111111111"])(
  "a key is known whatever it looks like: %s",
  (given) => {
    const redact = createRedactor({ knownValues: modelKey(given).secrets });
    expect(redact(`told: ${given}.`)).toBe("told: [redacted: secret].");
  },
);

it.each(["ollama", "EMPTY", "none", "sk-no-key-required"])("what servers without keys want in its place is sent, and hides no word: %s", (given) => {
  expect(modelKey(given)).toEqual({ value: given, secrets: [] });
  expect(secretValues({ OPENAI_API_KEY: given })).toEqual([]);
  expect(() => new EndpointModel({ model: "m", baseUrl: "http://127.0.0.1:1/v1", apiKey: given, version: "0" })).not.toThrow();
});

it("a key too short to be hidden without hiding words is refused when an endpoint is to be asked, and never shown", () => {
  const make = () => new EndpointModel({ model: "m", baseUrl: "https://host.example/v1", apiKey: "q7x9z", version: "0" });
  expect(make).toThrow(SetupError);
  expect(make).toThrow(
    "api-key: the value has fewer than 6 characters, so it could not be kept out of a report. Leave it out where the endpoint wants none, else copy the key again; the value is not shown here.",
  );
});
