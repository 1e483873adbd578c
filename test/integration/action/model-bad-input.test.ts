import { describe, expect, it } from "vitest";
import { pushEvent, type StepResult } from "../../support/action/hosted-runner.js";
import { hostedScene } from "../../support/action/hosted-scene.js";
import { redProject } from "../../support/action/red-project.js";
import { unzipped } from "../../support/action/zip.js";
import { including } from "../../support/asymmetric.js";
import { keyIn, mending, modelServer, sentBeside } from "../../support/cli/model-run.js";
import { badModels, endpointInSettings, refusedRequest } from "../../support/model-server/bad-models.js";
import { testKey } from "../../support/model-server/client.js";
import { error } from "../../support/model-server/replies.js";
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

const lastFailure = "Last failure: node:test:test/add.test.js::adds: -1 == 3.";

describe("what may be wrong with a model, through the action", () => {
  it.each(Object.entries(badModels))(
    "%s ends the run with one sentence and its remedy, keeps the bundle and tells no key",
    async (_what, { reply, outcome, stopReason, says }) => {
      const result = await healWith(reply);
      expect(result, result.stdout).toMatchObject({ exitCode: 0, outputs: { outcome, "stop-reason": stopReason } });
      expect(sentenceIn(result)).toBe(`${says} ${lastFailure}`);
      expect(keyIn(everyByte(result))).toEqual([]);
    },
  );

  it("a heal.yml that names the endpoint ends the run before the key is sent anywhere", async () => {
    const result = await healWith(mending, { ".github/heal.yml": "base-url: https://models.example/v1\n" });
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: "setup-error", "stop-reason": "invalid-setup" } });
    expect(sentenceIn(result)).toBe(endpointInSettings);
    expect(result.server.received).toHaveLength(0);
    expect(keyIn(everyByte(result))).toEqual([]);
  });

  it("a message of the endpoint that tells the key is not passed on, in whatever spelling", async () => {
    const spelt = [testKey, Buffer.from(testKey).toString("base64"), Buffer.from(testKey).toString("hex"), `${testKey.slice(0, 12)}…`];
    const result = await healWith(error(400, { message: `Bad request by ${spelt.join(" or ")}` }));
    expect(sentenceIn(result)).toBe(`${refusedRequest} ${lastFailure}`);
    expect(keyIn(everyByte(result))).toEqual([]);
  });
});
