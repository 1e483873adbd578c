import { expect, it, vi } from "vitest";
import { commandStart, definedEnvironment } from "../../../../src/shells/cli/environment.js";

it("the model's keys are read once and leave the process's environment, so that no child inherits them", () => {
  vi.stubEnv("HEAL_API_KEY", "  ");
  vi.stubEnv("OPENAI_API_KEY", "sk-second-0123456789");
  vi.stubEnv("DEPLOY_TOKEN", "deploy-0123456789");
  const start = commandStart();
  expect(start.key.value).toBe("sk-second-0123456789");
  expect(start.secrets).toEqual(expect.arrayContaining(["sk-second-0123456789", "deploy-0123456789"]) as unknown);
  expect(Object.keys(process.env)).not.toEqual(expect.arrayContaining(["OPENAI_API_KEY"]) as unknown);
  expect(process.env.HEAL_API_KEY).toBeUndefined();
  expect(definedEnvironment()).toMatchObject({ DEPLOY_TOKEN: "deploy-0123456789" });
  expect(Object.keys(definedEnvironment()).filter((name) => name.endsWith("_API_KEY"))).toEqual([]);
  expect(commandStart()).toBe(start);
  vi.unstubAllEnvs();
});
