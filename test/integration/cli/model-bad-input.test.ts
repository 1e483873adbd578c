import { describe, expect, test } from "vitest";
import { matching } from "../../support/asymmetric.js";
import { writeProject } from "../../support/cli/broken-project.js";
import { heal } from "../../support/cli/heal-command.js";
import { everythingOf, keyIn, mending, modelOutcome, modelServer, runWithModel, sentBeside } from "../../support/cli/model-run.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { faultsOf } from "../../support/cli/whole-bundle.js";
import { testKey } from "../../support/model-server/client.js";
import { faults } from "../../support/model-server/faults.js";
import { error, says } from "../../support/model-server/replies.js";
import type { Reply } from "../../support/model-server/server.js";
import { suiteRequires } from "../../support/requirements.js";

/** Before anything was run: exit 2, one short message. */
async function refused(flags: readonly string[], environment: Readonly<Record<string, string>> = { HEAL_API_KEY: testKey }): Promise<string> {
  const run = await heal(["run", "--cwd", writeProject(testFolder()), "--check", "true", ...flags], { environment });
  expect(run.status, run.stderr).toBe(2);
  expect(run.stderr.trim().split("\n").length, run.stderr).toBeLessThanOrEqual(3);
  expect(keyIn(run.stderr)).toEqual([]);
  return run.stderr;
}

const noKey = { HEAL_API_KEY: "", OPENAI_API_KEY: " " };

describe("a model that cannot be asked is told before anything runs", () => {
  test.each([
    [["--coder", "model"], "The coder is `model`, but no model is named. Name one with --model"],
    [["--model", "m", "--base-url", "http://models.example/v1"], "does not start with https://"],
    [["--model", "m", "--base-url", `https://${testKey}@models.example/v1`], "holds a user name or password"],
    [["--model", "m", "--base-url", `https://models.example/v1?key=${testKey}`], "has something after a ? or #"],
    [["--model", "scripted:/nowhere/replies.json"], "The scripted model's file /nowhere/replies.json could not be read (ENOENT)"],
    [["--max-attempts", "0"], "whole number from 1 to 100"],
    [["--max-cost", "-1"], "number of dollars from 0"],
  ])("%j", async (flags, says) => {
    expect(await refused(flags)).toContain(says);
  });

  test("a missing key says where it goes", async () => {
    expect(await refused(["--model", "gpt-4.1"], noKey)).toMatch(/No key is given for the model gpt-4\.1 at https:\/\/api\.openai\.com\/v1\. Set HEAL_API_KEY/);
  });
});

interface Bad {
  readonly reply: Reply | "down";
  readonly status: 1 | 2;
  readonly stopReason: string;
  readonly says: RegExp;
}

const bad: Readonly<Record<string, Bad>> = {
  "a wrong key": {
    reply: faults["a refused key"],
    status: 2,
    stopReason: "invalid-setup",
    says: /does not accept the key \(401\)\. Check that api-key \(HEAL_API_KEY\)/,
  },
  "a wrong model": {
    reply: faults["an unknown model"],
    status: 2,
    stopReason: "invalid-setup",
    says: /does not offer the model "test-model".*Check model and base-url/,
  },
  "a web page": { reply: faults["a web page"], status: 2, stopReason: "invalid-setup", says: /answers with a web page.*Check base-url/ },
  "an endpoint that is down": {
    reply: "down",
    status: 1,
    stopReason: "model-unavailable",
    says: /Nothing answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check base-url/,
  },
  "a model that talks but never codes": {
    reply: says("First one would look at the code."),
    status: 1,
    stopReason: "unusable-replies",
    says: /three replies in a row held no edit/,
  },
  "a context of 2,000 tokens": {
    reply: faults["a context that is too small"],
    status: 2,
    stopReason: "invalid-setup",
    says: /context of the model test-model \(2000 tokens\) is too small.*name a model with a larger one/,
  },
};

suiteRequires("bubblewrap")("a model that does not work ends the run with one sentence and its remedy", () => {
  test.each(Object.entries(bad))("%s", async (_name, { reply, status, stopReason, says: sentence }) => {
    const server = await modelServer(reply === "down" ? undefined : reply);
    if (reply === "down") await server.close();
    const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl] });
    expect(run.status, run.stderr).toBe(status);
    expect(modelOutcome(run)).toMatchObject({ stopReason, summary: matching(sentence) });
    expect(modelOutcome(run).summary).not.toContain("..");
    expect(await faultsOf(run.out)).toEqual([]);
    expect(keyIn(everythingOf(run))).toEqual([]);
  });

  test("a message of the endpoint that tells the key is not passed on, in whatever spelling", async () => {
    const spelt = [testKey, Buffer.from(testKey).toString("base64"), Buffer.from(testKey).toString("hex"), `${testKey.slice(0, 12)}…`];
    const server = await modelServer(error(400, { message: `Bad request by ${spelt.join(" or ")}` }));
    const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl] });
    expect(run.status, run.stderr).not.toBe(0);
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
    const run = await heal(["run", "--cwd", writeProject(testFolder(), { "a.js": "", ...files }), "--check", "true"], {
      environment: { HEAL_API_KEY: testKey },
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toBe(
      "heal: .github/heal.yml, line 1: unknown key `base-url`. Remove it: a repository must not say where the key is sent. Give the address with --base-url (in the action the input `base-url`).\n",
    );
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
    expect(modelOutcome(run).summary).toMatch(/redirects to http:\/\/127\.0\.0\.1:\d+ \(307\)\. The key is sent nowhere but to base-url/);
    expect(sink.received.length).toBe(0);
  });
});
