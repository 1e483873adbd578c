import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeProject } from "../../support/cli/broken-project.js";
import { heal, outcomeIn } from "../../support/cli/heal-command.js";
import {
  everythingOf,
  keyIn,
  type ModelRunRequest,
  mending,
  modelOutcome,
  modelServer,
  runWithModel,
  sentBeside,
  textsBelow,
} from "../../support/cli/model-run.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { faultsOf, journalSoFar } from "../../support/cli/whole-bundle.js";
import { badModels, endpointInSettings, refusedRequest } from "../../support/model-server/bad-models.js";
import { testKey } from "../../support/model-server/client.js";
import { error } from "../../support/model-server/replies.js";
import { suiteRequires } from "../../support/requirements.js";

interface Refused {
  readonly stderr: string;
  readonly out: string;
}

/** Before anything was run: exit 2 and one sentence. */
async function refused(flags: readonly string[], { environment = {}, files = { "a.js": "" } }: Given = {}): Promise<Refused> {
  const folder = testFolder();
  const out = join(folder, "out");
  const project = writeProject(join(folder, "project"), files);
  const run = await heal(["run", "--cwd", project, "--check", "true", "--out", out, ...flags], { environment: { HEAL_API_KEY: testKey, ...environment } });
  expect(run.status, run.stderr).toBe(2);
  expect(run.stdout).toBe("");
  return { stderr: run.stderr, out };
}

type Given = Partial<Pick<ModelRunRequest, "environment" | "files">>;

/** The bundle of a run that a person's settings ended holds the sentence that stands on the terminal, and nothing else. */
async function expectOnly(sentence: string, { stderr, out }: Refused): Promise<void> {
  expect(stderr).toBe(`heal: ${sentence}\n`);
  expect(await faultsOf(out)).toEqual([]);
  expect(journalSoFar(out).map(({ event }) => event)).toEqual([{ type: "stopped", stop: { reason: "invalid-setup", sentence }, class: null }]);
  expect(outcomeIn(out)).toMatchObject({ outcome: "setup-error", stopReason: "invalid-setup", summary: sentence });
  expect(keyIn([stderr, ...textsBelow(out)].join("\n"))).toEqual([]);
}

const noKey = { environment: { HEAL_API_KEY: "", OPENAI_API_KEY: " " } };

describe("a model that cannot be asked is told before anything runs", () => {
  test.each([
    [["--coder", "model"], "The coder is `model`, but no model is named. Name one with --model (or the `model` input, or `model:` in .github/heal.yml)."],
    [
      ["--model", "m", "--base-url", "http://models.example/v1"],
      "The base URL (--base-url, input `base-url`) for models.example does not start with https://. Key and code could be read on the way; plain http is taken only on this machine (localhost).",
    ],
    [
      ["--model", "m", "--base-url", `https://${testKey}@models.example/v1`],
      "The base URL (--base-url, input `base-url`) for models.example holds a user name or password. Leave them out; the key goes into HEAL_API_KEY or `api-key`.",
    ],
    [
      ["--model", "m", "--base-url", `https://models.example/v1?key=${testKey}`],
      "The base URL (--base-url, input `base-url`) for models.example has something after a ? or #. Leave it out; for Azure use https://RESOURCE.openai.azure.com/openai/v1, which needs no version.",
    ],
    [
      ["--model", "scripted:/nowhere/replies.json"],
      "The scripted model's file /nowhere/replies.json could not be read (ENOENT). Name a file of replies after `scripted:`.",
    ],
  ])("%j ends the run, and the bundle says why", async (flags, sentence) => {
    await expectOnly(sentence, await refused(flags));
  });

  test("a missing key says where it goes", async () => {
    await expectOnly(
      "No key is given for the model gpt-4.1 at https://api.openai.com/v1. Set HEAL_API_KEY (in the action the input `api-key`), or name an endpoint that needs none, for example --base-url http://localhost:11434/v1.",
      await refused(["--model", "gpt-4.1"], noKey),
    );
  });

  test.each([
    ["--max-attempts <number>", "0", "It must be a whole number from 1 to 100."],
    ["--max-cost <dollars>", "-1", "It must be a number of dollars from 0 to 1000000."],
  ])("%s given as %s: there is no run and no bundle", async (flag, value, rule) => {
    const { stderr, out } = await refused([flag.replace(/ .*/, ""), value]);
    expect(stderr).toBe(
      `error: option '${flag}' argument '${value}' is invalid. ${rule}\n\`heal --help\` and \`heal <command> --help\` list what may be given.\n`,
    );
    expect(existsSync(out)).toBe(false);
  });
});

const lastFailure = "Last failure: node:test:grade.test.js::at the limit: false !== true.";

suiteRequires("bubblewrap")("a model that does not work ends the run with one sentence and its remedy", () => {
  test.each(Object.entries(badModels))("%s", async (_name, { reply, outcome, stopReason, status, says }) => {
    const server = await modelServer(reply === "down" ? undefined : reply);
    if (reply === "down") await server.close();
    const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl] });
    const summary = `${says} ${lastFailure}`.replaceAll("HOST", server.host);
    expect({ status: run.status, ...modelOutcome(run) }, run.stderr).toMatchObject({ status, outcome, stopReason, summary });
    expect(run.stderr).toContain(`\n${summary}\nBundle: ${run.out}\n`);
    expect(await faultsOf(run.out)).toEqual([]);
    expect(keyIn(everythingOf(run))).toEqual([]);
  });

  test("a message of the endpoint that tells the key is not passed on, in whatever spelling", async () => {
    const spelt = [testKey, Buffer.from(testKey).toString("base64"), Buffer.from(testKey).toString("hex"), `${testKey.slice(0, 12)}…`];
    const server = await modelServer(error(400, { message: `Bad request by ${spelt.join(" or ")}` }));
    const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl] });
    expect(run.status, run.stderr).toBe(1);
    expect(modelOutcome(run).summary).toBe(`${refusedRequest} ${lastFailure}`.replaceAll("HOST", server.host));
    expect(keyIn(everythingOf(run))).toEqual([]);
  });
});

const elsewhere = (url: string): Readonly<Record<string, string>> => ({
  ".env": `OPENAI_BASE_URL=${url}\nOPENAI_API_BASE=${url}\nHTTPS_PROXY=${url}\n`,
  ".npmrc": `proxy=${url}\nhttps-proxy=${url}\n`,
  ".env.local": `HEAL_BASE_URL=${url}\n`,
  "openai.json": JSON.stringify({ baseURL: url }),
  ".aider.conf.yml": `openai-api-base: ${url}\n`,
  "litellm_config.yaml": `api_base: ${url}\n`,
  ".heal.yml": `base-url: ${url}\n`,
  "heal.yml": `base-url: ${url}\n`,
});

suiteRequires("bubblewrap")("where the key is sent", () => {
  test("a heal.yml that names another endpoint ends the run, and nothing is sent there", async () => {
    const sink = await modelServer(mending);
    const files = { ".github/heal.yml": `base-url: ${sink.baseUrl}\nmodel: test-model\n` };
    await expectOnly(endpointInSettings, await refused([], { files }));
    expect(sink.received.length).toBe(0);
  });

  test("is the host that was given, in one header; nothing of the repository or of other tools' settings sends it elsewhere", async () => {
    const sink = await modelServer(mending);
    const server = await modelServer(mending);
    const run = await runWithModel({
      flags: ["--model", "test-model", "--base-url", server.baseUrl],
      files: { ...elsewhere(sink.baseUrl), "notes.js": `// the key is ${testKey}\n` },
      environment: {
        OPENAI_BASE_URL: sink.baseUrl,
        OPENAI_API_KEY: `other-${testKey}`,
        OPENAI_ORG_ID: "org-elsewhere",
        OPENAI_PROJECT_ID: "project-elsewhere",
      },
    });
    expect(run.status, run.stderr).toBe(0);
    expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${testKey}`)).toBe(true);
    expect(keyIn(sentBeside(server))).toEqual([]);
    expect(sentBeside(server)).not.toContain("elsewhere");
    expect(sink.received.length).toBe(0);
    expect(keyIn(everythingOf(run))).toEqual([]);
  });

  test("a redirect to another host is not followed", async () => {
    const sink = await modelServer(mending);
    const server = await modelServer((exchange) => exchange.whole(307, "", { location: `${sink.baseUrl}/chat/completions` }));
    const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl] });
    expect(run.status, run.stderr).toBe(2);
    expect(modelOutcome(run)).toMatchObject({
      outcome: "setup-error",
      stopReason: "invalid-setup",
      summary: `Stopped after 0 attempts (invalid-setup): The setting base-url does not work: ${server.host} redirects to http://${sink.host} (307). The key is sent nowhere but to base-url; set base-url to the address that answers. ${lastFailure}`,
    });
    expect(sink.received.length).toBe(0);
  });
});
