import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltEntries, bundleEntries } from "../../support/action/bundle.js";
import { HostedRunner, pullRequestEvent, pushEvent, type StepRequest, type StepResult } from "../../support/action/hosted-runner.js";
import { unzipped } from "../../support/action/zip.js";
import { including, matching } from "../../support/asymmetric.js";
import { type GithubServer, readToken, runtimeToken, startGithub, writeToken } from "../../support/github-server/server.js";

let bundles: BuiltEntries;
let server: GithubServer;
let runner: HostedRunner;
let main: string;

beforeAll(async () => {
  bundles = await bundleEntries({ step: fileURLToPath(new URL("../../support/action/fake-step.ts", import.meta.url)), post: "src/post.ts" });
});

afterAll(() => bundles.remove());

beforeEach(async () => {
  server = await startGithub();
  runner = await HostedRunner.start(server);
  main = server.push("main", { "a.txt": "broken\n", ".github/heal.yml": "checks: [from base]\n" });
});

afterEach(async () => {
  expect(server.violations).toEqual([]);
  await runner.stop();
  await server.close();
});

interface Scene {
  readonly heal?: "give-up" | "wait" | "hang";
  readonly output?: string;
  readonly event?: StepRequest["event"];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly whileRunning?: StepRequest["whileRunning"];
}

async function step(scene: Scene = {}): Promise<StepResult> {
  const event = scene.event ?? pushEvent("main", main);
  if (!existsSync(join(runner.workspace, ".git"))) await runner.checkout(event.sha);
  const environment = {
    FAKE_SEEN: join(runner.temp, "seen.json"),
    ...(scene.heal === undefined ? {} : { FAKE_HEAL: scene.heal }),
    ...(scene.output === undefined ? {} : { FAKE_OUTPUT: scene.output }),
    ...scene.environment,
  };
  const more = scene.whileRunning === undefined ? {} : { whileRunning: scene.whileRunning };
  return runner.step({ entry: bundles.path("step"), event, inputs: { checks: "npm test", ...scene.inputs }, environment, ...more });
}

interface Seen {
  readonly settings: { readonly text: string } | null;
  readonly commit: string;
  readonly directory: string;
  readonly tree: { readonly root: string };
  readonly hostEnvironment: Readonly<Record<string, string>>;
  readonly child: string;
}

async function seen(): Promise<Seen> {
  return JSON.parse(await readFile(join(runner.temp, "seen.json"), "utf8")) as Seen;
}

function names(zip: Buffer | undefined): string[] {
  return zip === undefined ? [] : Object.keys(unzipped(zip));
}

const empty = {
  outcome: "",
  "stop-reason": "",
  "pull-request-number": "",
  "pull-request-url": "",
  branch: "",
  attempts: "",
  tokens: "",
  cost: "",
  bundle: "",
  report: "",
};

describe("a healed job", () => {
  it("ends green with outputs, summary, one draft and the bundle as an artifact", async () => {
    const result = await step();
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect(result.outputs).toMatchObject({
      outcome: "healed",
      "stop-reason": "fixed",
      "pull-request-number": "1",
      "pull-request-url": server.state.pulls.length === 1 ? `${server.url}/acme/widget/pull/1` : "none",
    });
    expect(server.state.pulls).toMatchObject([{ draft: true, base: "main", head: result.outputs.branch }]);
    expect(result.summary).toContain("Healed 1 case.");
    expect(server.artifacts.artifacts).toMatchObject([{ name: result.outputs.bundle, final: true }]);
    expect(names(server.artifacts.artifacts[0]?.content)).toEqual(including(["journal.jsonl", "outcome.json", "report.md"]));
    expect(result.stdout.split("\n").filter((line) => /^::(error|warning|notice)/.test(line)).length).toBeLessThanOrEqual(10);
  });

  it("run again keeps the pull request", async () => {
    await step();
    const again = await step();
    expect(again.outputs).toMatchObject({ "pull-request-number": "1" });
    expect(server.state.pulls).toHaveLength(1);
  });

  it("leaves nothing of the laid out commit behind", async () => {
    await step();
    expect(readdirSync(runner.temp).filter((name) => name.startsWith("heal-base-"))).toEqual([]);
  });

  it("says which setting is missing when pull requests are forbidden, and keeps the branch", async () => {
    server.state.actionsMayOpenPullRequests = false;
    const result = await step();
    expect(result.outputs).toMatchObject({ outcome: "healed", "pull-request-url": "", branch: matching(/^heal\/main\//) });
    expect(result.stdout).toContain("Allow GitHub Actions to create and approve pull requests");
    expect(server.state.objects.ref(`refs/heads/${result.outputs.branch}`)).not.toBeNull();
  });
});

describe("what no child and no reader gets", () => {
  it("a child inherits no variable of the runner and no secret", async () => {
    const result = await step({ environment: { GITHUB_TOKEN: writeToken, DEPLOY_PASSWORD: "hunter2-hunter2" } });
    expect(result.exitCode).toBe(0);
    const { child, hostEnvironment } = await seen();
    const secrets = [writeToken, runtimeToken, "oidc-token-0123456789abcdef", "hunter2-hunter2"];
    for (const secret of secrets) {
      expect(child).not.toContain(secret);
      expect(JSON.stringify(hostEnvironment)).not.toContain(secret);
      expect(result.stdout + result.summary + JSON.stringify(result.outputs)).not.toContain(secret);
    }
    expect(child).not.toMatch(/^(ACTIONS_|INPUT_|GITHUB_TOKEN)/m);
    expect(Object.keys(hostEnvironment).filter((name) => /^(GITHUB|ACTIONS|RUNNER|INPUT)_/.test(name))).toEqual([]);
  });

  it("the log gets no command from what the box printed", async () => {
    const output = "::add-mask::e\r\n::stop-commands::x\n\u001b[1m::error file=a::b\n##[group]x\nplain";
    const result = await step({ output });
    const injected = result.stdout.split(/\r?\n/).filter((line) => /stop-commands|add-mask::e$|##\[|^::error file=a/.test(line) && !line.startsWith("| "));
    expect(injected).toEqual([]);
    expect(result.stdout).toContain("| ::stop-commands::x");
    expect(result.stdout).toContain("\nplain\n");
  });
});

describe("events that are no run", () => {
  it.each([
    ["an event Heal does not act on", () => ({ ...pushEvent("main", main), name: "issue_comment" }), "issue_comment"],
    ["a branch of Heal's own", () => pushEvent("heal/main/ab12", main), "own"],
    ["a tag", () => ({ ...pushEvent("main", main), ref: "refs/tags/v1" }), "refs/tags/v1"],
  ])("%s: one line, empty outputs, nothing asked", async (_name, event, word) => {
    const result = await step({ event: event() });
    expect(result).toMatchObject({ exitCode: 0, outputs: empty, summary: "" });
    expect(result.stdout.trim().split("\n")).toEqual([matching(/^Skipped: /)]);
    expect(result.stdout).toContain(word);
    expect([server.requests, server.artifacts.artifacts]).toEqual([[], []]);
  });

  it("pull_request_target is refused before anything of the workspace is read", async () => {
    const event = {
      ...pullRequestEvent({ head: { ref: "topic", sha: main, repo: "mallory/widget" }, base: { ref: "main", sha: main }, merge: main }),
      name: "pull_request_target",
    };
    const result = await step({ event });
    expect(result).toMatchObject({ exitCode: 0, outputs: { ...empty, outcome: "refused", "stop-reason": "not-allowed" } });
    expect(result.stdout).toContain("Use the pull_request event");
    expect(existsSync(join(runner.temp, "seen.json"))).toBe(false);
    expect(server.requests).toEqual([]);
  });
});

describe("pull requests", () => {
  async function topic(repo?: string) {
    server.state.objects.moveRef("refs/heads/topic", main, null);
    const head = server.push("topic", { ".github/heal.yml": "checks: [from head]\n", "b.txt": "b\n" });
    const merge = server.state.objects.commit({ tree: server.state.objects.readCommit(head).tree, parents: [main, head], message: "Merge" });
    server.state.objects.moveRef("refs/pull/7/merge", merge, null);
    return {
      head,
      event: pullRequestEvent({ head: { ref: "topic", sha: head, ...(repo === undefined ? {} : { repo }) }, base: { ref: "main", sha: main }, merge }),
    };
  }

  it("are healed into their head branch, with the base branch's settings", async () => {
    const { event } = await topic();
    const result = await step({ event });
    expect(result.outputs).toMatchObject({ outcome: "healed", branch: matching(/^heal\/topic\//) });
    expect(server.state.pulls).toMatchObject([{ base: "topic" }]);
    expect((await seen()).settings?.text).toBe("checks: [from base]\n");
  });

  it("from a fork are healed without a single write, and the log says why", async () => {
    const { event } = await topic("mallory/widget");
    const result = await step({ event, inputs: { "github-token": readToken } });
    expect(result.outputs).toMatchObject({ outcome: "healed", branch: "", "pull-request-url": "" });
    expect(result.stdout).toContain("comes from a fork (mallory/widget)");
    expect(server.writes()).toEqual([]);
    expect(server.artifacts.artifacts).toHaveLength(1);
  });
});

describe("the workflow's wishes", () => {
  it("dry-run: only looks are sent to the host", async () => {
    const result = await step({ inputs: { "dry-run": "true" } });
    expect(result.outputs).toMatchObject({ outcome: "healed", branch: "" });
    expect(result.stdout).toContain("Dry run: nothing was written");
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.writes()).toEqual([]);
  });

  it("base: the pull request goes into the named branch, and a wrong name is a clear error", async () => {
    server.state.objects.moveRef("refs/heads/release", main, null);
    expect((await step({ inputs: { base: "release" } })).outputs.branch).toMatch(/^heal\/release\//);
    expect(server.state.pulls).toMatchObject([{ base: "release" }]);
    const wrong = await step({ inputs: { base: "missing" } });
    expect(wrong.outputs).toMatchObject({ outcome: "setup-error", "stop-reason": "invalid-setup" });
    expect(wrong.stdout).toContain("names the branch missing, which does not exist");
  });

  it("base: while a rate limit holds, the remedy is to wait and not a permission", async () => {
    const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 2970) };
    server.state.spent = { status: 403, body: { message: "API rate limit exceeded for installation ID 1." }, headers: spent };
    const result = await step({ inputs: { base: "release" } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: "setup-error" } });
    expect(result.stdout).toMatch(/The limit ends in about 50 min: run the job again then/);
    expect(result.stdout).not.toContain("permissions: contents: read");
  });

  it("draft: false opens a pull request that is ready", async () => {
    await step({ inputs: { draft: "false" } });
    expect(server.state.pulls).toMatchObject([{ draft: false }]);
  });

  it("fail-on-unhealed: the step fails only then", async () => {
    const lenient = await step({ heal: "give-up" });
    expect(lenient).toMatchObject({ exitCode: 0, outputs: { outcome: "gave-up", "stop-reason": "no-progress" } });
    expect((await step({ heal: "give-up", inputs: { "fail-on-unhealed": "true" } })).exitCode).toBe(1);
    expect((await step({ inputs: { "fail-on-unhealed": "true" } })).exitCode).toBe(0);
  });

  it("wrong inputs are all named at once", async () => {
    const result = await step({ inputs: { draft: "perhaps", "max-minutes": "soon" } });
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: "setup-error" } });
    expect(result.stdout).toMatch(/::error .*max-minutes.*%0A.*draft/);
  });

  it("working-directory: a checkout in a folder of the workspace is found", async () => {
    await runner.checkout(main);
    const inner = join(runner.workspace, "sub");
    execFileSync("git", ["-c", "advice.detachedHead=false", "clone", "--quiet", join(runner.workspace, ".git"), inner], {
      env: { PATH: process.env.PATH ?? "", GIT_CONFIG_NOSYSTEM: "1" },
    });
    await writeFile(join(inner, "a.txt"), "changed by a step\n");
    await step({ inputs: { "working-directory": "sub" } });
    expect(await seen()).toMatchObject({ commit: main, directory: "", tree: { root: inner } });
  });

  it("config: a file that is named and missing is an error", async () => {
    const result = await step({ inputs: { config: "ci/heal.yml" } });
    expect(result.stdout).toContain("names ci/heal.yml, which the base branch does not have");
  });
});

describe("when the artifact service fails", () => {
  it("the fix is published all the same and the log says where the bundle lies", async () => {
    const result = await step({
      environment: { ACTIONS_RUNTIME_TOKEN: ["e30", Buffer.from('{"scp":"Actions.Results:r:j"}').toString("base64url"), "x"].join(".") },
    });
    expect(result.outputs).toMatchObject({ outcome: "healed", "pull-request-number": "1", bundle: "" });
    expect(result.stdout).toMatch(/The bundle was not uploaded \(.*\)\. It lies in /);
  });
});

describe("a job that is ended from outside", () => {
  const afterBeginning =
    (signal: NodeJS.Signals): StepRequest["whileRunning"] =>
    (child) => {
      child.stdout?.on("data", (chunk: Buffer) => {
        if (chunk.includes("working")) setTimeout(() => child.kill(signal), 200);
      });
    };

  it("by SIGINT: the step ends at once and the post step uploads the bundle", async () => {
    const result = await step({ heal: "wait", whileRunning: afterBeginning("SIGINT") });
    expect(result.outputs).toMatchObject({ outcome: "cancelled", "stop-reason": "cancelled" });
    expect(server.artifacts.artifacts).toEqual([]);
    await post(result);
    expect(names(server.artifacts.artifacts[0]?.content)).toEqual(including(["journal.jsonl", "outcome.json", "report.md"]));
  });

  it("by SIGKILL: the post step completes what the journal holds and uploads it", async () => {
    const result = await step({ heal: "hang", whileRunning: afterBeginning("SIGKILL") });
    expect(result.exitCode).toBeNull();
    await post(result);
    expect(server.artifacts.artifacts).toMatchObject([{ final: true, name: result.state.artifact }]);
    const outcome = JSON.parse(await readFile(join(result.state.bundle ?? "", "outcome.json"), "utf8")) as { outcome: string };
    expect(outcome.outcome).toBe("cancelled");
  });

  it("after the upload the post step does nothing more", async () => {
    const result = await step();
    const after = await post(result);
    expect(after.stdout).not.toContain("artifact");
    expect(server.artifacts.artifacts).toHaveLength(1);
  });

  function post(result: StepResult): Promise<StepResult> {
    const state = Object.fromEntries(Object.entries(result.state).map(([name, value]) => [`STATE_${name}`, value]));
    return runner.step({ entry: bundles.path("post"), event: pushEvent("main", main), environment: state });
  }
});
