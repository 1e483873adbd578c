import { describe, expect, it } from "vitest";
import { pushEvent, type StepResult } from "../../support/action/hosted-runner.js";
import { hostedScene } from "../../support/action/hosted-scene.js";
import { redProject } from "../../support/action/red-project.js";
import { unzipped } from "../../support/action/zip.js";
import { including } from "../../support/asymmetric.js";
import { keyIn, mending, modelServer, sentBeside } from "../../support/cli/model-run.js";
import { testKey } from "../../support/model-server/client.js";
import { faults } from "../../support/model-server/faults.js";
import { error, says } from "../../support/model-server/replies.js";
import type { ModelServer, Reply } from "../../support/model-server/server.js";

const scene = hostedScene((server) => {
  expect(server.violations).toEqual([]);
  expect(server.writes()).toEqual([]);
});

interface Ended extends StepResult {
  readonly server: ModelServer;
}

async function healWith(reply: Reply | "down", files: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const server = await modelServer(reply === "down" ? undefined : reply);
  if (reply === "down") await server.close();
  const commit = scene.server.push("main", { ...redProject, ...files });
  await scene.runner.checkout(commit);
  const inputs = { checks: "npm test", coder: "model", model: "test-model", "base-url": server.baseUrl, "api-key": testKey };
  return { server, ...(await scene.runner.step({ entry: scene.entry, event: pushEvent("main", commit), inputs })) };
}

function everyByte(result: Ended): string {
  const artifacts = scene.server.artifacts.artifacts.map(({ name, content }) => ({ name, files: unzipped(content) }));
  return [result.stdout, result.stderr, result.summary, sentBeside(result.server), JSON.stringify([result.outputs, artifacts])].join("\n");
}

interface Outcome {
  readonly summary: string;
}

/** The published sentence, as the bundle holds it; the endpoint is called HOST. */
function sentenceIn(result: Ended): string {
  const [artifact] = scene.server.artifacts.artifacts;
  const { "outcome.json": outcome = Buffer.from("{}"), ...others } = unzipped(artifact?.content ?? Buffer.alloc(0));
  expect(Object.keys(others)).toEqual(including(["journal.jsonl", "report.md"]));
  expect(artifact).toMatchObject({ final: true, name: result.outputs.bundle });
  return (JSON.parse(outcome.toString("utf8")) as Outcome).summary.replaceAll(result.server.host, "HOST");
}

interface Bad {
  readonly reply: Reply | "down";
  readonly stop: readonly [outcome: string, stopReason: string];
  readonly says: string;
}

const lastFailure = "Last failure: node:test:test/add.test.js::adds: -1 == 3.";

const bad: Readonly<Record<string, Bad>> = {
  "a wrong key": {
    reply: faults["a refused key"],
    stop: ["setup-error", "invalid-setup"],
    says: `Stopped after 0 attempts (invalid-setup): The setting api-key does not work: HOST does not accept the key (401). Check that api-key (HEAL_API_KEY) is whole, valid and meant for base-url. ${lastFailure}`,
  },
  "a wrong model": {
    reply: faults["an unknown model"],
    stop: ["setup-error", "invalid-setup"],
    says: `Stopped after 0 attempts (invalid-setup): The setting model does not work: HOST does not offer the model "test-model" to this key (404). Check model and base-url. It says: "The model \`nope\` does not exist or you do not have access to it.". ${lastFailure}`,
  },
  "a page where an answer should be": {
    reply: faults["a web page"],
    stop: ["setup-error", "invalid-setup"],
    says: `Stopped after 0 attempts (invalid-setup): The setting base-url does not work: HOST answers with a web page instead of a chat completion. Check base-url: most endpoints want an address that ends in /v1. ${lastFailure}`,
  },
  "an endpoint that is down": {
    reply: "down",
    stop: ["gave-up", "model-unavailable"],
    says: `Stopped after 0 attempts (model-unavailable): The model test-model gave no answer: Nothing answers at HOST (ECONNREFUSED). Check base-url and that the endpoint runs. Asked 5 times. ${lastFailure}`,
  },
  "a model that talks but never codes": {
    reply: says("I would look at the function first. It seems that the sign is wrong."),
    stop: ["gave-up", "unusable-replies"],
    says: `Stopped after 3 attempts (unusable-replies): three replies in a row held no edit that could be tried, the last because it holds no fenced code. Name another model, or give another profile (small, large). ${lastFailure}`,
  },
  "a context of 2,000 tokens": {
    reply: faults["a context that is too small"],
    stop: ["setup-error", "invalid-setup"],
    says: `Stopped after 0 attempts (invalid-setup): The context of the model test-model (2000 tokens) is too small for the shortest brief; name a model with a larger one, at least 4,000 tokens. ${lastFailure}`,
  },
};

describe("what may be wrong with a model, through the action", () => {
  it.each(Object.entries(bad))(
    "%s ends the run with one sentence and its remedy, keeps the bundle and tells no key",
    async (_what, { reply, stop, says: told }) => {
      const result = await healWith(reply);
      const [outcome, stopReason] = stop;
      expect(result, result.stdout).toMatchObject({ exitCode: 0, outputs: { outcome, "stop-reason": stopReason } });
      expect(sentenceIn(result)).toBe(told);
      expect(keyIn(everyByte(result))).toEqual([]);
    },
  );

  it("a heal.yml that names the endpoint ends the run before the key is sent anywhere", async () => {
    const result = await healWith(mending, { ".github/heal.yml": "base-url: https://models.example/v1\n" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: "setup-error", "stop-reason": "invalid-setup" } });
    expect(sentenceIn(result)).toBe(
      ".github/heal.yml, line 1: unknown key `base-url`. Remove it: a repository must not say where the key is sent. Give the address with --base-url (in the action the input `base-url`).",
    );
    expect(result.server.received).toHaveLength(0);
    expect(keyIn(everyByte(result))).toEqual([]);
  });

  it("a message of the endpoint that tells the key is not passed on, in whatever spelling", async () => {
    const spelt = [testKey, Buffer.from(testKey).toString("base64"), Buffer.from(testKey).toString("hex"), `${testKey.slice(0, 12)}…`];
    const result = await healWith(error(400, { message: `Bad request by ${spelt.join(" or ")}` }));
    expect(sentenceIn(result)).toBe(
      `Stopped after 0 attempts (model-unavailable): The model test-model gave no answer: HOST refused the request (400). Check that base-url leads to chat completions and that the endpoint takes the model "test-model". ${lastFailure}`,
    );
    expect(keyIn(everyByte(result))).toEqual([]);
  });
});
