import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { SetupError } from "../../../../src/domain/errors.js";
import { readInputs } from "../../../../src/shells/action/inputs.js";

const manifest = parse(readFileSync(new URL("../../../../action.yml", import.meta.url), "utf8")) as {
  inputs: Record<string, { default?: string }>;
};

describe("the action's inputs", () => {
  it("have the documented defaults when nothing is given", () => {
    const expected = {
      checks: [],
      workingDirectory: ".",
      coder: "auto",
      model: undefined,
      repairModel: undefined,
      baseUrl: undefined,
      apiKey: { value: null, secrets: [] },
      sandbox: undefined,
      draft: true,
      base: undefined,
      dryRun: false,
      failOnUnhealed: false,
      config: { path: ".github/heal.yml", given: false },
    };
    expect(readInputs({})).toMatchObject(expected);
    const defaults = Object.entries(manifest.inputs).map(([name, input]) => [`INPUT_${name.toUpperCase()}`, input.default ?? ""]);
    expect(readInputs(Object.fromEntries(defaults) as Record<string, string>)).toMatchObject(expected);
  });

  it("are read and cannot be changed afterwards", () => {
    const inputs = readInputs({
      INPUT_CHECKS: "npm test\r\n\n  npm run lint  \n",
      "INPUT_WORKING-DIRECTORY": "packages/a",
      "INPUT_MAX-MINUTES": "7.5",
      INPUT_SANDBOX: "docker",
      INPUT_DRAFT: "False",
      "INPUT_DRY-RUN": "TRUE",
      INPUT_BASE: "release",
      INPUT_CODER: "model",
      INPUT_MODEL: "vendor/model-1",
      "INPUT_REPAIR-MODEL": "vendor/model-2",
      INPUT_PROFILE: "small",
      "INPUT_BASE-URL": "https://models.example/v1",
      "INPUT_API-KEY": ' "sk-0123456789abcdef"\n',
      "INPUT_MAX-ATTEMPTS": "3",
      "INPUT_MAX-TOKENS": "50000",
      "INPUT_MAX-COST": "0.25",
    });
    expect(inputs).toMatchObject({
      checks: ["npm test", "npm run lint"],
      workingDirectory: "packages/a",
      maxMinutes: 7.5,
      sandbox: "docker",
      draft: false,
      dryRun: true,
      base: "release",
      coder: "model",
      model: "vendor/model-1",
      repairModel: "vendor/model-2",
      profile: "small",
      baseUrl: "https://models.example/v1",
      maxAttempts: 3,
      maxTokens: 50_000,
      maxCost: 0.25,
    });
    expect(inputs.apiKey.secrets).toContain("sk-0123456789abcdef");
    expect(Object.isFrozen(inputs) && Object.isFrozen(inputs.checks)).toBe(true);
  });

  it("that are wrong are all named in one error, each with its remedy", () => {
    const wrong = {
      INPUT_DRAFT: "yes",
      "INPUT_MAX-MINUTES": "1e9",
      INPUT_SANDBOX: "podman",
      INPUT_CODER: "oracle",
      "INPUT_WORKING-DIRECTORY": "../outside",
      INPUT_CONFIG: "/etc/heal.yml",
    };
    const read = () => readInputs(wrong);
    expect(read).toThrow(SetupError);
    expect(read).toThrow(
      /`working-directory` is "\.\.\/outside".*\n.*`coder` is "oracle": write one of auto, operators, model.*\n.*`max-minutes` is "1e9".*\n.*`sandbox`.*\n.*`draft` is "yes": write true or false.*\n?.*/s,
    );
    expect(read).toThrow(/`config`/);
  });

  it.each(["0", "-1", "NaN", "Infinity", "361", "5 minutes", "0x10"])("max-minutes %j is refused", (value) => {
    expect(() => readInputs({ "INPUT_MAX-MINUTES": value })).toThrow(/max-minutes/);
  });

  it.each([
    ["MAX-ATTEMPTS", "0"],
    ["MAX-ATTEMPTS", "2.5"],
    ["MAX-ATTEMPTS", "101"],
    ["MAX-TOKENS", "many"],
    ["MAX-TOKENS", "0"],
    ["MAX-COST", "-1"],
    ["MAX-COST", "$2"],
    ["MAX-COST", "1e9"],
    ["PROFILE", "huge"],
  ])("a limit of the model that is none is refused: %s %j", (name, value) => {
    expect(() => readInputs({ [`INPUT_${name}`]: value })).toThrow(new RegExp(`\`${name.toLowerCase()}\` is .*: write `));
  });
});
