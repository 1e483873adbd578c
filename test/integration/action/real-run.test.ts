import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltEntries, bundleEntries } from "../../support/action/bundle.js";
import { HostedRunner, pushEvent } from "../../support/action/hosted-runner.js";
import { redProject } from "../../support/action/red-project.js";
import { type GithubServer, startGithub } from "../../support/github-server/server.js";

const run = promisify(execFile);
let bundles: BuiltEntries;
let server: GithubServer;
let runner: HostedRunner;

beforeAll(async () => {
  bundles = await bundleEntries({ index: "src/main.ts", post: "src/post.ts" });
});

afterAll(() => bundles.remove());

beforeEach(async () => {
  server = await startGithub();
  runner = await HostedRunner.start(server);
});

afterEach(async () => {
  expect(server.violations).toEqual([]);
  await runner.stop();
  await server.close();
});

describe("the bundled action on a push whose test is red", () => {
  it("heals the pinned commit and opens one draft, whose branch is clonable, sound and green", { timeout: 240_000 }, async () => {
    const main = server.push("main", redProject);
    await runner.checkout(main);
    const step = { entry: bundles.path("index"), event: pushEvent("main", main), inputs: { checks: "npm test" } };
    const first = await runner.step(step);
    expect(first, first.stdout + first.stderr).toMatchObject({
      exitCode: 0,
      stderr: "",
      outputs: { outcome: "healed", "stop-reason": "fixed", "pull-request-number": "1" },
    });
    expect(first.stdout).not.toMatch(/^::error file=src\/add\.js/m);
    await expectGreenClone(first.outputs.branch ?? "");
    expect(server.artifacts.artifacts).toMatchObject([{ final: true }]);
    const run = new URL("acme/widget/actions/runs/4711", `http://github.localhost:${new URL(server.url).port}/`).href;
    expect(server.state.pulls[0]?.body).toContain(`the artifact \`${first.outputs.bundle}\` of [this workflow run](${run})`);
    expect(server.state.pulls[0]?.body).toContain("Stop reason: `fixed`.");
    expect(server.state.pulls[0]?.body).not.toContain("cut short");
    const again = await runner.step(step);
    expect(again.outputs).toMatchObject({ outcome: "healed", "pull-request-number": "1", branch: first.outputs.branch });
    expect(server.state.pulls).toMatchObject([{ draft: true, base: "main" }]);
  });
});

async function expectGreenClone(branch: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "heal-clone-"));
  try {
    await run("git", ["clone", "--quiet", "--branch", branch, `${server.url}/acme/widget.git`, folder]);
    await run("git", ["-C", folder, "fsck", "--strict"]);
    expect(await readFile(join(folder, "test/add.test.js"), "utf8")).toBe(redProject["test/add.test.js"]);
    await run("node", ["--test"], { cwd: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
