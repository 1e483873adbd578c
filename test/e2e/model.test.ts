import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const cli = resolve(import.meta.dirname, "../../dist/cli.cjs");
const baseUrl = process.env.HEAL_E2E_BASE_URL;
const model = process.env.HEAL_E2E_MODEL ?? "default";
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "heal-e2e-model-")));

const files = {
  "package.json": '{ "name": "weather", "private": true, "type": "commonjs" }\n',
  "weather.js": [
    "/** Mean of the readings; 0 for none. */",
    "function mean(readings) {",
    "  if (readings.length === 0) return 0;",
    "  return readings.reduce((sum, reading) => sum + reading, 0) / readings.length;",
    "}",
    "",
    "/** Degrees Celsius of degrees Fahrenheit: subtract 32, then multiply by 5 and divide by 9. */",
    "function celsius(fahrenheit) {",
    "  return fahrenheit;",
    "}",
    "",
    "module.exports = { mean, celsius };",
    "",
  ].join("\n"),
  "weather.test.js": [
    'const { test } = require("node:test");',
    'const assert = require("node:assert");',
    'const { mean, celsius } = require("./weather.js");',
    "",
    'test("mean", () => assert.strictEqual(mean([1, 2, 6]), 3));',
    'test("celsius", () => {',
    "  assert.strictEqual(celsius(212), 100);",
    "  assert.strictEqual(celsius(32), 0);",
    "  assert.strictEqual(celsius(-40), -40);",
    "});",
    "",
  ].join("\n"),
};

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Not one of `suiteRequires`: an endpoint is given to a run, never expected of a machine. */
const suite = baseUrl === undefined ? describe.skip : describe;

suite(baseUrl === undefined ? "a real model [needs an endpoint: HEAL_E2E_BASE_URL is not given]" : "a real model", () => {
  it("heals a project, with every call in the journal and the tokens in the outcome", () => {
    const project = join(scratch, "project");
    mkdirSync(project);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
    const args = ["run", "--cwd", project, "--check", "node --test", "--coder", "model", "--model", model, "--base-url", baseUrl ?? "", "--profile", "small"];
    const done = spawnSync(process.execPath, [cli, ...args, "--seed", "1", "--out", join(scratch, "out"), "--apply", "--json"], { encoding: "utf8" });
    expect(done.status, done.stderr).toBe(0);
    const outcome = JSON.parse(done.stdout) as { stopReason: string; tokens: { input: number; output: number } };
    expect(outcome.stopReason).toBe("fixed");
    expect(outcome.tokens.output).toBeGreaterThan(0);
    const journal = readFileSync(join(scratch, "out", "journal.jsonl"), "utf8");
    expect(journal.split("\n").filter((line) => line.includes('"type":"model-called"')).length).toBeGreaterThan(0);
    expect(readFileSync(join(project, "weather.js"), "utf8")).toMatch(/32/);
  }, 900_000);
});
