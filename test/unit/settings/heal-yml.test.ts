import { expect, test } from "vitest";
import { parseHealYml } from "../../../src/settings/heal-yml.js";

test("an empty file sets nothing", () => {
  expect(parseHealYml("# nothing yet\n", "heal.yml")).toEqual({});
});

test("every problem is told with its own line", () => {
  const text = "sandbox: vm\nlimits:\n  processes: 100\n  memory-mib: lots\nchecks:\n  - npm test\n  - ''\nextra: 1\n";
  const lines = (): unknown => parseHealYml(text, "heal.yml");
  expect(lines).toThrow(/^heal\.yml, line 1: `sandbox`/m);
  expect(lines).toThrow(/^heal\.yml, line 4: `limits\.memory-mib`/m);
  expect(lines).toThrow(/^heal\.yml, line 7: `checks\.1`/m);
  expect(lines).toThrow(/^heal\.yml, line 8: unknown key `extra`\. Known keys here: checks, /m);
});

test("aliases that multiply beyond measure are an error of the file", () => {
  const bomb = ["a: &a [1,1,1,1,1,1,1,1,1]", ..."bcdefgh".split("").map((name, index) => `${name}: &${name} [${`*${"abcdefgh"[index]},`.repeat(9)}]`)];
  expect(() => parseHealYml(bomb.join("\n"), "heal.yml")).toThrow(/^heal\.yml: its aliases cannot be resolved/);
});

test("a time beyond a day is refused: a timer that long would end at once", () => {
  expect(() => parseHealYml("limits: {timeout-seconds: 3000000}", "heal.yml")).toThrow(/line 1: `limits\.timeout-seconds`/);
});

test.each([
  "base-url",
  "baseURL",
  "api_base",
  "endpoint",
  "OPENAI_BASE_URL",
  "headers",
  "https_proxy",
  "tls-verify",
  "ssl-cert",
  "insecure",
  "model-base-url",
  "model-url",
  "openai",
  "llm_endpoint",
  "anthropic-base-url",
  "provider",
])("where the key is sent is not the repository's to say: %s", (key) => {
  expect(() => parseHealYml(`checks: [a]\n${key}: https://elsewhere.example\n`, "heal.yml")).toThrow(
    `heal.yml, line 2: unknown key \`${key}\`. Remove it: a repository must not say where the key is sent. Give the address with --base-url (in the action the input \`base-url\`).`,
  );
});

test.each(["api-key", "apiKey", "HEAL_API_KEY", "OPENAI_API_KEY", "token"])("a key has no place in the file, and its value is not shown: %s", (key) => {
  const parse = (): unknown => parseHealYml(`${key}: VALUE\n`, "heal.yml");
  expect(parse).toThrow(`heal.yml, line 1: unknown key \`${key}\`. Remove it, and replace the key if this file was published`);
  expect(parse).not.toThrow(/VALUE/);
});

test.each([
  ["prices: {m: {input: 1, output: 2}, __proto__: {input: 0, output: 0}}\n", 1],
  ["checks: [a]\n__proto__: {model: m}\n", 2],
  ["checks: [a]\nlimits:\n  __proto__: {inodes: 5}\n", 3],
])("a key that no object can hold is told of, not passed over: %j", (text, line) => {
  expect(() => parseHealYml(text, "heal.yml")).toThrow(`heal.yml, line ${line}: unknown key \`__proto__\`. Remove it.`);
});

test("the limits of a run are not the file's either", () => {
  expect(() => parseHealYml("max-cost: 5\n", "heal.yml")).toThrow(/unknown key `max-cost`\. Remove it: the limits of a run are flags/);
});

test("a file or a bundle as model is the command line's to name", () => {
  expect(() => parseHealYml("model: scripted:replies.jsonl\n", "heal.yml")).toThrow(/line 1: `model` has a wrong value: only --model/);
});

test("prices are two numbers for each model", () => {
  expect(parseHealYml("prices: {a/b: {input: 0.5, output: 2}}\n", "heal.yml")).toEqual({ prices: { "a/b": { input: 0.5, output: 2 } } });
  expect(() => parseHealYml("prices: {m: {input: -1, output: 2}}\n", "heal.yml")).toThrow(/`prices\.m\.input` has a wrong value/);
  expect(() => parseHealYml("prices: {m: {input: 1, output: 2, cached: 1}}\n", "heal.yml")).toThrow(
    /unknown key `prices\.m\.cached`\. Known keys here: input, output/,
  );
});
