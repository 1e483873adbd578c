import { beforeEach, describe, expect, it } from "vitest";
import type { CaseId } from "../../../src/domain/case.js";
import { failureFingerprint, healBranch, hiddenMarker } from "../../../src/domain/publication.js";
import { pushEvent, type StepResult } from "../../support/action/hosted-runner.js";
import { hostedScene } from "../../support/action/hosted-scene.js";
import { redProject } from "../../support/action/red-project.js";
import { matching } from "../../support/asymmetric.js";
import type { Answer } from "../../support/github-server/state.js";

const scene = hostedScene((server) => {
  expect(server.violations).toEqual([]);
  expect(server.faults.unused()).toBe(0);
});

async function heal(branch: string, commit: string, environment: Readonly<Record<string, string>> = {}): Promise<StepResult> {
  await scene.runner.checkout(commit);
  return scene.runner.step({ entry: scene.entry, event: pushEvent(branch, commit), inputs: { checks: "npm test" }, environment });
}

function refused(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: { message, documentation_url: "https://docs.github.com/rest", status: String(status) }, headers };
}

function sentTo(path: RegExp): number {
  return scene.server.writes().filter((request) => path.test(request.path)).length;
}

/** Nothing paid for is lost: the step is green, the proved patch is in the uploaded bundle. */
function expectKept(result: StepResult): void {
  expect(result, result.stdout + result.stderr).toMatchObject({ exitCode: 0, stderr: "", outputs: { outcome: "healed", "stop-reason": "fixed" } });
  expect(scene.server.artifacts.artifacts.at(-1)).toMatchObject({ name: result.outputs.bundle, final: true });
  expect(scene.server.artifacts.artifacts.at(-1)?.content.includes("fix.patch")).toBe(true);
}

describe("a branch whose workflow files are not those of the default branch (case 114)", () => {
  /** As the host does it: a job's token may write no branch that holds a workflow file the default branch does not have so. */
  function workflowsAt(commit: string): string {
    return scene.server.state.objects.tryGit(["rev-parse", `${commit}:.github/workflows`])?.trim() ?? "none";
  }

  beforeEach(() => {
    scene.server.state.preReceive = ({ sha }) => {
      if (workflowsAt(sha) === workflowsAt("refs/heads/main")) return null;
      return refused(403, "refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission");
    };
  });

  it("is refused by the host: the report says what to do, and the patch is in the bundle", async () => {
    const old = scene.server.push("main", { ...redProject, ".github/workflows/ci.yml": "on: push\n" });
    scene.server.state.objects.moveRef("refs/heads/release", old, null);
    scene.server.push("main", { ".github/workflows/ci.yml": "on: [push, pull_request]\n" });
    const result = await heal("release", old);
    expectKept(result);
    expect(result.outputs).toMatchObject({ branch: "", "pull-request-url": "" });
    expect(result.summary).toMatch(/Bring that branch up to date with the default branch and run again/);
    expect(result.summary).not.toContain("permissions: contents: write");
    expect(sentTo(/git\/refs$/)).toBe(1);
  });

  it("does not arise where the default branch moved on, since the fix stands on its end", async () => {
    const old = scene.server.push("main", { ...redProject, ".github/workflows/ci.yml": "on: push\n" });
    const moved = scene.server.push("main", { ".github/workflows/ci.yml": "on: [push, pull_request]\n" });
    const result = await heal("main", old);
    expectKept(result);
    expect(result.outputs["pull-request-number"]).toBe("1");
    expect(scene.server.state.objects.readCommit(scene.server.state.objects.ref(`refs/heads/${result.outputs.branch}`) ?? "").parents).toEqual([moved]);
  });
});

describe("rules of the repository (case 118)", () => {
  it("that forbid the branch are told with their words and a remedy, asked once and never forced", async () => {
    const main = scene.server.push("main", redProject);
    scene.server.state.preReceive = () => refused(422, "Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n");
    const result = await heal("main", main);
    expectKept(result);
    expect(result.outputs).toMatchObject({ branch: "", "pull-request-url": "" });
    expect(result.summary).toContain("Cannot create ref due to creations being restricted");
    expect(result.summary).toMatch(/Except the branches .*heal\/.* from it/);
    expect(sentTo(/git\/refs$/)).toBe(1);
    expect(scene.server.writes().every((request) => request.body.force !== true)).toBe(true);
  });

  it("a repository that got another name meanwhile is written to under its new one", async () => {
    const main = scene.server.push("main", redProject);
    scene.server.state.formerName = "acme/gadget";
    const result = await heal("main", main, { GITHUB_REPOSITORY: "acme/gadget" });
    expectKept(result);
    expect(result.outputs["pull-request-number"]).toBe("1");
    expect(scene.server.state.objects.between(main, `refs/heads/${result.outputs.branch}`)).toHaveLength(1);
  });
});

describe("a rate limit that ends later than a job waits for (case 122)", () => {
  it("between the branch and its pull request ends the run at once with the time, and a later run goes on from there", async () => {
    const main = scene.server.push("main", redProject);
    scene.server.arm({
      method: "POST",
      path: /\/pulls$/,
      kind: "answer",
      answer: refused(403, "You have exceeded a secondary rate limit.", { "retry-after": "600" }),
    });
    const limited = await heal("main", main);
    expectKept(limited);
    expect(limited.outputs).toMatchObject({ branch: matching(/^heal\/main\//), "pull-request-url": "" });
    expect(limited.summary).toMatch(/The limit ends in about 10 min: run the job again then/);
    expect(sentTo(/\/pulls$/)).toBe(1);
    const commits = sentTo(/git\/commits$/);
    const later = await heal("main", main);
    expect(later.outputs).toMatchObject({ branch: limited.outputs.branch, "pull-request-number": "1" });
    expect(sentTo(/git\/commits$/)).toBe(commits);
  });

  it("of the whole hour ends the run without hammering the host", async () => {
    const main = scene.server.push("main", redProject);
    const spent = { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 3000) };
    scene.server.state.spent = refused(403, "API rate limit exceeded for installation ID 1.", spent);
    const result = await heal("main", main);
    expectKept(result);
    expect(result.summary).toMatch(/The limit ends in about (50|49) min: run the job again then/);
    expect(scene.server.writes()).toEqual([]);
    expect(scene.server.requests.length).toBeLessThanOrEqual(4);
  });
});

describe("objects that carry our marker and are not ours (case 147)", () => {
  it("are neither believed nor changed", async () => {
    const main = scene.server.push("main", redProject);
    const fingerprint = failureFingerprint({ cases: ["node:test:test/add.test.js::adds" as CaseId], commands: ["npm test"] });
    const branch = healBranch("main", fingerprint);
    const body = `Merge this.\n\n${hiddenMarker(fingerprint, main)}\n`;
    scene.server.state.objects.moveRef("refs/heads/evil", main, null);
    const spoof = { title: "Spoof", base: "main", draft: false, labels: [], createdAt: "2026-09-01T08:00:00Z", closedAt: null, mergedAt: null };
    const spoofs = [
      { ...spoof, number: 1, head: branch, fork: "acme/widget-copy", author: "mallory", association: "NONE", state: "closed", body },
      { ...spoof, number: 2, head: branch, fork: "mallory/widget", author: "mallory", association: "NONE", state: "open", body },
      { ...spoof, number: 3, head: "evil", author: "mallory", association: "NONE", state: "open", body },
      { ...spoof, number: 4, head: branch, author: "mallory", association: "NONE", state: "closed", body },
    ] as const;
    scene.server.state.pulls.push(...structuredClone(spoofs));
    const result = await heal("main", main);
    expectKept(result);
    expect(result.outputs).toMatchObject({ branch, "pull-request-number": "5" });
    expect(scene.server.state.pulls.slice(0, 4)).toEqual(spoofs);
  });
});
