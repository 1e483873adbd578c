import { describe, expect, it } from "vitest";
import { SetupError } from "../../../src/domain/errors.js";
import type { GivenSettings } from "../../../src/settings/given.js";
import { parseHealYml } from "../../../src/settings/heal-yml.js";
import { makePlan } from "../../../src/settings/plan.js";

const facts = { root: "/project", baseCommit: null, version: "1.0.0", randomSeed: 7 };
const plan = (given: GivenSettings, file = "") => makePlan(parseHealYml(file, "heal.yml"), { checks: ["true"], ...given }, facts);

describe("a run without a model", () => {
  it("has none, and gives the search half of the time", () => {
    expect(plan({}).model).toBeNull();
    expect(plan({ maxMinutes: 10 }).budget).toEqual({
      maxAttempts: 6,
      maxMinutes: 10,
      maxTokens: 200_000,
      maxCost: 2,
      candidatesPerParent: 200,
      operatorMs: 300_000,
      samplesFirst: 5,
      opinions: 2,
      slowCaseMs: 2_000,
    });
  });

  it("is what `operators` asks for, whatever model the file names", () => {
    expect(plan({ coder: "operators", key: "given" }, "model: gpt-4.1\n").model).toBeNull();
  });
});

describe("a run with a model", () => {
  it("is planned from flags, with defaults for the rest and the list price of the vendor's own host", () => {
    expect(plan({ model: "gpt-4.1-mini", key: "given" }).model).toEqual({
      name: "gpt-4.1-mini",
      repairName: null,
      baseUrl: "https://api.openai.com/v1",
      profile: "auto",
      tester: "on",
      reviewer: "on",
      reflection: "auto",
      price: { input: 0.4, output: 1.6 },
      repairPrice: null,
    });
  });

  it("gives the search before it a minute at most", () => {
    const { budget } = plan({ model: "m", baseUrl: "http://localhost:1/v1", maxAttempts: 3, maxTokens: 5000, maxCost: 0.5 });
    expect(budget).toMatchObject({ operatorMs: 60_000, maxAttempts: 3, maxTokens: 5000, maxCost: 0.5 });
    expect(plan({ model: "m", baseUrl: "http://localhost:1/v1", maxMinutes: 1 }).budget.operatorMs).toBe(30_000);
  });

  it("takes from heal.yml what no flag says", () => {
    const file = "model: small\nrepair-model: big\nprofile: small\ntester: off\nreviewer: off\nprices:\n  big: {input: 3, output: 15}\n";
    expect(plan({ key: "given", model: "other" }, file).model).toMatchObject({
      name: "other",
      repairName: "big",
      profile: "small",
      tester: "off",
      reviewer: "off",
      price: null,
      repairPrice: { input: 3, output: 15 },
    });
  });

  it.each([
    ["gpt-4.1-mini-2025-04-14", "https://api.openai.com/v1", { input: 0.4, output: 1.6 }],
    ["gpt-4.1-mini", "https://gateway.example/v1", null],
    ["gpt-4.1-maxi", "https://api.openai.com/v1", null],
    ["constructor", "https://api.openai.com/v1", null],
    ["gpt-4o-2024-05-13", "https://api.openai.com/v1", { input: 5, output: 15 }],
  ])("knows the price of a model by its whole name and its host: %s at %s", (model, baseUrl, price) => {
    expect(plan({ model, baseUrl, key: "given" }).model?.price).toEqual(price);
  });

  it("needs no key and costs nothing when it is a file or a bundle", () => {
    expect(plan({ model: "scripted:replies.jsonl" }).model).toMatchObject({ name: "scripted:replies.jsonl", price: { input: 0, output: 0 } });
    expect(plan({ model: "replay:.heal/run" }).model?.name).toBe("replay:.heal/run");
    expect(() => plan({ model: "scripted:a.jsonl", repairModel: "gpt-4.1" })).toThrow(/No key is given/);
  });
});

describe("what is missing for a model", () => {
  it("is told with its remedy when a model is wanted", () => {
    expect(() => plan({ coder: "model" })).toThrow(
      new SetupError("The coder is `model`, but no model is named. Name one with --model (or the `model` input, or `model:` in .github/heal.yml)."),
    );
    expect(() => plan({ model: "gpt-4.1" })).toThrow(/^No key is given for the model gpt-4\.1 at https:\/\/api\.openai\.com\/v1\. Set HEAL_API_KEY/);
    expect(() => plan({ coder: "model" }, "model: gpt-4.1\n")).toThrow(/No key is given/);
    expect(() => plan({ baseUrl: "http://localhost:1/v1" })).toThrow(/`base-url` is given, but no model is named/);
    expect(() => plan({ repairModel: "big" })).toThrow(/`repair-model` is given, but no model is named/);
  });

  it("leaves the others to work when only the file named the model, or nobody could have given the key", () => {
    expect(plan({}, "model: gpt-4.1\n").model).toBeNull();
    expect(plan({ model: "gpt-4.1", missingKey: "go-on" }).model).toBeNull();
    expect(() => plan({ coder: "model", model: "gpt-4.1", missingKey: "go-on" })).toThrow(/No key is given/);
  });

  it("is no key where an address was given: the endpoint may take none", () => {
    expect(plan({ model: "m", baseUrl: "https://vllm.example/v1" }).model?.baseUrl).toBe("https://vllm.example/v1");
  });
});

describe("the base URL", () => {
  it.each([
    ["http://localhost:11434/v1", "http://localhost:11434/v1"],
    ["http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"],
    ["http://[::1]:8080", "http://[::1]:8080"],
    [" https://x.openai.azure.com/openai/v1/ ", "https://x.openai.azure.com/openai/v1"],
  ])("may be %s", (given, planned) => {
    expect(plan({ model: "m", key: "given", baseUrl: given }).model?.baseUrl).toBe(planned);
  });

  it.each([
    ["http://models.example/v1", /does not start with https:\/\//],
    ["http://localhost.example/v1", /does not start with https:\/\//],
    ["http://127.0.0.1.example/v1", /does not start with https:\/\//],
    ["ftp://models.example/v1", /does not start with https:\/\//],
    ["https://user:SECRETpass@models.example/v1", /holds a user name or password/],
    ["https://models.example/v1?key=SECRETkey", /after a \? or #/],
    ["https://models.example/v1#SECRET", /after a \? or #/],
    ["models.example/v1", /is no address/],
    ["file:///SECRET", /is no address/],
  ])("is refused without showing what it hides: %s", (baseUrl, says) => {
    const made = () => plan({ model: "m", key: "given", baseUrl });
    expect(made).toThrow(SetupError);
    expect(made).toThrow(says);
    expect(made).not.toThrow(/SECRET/);
  });
});

it.each(["", "  ", "a\u200bb", "a\nb", "x".repeat(2000)])("a model's name is told wrong before it is sent: %j", (model) => {
  expect(() => plan({ model, key: "given" })).toThrow(/name .* is empty, too long or holds hidden characters/);
});
