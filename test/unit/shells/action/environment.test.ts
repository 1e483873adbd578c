import { describe, expect, it } from "vitest";
import { takeEnvironment, toolEnvironment } from "../../../../src/shells/action/environment.js";

function runnerProcess() {
  return {
    env: {
      PATH: "/usr/bin",
      HOME: "/home/runner",
      LC_ALL: "C.UTF-8",
      PYENV_ROOT: "/opt/pyenv",
      GITHUB_OUTPUT: "/tmp/out",
      GITHUB_TOKEN: "ghs_0123456789abcdef",
      "INPUT_GITHUB-TOKEN": "ghs_0123456789abcdef",
      ACTIONS_RUNTIME_TOKEN: "runtime-0123456789",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "oidc-0123456789abc",
      ACTIONS_ID_TOKEN_REQUEST_URL: "https://oidc.example/token",
      DEPLOY_API_KEY: "deploy-0123456789",
      ALIAS: "deploy-0123456789",
      RUNNER_TEMP: "/tmp/runner",
    } as Record<string, string | undefined>,
  };
}

describe("the runner's environment", () => {
  it("is taken out of the process, so that no child inherits a token", () => {
    const holder = runnerProcess();
    const start = takeEnvironment(holder);
    expect(Object.keys(holder.env).sort()).toEqual(["GITHUB_OUTPUT", "HOME", "LC_ALL", "PATH", "RUNNER_TEMP"]);
    expect(start.environment["INPUT_GITHUB-TOKEN"]).toBe("ghs_0123456789abcdef");
  });

  it("tells which values are secret, and an address is none", () => {
    expect([...takeEnvironment(runnerProcess()).secrets].sort()).toEqual([
      "deploy-0123456789",
      "ghs_0123456789abcdef",
      "oidc-0123456789abc",
      "runtime-0123456789",
    ]);
  });

  it("reaches tools without a variable of the runner and without a secret, under whatever name", () => {
    expect(toolEnvironment(takeEnvironment(runnerProcess()))).toEqual({ PATH: "/usr/bin", HOME: "/home/runner", LC_ALL: "C.UTF-8", PYENV_ROOT: "/opt/pyenv" });
  });
});
