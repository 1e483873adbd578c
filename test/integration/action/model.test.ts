import type { ChildProcess } from "node:child_process";
import { describe, expect, it } from "vitest";
import { pullRequestEvent, pushEvent, type StepRequest, type StepResult } from "../../support/action/hosted-runner.js";
import { hostedScene } from "../../support/action/hosted-scene.js";
import { redProject } from "../../support/action/red-project.js";
import { unzipped } from "../../support/action/zip.js";
import { keyIn, modelServer, sentBeside } from "../../support/cli/model-run.js";
import { testKey } from "../../support/model-server/client.js";
import { faults } from "../../support/model-server/faults.js";
import { says } from "../../support/model-server/replies.js";
import type { Reply } from "../../support/model-server/server.js";
import { byModel, modelsAsked } from "../../support/model-server/two-models.js";

const scene = hostedScene();
let started: ChildProcess | undefined;

const mending = says("A sum was meant.\n\n```js\nfunction add(a, b) {\n  return a + b;\n}\n```\n", {
  usage: { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 },
});

/** Asks the step for a debugger before its model answers. */
function asking(child: () => ChildProcess | undefined): Reply {
  return (exchange) => {
    child()?.kill("SIGUSR1");
    return mending(exchange);
  };
}

async function heal(inputs: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = redProject): Promise<StepResult> {
  const commit = scene.server.push("main", files);
  await scene.runner.checkout(commit);
  return step({ event: pushEvent("main", commit), inputs });
}

function step({ event, inputs }: Pick<StepRequest, "event" | "inputs">): Promise<StepResult> {
  const whileRunning = (child: ChildProcess): void => {
    started = child;
  };
  return scene.runner.step({ entry: scene.entry, event, inputs: { checks: "npm test", ...inputs }, whileRunning });
}

/** Whatever the step gave to the scene.runner, the host or the artifact service. */
function everyByte(result: StepResult): string {
  const artifacts = scene.server.artifacts.artifacts.map(({ name, content }) => ({ name, files: unzipped(content) }));
  return [result.stdout, result.stderr, result.summary, ...[result.outputs, scene.server.writes(), artifacts].map((part) => JSON.stringify(part))].join("\n");
}

describe("the bundled action with a model", () => {
  it("publishes the model's fix with what it took, and keeps the key to itself", async () => {
    const model = await modelServer(asking(() => started));
    const inputs = { coder: "model", model: "test-model", "base-url": model.baseUrl, "api-key": testKey };
    const result = await heal(inputs, { ...redProject, ".github/heal.yml": "prices: {test-model: {input: 1, output: 4}}\n", "notes.js": `// ${testKey}\n` });
    const [input, output] = [model.requests.length * 20, model.requests.length * 20];
    expect(result, result.stdout + result.stderr).toMatchObject({
      exitCode: 0,
      outputs: { outcome: "healed", attempts: "3", tokens: String(input + output), cost: String((input + 4 * output) / 1e6), "pull-request-number": "1" },
    });
    const body = String(scene.server.state.pulls[0]?.body);
    for (const text of [body, result.summary]) {
      expect(text).toContain("- What it might take at most: 200,000 tokens and $0.80");
      expect(text).toContain("| asked by | calls | tokens in | tokens out | cost |");
      expect(text).toMatch(/<summary>Attempt 1 \(model\): turned every red case green/);
    }
    expect(model.requests.every(({ headers }) => headers.authorization === `Bearer ${testKey}`)).toBe(true);
    expect(keyIn(sentBeside(model))).toEqual([]);
    expect(keyIn(everyByte(result))).toEqual([]);
    expect(result.stderr).not.toContain("Debugger listening");
  });

  it("has repairs made by the model that is named for them, at its own price", async () => {
    const add = (body: string): string =>
      `The sum.\n\nsrc/add.js\n\`\`\`js\nfunction add(a, b) {\n  return ${body};\n}\n\nmodule.exports = { add };\n\`\`\`\nEND OF ANSWER`;
    const model = await modelServer(byModel({ "test-model": (count) => add(`a - b - ${count} * b`), other: () => add("a + b") }));
    const settings = "tester: off\nreviewer: off\nprices: {test-model: {input: 1, output: 4}, other: {input: 10, output: 40}}\n";
    const inputs = { coder: "model", model: "test-model", "repair-model": "other", profile: "large", "base-url": model.baseUrl, "api-key": testKey };
    const result = await heal(inputs, { ...redProject, ".github/heal.yml": settings });
    const asked = modelsAsked(model);
    expect(asked.slice(0, 4)).toEqual(["test-model", "test-model", "test-model", "other"]);
    const usd = asked.filter((name) => name === "test-model").length * 0.0001 + asked.filter((name) => name === "other").length * 0.001;
    expect(result, result.stdout + result.stderr).toMatchObject({ exitCode: 0, outputs: { outcome: "healed", cost: String(Number(usd.toFixed(6))) } });
    expect(result.summary).toMatch(/\| repair \| (\d+) \| \d+ \| \d+ \| \$0\.00\1/);
  });

  it("ends with one sentence and its remedy when the key is wrong, and keeps the bundle", async () => {
    const model = await modelServer(faults["a refused key"]);
    const result = await heal({ coder: "model", model: "test-model", "base-url": model.baseUrl, "api-key": testKey });
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: "setup-error", "stop-reason": "invalid-setup", tokens: "0", cost: "0" } });
    expect(result.summary).toMatch(/does not accept the key \(401\)\. Check that api-key/);
    expect(scene.server.artifacts.artifacts).toMatchObject([{ final: true }]);
    expect(keyIn(everyByte(result))).toEqual([]);
  });

  it("says at once what is missing, where somebody could have given it", async () => {
    const result = await heal({ model: "gpt-4.1", "api-key": "" });
    expect(result.outputs).toMatchObject({ outcome: "setup-error", "stop-reason": "invalid-setup" });
    expect(result.summary).toContain("No key is given for the model gpt-4.1");
  });

  it("lets operators work alone on a pull request from a fork, which gets no secrets, and says so", async () => {
    const base = scene.server.push("main", redProject);
    await scene.runner.checkout(base);
    const event = pullRequestEvent({ head: { ref: "topic", sha: base, repo: "mallory/widget" }, base: { ref: "main", sha: base }, merge: base });
    const result = await step({ event, inputs: { model: "gpt-4.1", "api-key": "" } });
    expect(result.outputs, result.stdout).toMatchObject({ outcome: "healed", tokens: "0" });
    expect(result.summary).toContain("The model gpt-4.1 was not asked: no key is given for it.");
  });
});
