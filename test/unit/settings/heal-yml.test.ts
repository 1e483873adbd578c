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
