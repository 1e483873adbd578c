import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CaseId } from "../../../src/domain/case.js";
import type { JournalEvent } from "../../../src/domain/journal.js";
import type { Stop } from "../../../src/domain/outcome.js";
import type { Patch } from "../../../src/domain/patch.js";
import { type Fix, type Publication, type PublishPlace, publisher } from "../../../src/stages/publish.js";
import { containing, matching } from "../../support/asymmetric.js";
import { adaptersFor } from "../../support/github-server/client.js";
import { type GithubServer, readToken, startGithub } from "../../support/github-server/server.js";
import { journalFixture, linesOf } from "../../support/journal.js";

const run = promisify(execFile);
const broken = "exports.add = (a, b) => a - b;\n";
const mended = "exports.add = (a, b) => a + b;\n";
const test = "require('node:test')('adds', () => require('node:assert').equal(require('./add').add(1, 2), 3));\n";
const patch: Patch = { changes: [{ kind: "modify", path: "add.js", before: broken, after: mended, encoding: "utf8" }] };
const failure = { cases: ["node:test:add.test.js::adds" as CaseId], commands: ["node --test"] };
const fix: Fix = { patch, failure, lines: [] };

let server: GithubServer;
let main: string;

beforeEach(async () => {
  server = await startGithub();
  main = server.push("main", { "add.js": broken, "add.test.js": test });
});

afterEach(async () => {
  expect(server.violations).toEqual([]);
  expect(server.faults.unused()).toBe(0);
  expect(server.writes().every((request) => request.body.force !== true)).toBe(true);
  expect(server.state.objects.tryGit(["fsck", "--strict", "--no-dangling"])).not.toBeNull();
  await server.close();
});

function place(changes: Partial<PublishPlace> = {}): PublishPlace {
  return { targetBranch: "main", targetCommit: main, writes: { kind: "allowed" }, draft: true, ...changes };
}

function heal(at: PublishPlace = place(), token?: string) {
  const text = () => ({ title: "Mend add", body: "Why and how." });
  return publisher({ ...adaptersFor(server, token === undefined ? {} : { token }), text }, at);
}

function publish(at: PublishPlace = place(), token?: string): Promise<Publication> {
  return heal(at, token).publish(fix);
}

function nothingWritten(stop: Stop): Publication {
  return { event: { type: "published", action: "nothing", branch: null, pullRequest: null, reason: stop.sentence }, warnings: [], stop };
}

function branchHead(branch: string): string {
  return server.state.objects.ref(`refs/heads/${branch}`) ?? "";
}

function contentAt(commit: string, path: string): string {
  return server.state.objects.readBlob(server.state.objects.blobAt(commit, path) ?? "")?.toString("utf8") ?? "";
}

describe("publishing a fix", () => {
  it("leaves one branch that can be cloned and whose tests pass, and one draft", async () => {
    const { event } = await publish();
    expect(event).toMatchObject({ action: "created", pullRequest: { number: 1 }, branch: matching(/^heal\/main\/[0-9a-f]{12}$/) });
    expect(server.state.pulls).toMatchObject([{ draft: true, base: "main", title: "Mend add" }]);
    const folder = await mkdtemp(join(tmpdir(), "heal-clone-"));
    try {
      await run("git", ["clone", "--quiet", "--branch", event.branch ?? "", `${server.url}/acme/widget.git`, folder]);
      expect(await readFile(join(folder, "add.js"), "utf8")).toBe(mended);
      await run("git", ["-C", folder, "fsck", "--strict"]);
      await run("node", ["--test"], { cwd: folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("three times for the same failure keeps one pull request and one commit", async () => {
    const first = await publish();
    const second = await publish();
    const third = await publish();
    expect([second, third].map(({ event }) => event.action)).toEqual(["updated", "updated"]);
    expect(third.event.pullRequest).toEqual(first.event.pullRequest);
    expect(server.state.pulls).toHaveLength(1);
    expect(server.state.objects.between(main, branchHead(first.event.branch ?? ""))).toHaveLength(1);
  });

  it("grows the branch by one commit when the fix is another one", async () => {
    const { event } = await publish();
    const before = branchHead(event.branch ?? "");
    const other: Patch = { changes: [{ kind: "modify", path: "add.js", before: broken, after: "exports.add = (a, b) => b + a;\n", encoding: "utf8" }] };
    await heal().publish({ ...fix, patch: other });
    const head = server.state.objects.readCommit(branchHead(event.branch ?? ""));
    expect(head.parents).toEqual([before]);
    expect(contentAt(head.sha, "add.js")).toContain("b + a");
  });

  it("puts the fix of a pull request into its head branch", async () => {
    server.state.objects.moveRef("refs/heads/topic", main, null);
    const topic = server.push("topic", { "topic.txt": "t\n" });
    const { event } = await publish(place({ targetBranch: "topic", targetCommit: topic }));
    expect(event.branch).toMatch(/^heal\/topic\//);
    expect(server.state.pulls).toMatchObject([{ base: "topic" }]);
    expect(server.state.objects.readCommit(branchHead(event.branch ?? "")).parents).toEqual([topic]);
  });
});

describe("a fix of which a rule says that a person has to look", () => {
  const lines = journalFixture("healed-two-faults").flatMap(({ event }): JournalEvent[] => {
    if (event.type !== "accepted") return [event];
    const risk = { source: "network-added", severity: "advice", file: "add.js", line: 1, claim: "The patch opens a connection.", evidence: null } as const;
    return [{ type: "reviewed", candidate: event.candidate, verdict: "passed", findings: [risk], notChecked: [] }, event];
  });
  const risky: Fix = { ...fix, lines: linesOf(...lines) };

  it("gets a label, once however often it is published, and keeps what labels people gave", async () => {
    await heal().publish(risky);
    server.state.pulls[0]?.labels.push("ours");
    await heal().publish(risky);
    expect(server.state.pulls).toMatchObject([{ draft: true, labels: ["needs-human", "ours"] }]);
  });

  it("is published without it where the host refuses, and that is said", async () => {
    const refused = { message: "Resource not accessible by integration", documentation_url: "https://docs.github.com/rest", status: "403" };
    server.arm({ method: "POST", path: /\/labels$/, kind: "answer", answer: { status: 403, body: refused } });
    const { event, warnings } = await heal().publish(risky);
    expect(event).toMatchObject({ action: "created", pullRequest: { number: 1 } });
    expect(warnings).toEqual([
      "The pull request #1 has no label `needs-human`: labelling the pull request #1: 403 Resource not accessible by integration. Give the job `permissions: pull-requests: write`, or another token as `github-token`.",
    ]);
  });
});

describe("when the branch that ran moved on", () => {
  it("the fix starts from its new end if the patched files are the same there, and says so", async () => {
    const moved = server.push("main", { "other.txt": "o\n" });
    const { event, warnings } = await publish();
    expect(server.state.objects.readCommit(branchHead(event.branch ?? "")).parents).toEqual([moved]);
    expect(warnings).toEqual([matching(/^main moved from .* The patched files are the same there/)]);
  });

  it("a branch of ours takes the new end as second parent", async () => {
    const { event } = await publish();
    const before = branchHead(event.branch ?? "");
    const moved = server.push("main", { "other.txt": "o\n" });
    await publish(place({ targetCommit: moved }));
    const head = server.state.objects.readCommit(branchHead(event.branch ?? ""));
    expect(head.parents).toEqual([before, moved]);
    expect(contentAt(head.sha, "other.txt")).toBe("o\n");
    expect(contentAt(head.sha, "add.js")).toBe(mended);
  });

  it("the fix stands on the older commit if a patched file changed, and says that it conflicts", async () => {
    server.push("main", { "add.js": `// new\n${broken}` });
    const { event, warnings } = await publish();
    expect(event.action).toBe("created");
    expect(server.state.objects.readCommit(branchHead(event.branch ?? "")).parents).toEqual([main]);
    expect(warnings).toEqual([containing("conflicts with the newer commits")]);
  });

  it("to a commit that holds the fix, nothing is written", async () => {
    const tip = server.push("main", { "add.js": mended });
    const sentence = `main already holds this fix at ${tip.slice(0, 9)}, so nothing was written. Run the failed job again there.`;
    expect(await publish()).toEqual(nothingWritten({ reason: "already-fixed", sentence }));
    expect(server.writes()).toEqual([]);
  });

  it("to a rewritten history with other files, nothing is written", async () => {
    const other = server.push("other", { "add.js": "exports.add = null;\n" });
    server.state.objects.moveRef("refs/heads/main", other, main);
    const sentence = `main moved to ${other.slice(0, 9)} during the run and changed add.js, so the fix does not fit any more. Run Heal again there; the patch is in the bundle.`;
    expect(await publish()).toEqual(nothingWritten({ reason: "stale-head", sentence }));
    expect(server.writes()).toEqual([]);
  });

  it("and is gone, nothing is written and the reason says so", async () => {
    server.state.objects.git(["update-ref", "-d", "refs/heads/main"]);
    expect((await publish()).event).toMatchObject({ action: "nothing", reason: containing("main is gone") });
  });
});

describe("what people did to an earlier fix", () => {
  it("their commits on the branch are never overwritten", async () => {
    const { event } = await publish();
    const human = server.push(event.branch ?? "", { "add.js": "exports.add = (a, b) => a + b; // better\n" }, "Better");
    const writesBefore = server.writes().length;
    const again = await publish();
    expect(again.event).toMatchObject({ action: "nothing", reason: containing("not Heal's") });
    expect(branchHead(event.branch ?? "")).toBe(human);
    expect(server.writes()).toHaveLength(writesBefore);
  });

  it("a pull request they closed stays closed, and is known before anything is spent", async () => {
    await publish();
    for (const pull of server.state.pulls) pull.state = "closed";
    const writesBefore = server.writes().length;
    const sentence =
      "The pull request #1 for this failure was closed without merging, so Heal leaves the failure alone. Reopen the pull request to have it worked on again.";
    expect(await heal().earlier(failure)).toEqual({ kind: "closed", stop: { reason: "closed-by-person", sentence } });
    expect(await publish()).toEqual(nothingWritten({ reason: "closed-by-person", sentence }));
    expect(server.writes()).toHaveLength(writesBefore);
  });

  it("a pull request they merged does not stand in the way of the next", async () => {
    await publish();
    for (const pull of server.state.pulls) Object.assign(pull, { state: "closed", mergedAt: "2026-09-02T08:00:00Z" });
    expect(await heal().earlier(failure)).toEqual({ kind: "go" });
    expect((await publish()).event).toMatchObject({ action: "created", pullRequest: { number: 2 } });
  });
});

describe("what the host does not allow", () => {
  it("pull requests by Actions: the branch stays, with a compare link and the exact setting", async () => {
    server.state.actionsMayOpenPullRequests = false;
    const { event } = await publish();
    expect(event.action).toBe("branch-only");
    expect(contentAt(branchHead(event.branch ?? ""), "add.js")).toBe(mended);
    expect(event.reason).toContain("Allow GitHub Actions to create and approve pull requests");
    expect(event.reason).toContain(`https://github.example/acme/widget/compare/main...${event.branch}?expand=1`);
  });

  it("writing at all: nothing is lost and the permission is named", async () => {
    const { event } = await publish(place(), readToken);
    expect(event).toMatchObject({ action: "nothing", reason: containing("permissions: contents: write") });
  });

  it("a fork: the host is not even asked", async () => {
    const withheld = place({ writes: { kind: "withheld", reason: "Nothing was written: a fork." } });
    expect(await heal(withheld).earlier(failure)).toEqual({ kind: "go" });
    expect((await publish(withheld)).event).toMatchObject({ action: "nothing", reason: "Nothing was written: a fork." });
    expect(server.requests).toEqual([]);
  });

  it("a dry run looks everything up and writes nothing", async () => {
    const { event } = await publish(place({ writes: { kind: "dry-run" } }));
    expect(event).toMatchObject({
      action: "nothing",
      reason: matching(/^Dry run: nothing was written\. Otherwise Heal would open a pull request into main/),
    });
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.writes()).toEqual([]);
  });
});

describe("what a rule of the host forbids", () => {
  const rules: readonly (readonly [string, number, string, string])[] = [
    ["a ruleset for branch names", 422, "Repository rule violations found\n\nBranch name must match a given regex pattern: ^(main|feature/.*)$\n\n", "heal/**"],
    ["a ruleset for pushes", 422, "Repository rule violations found\n\nChanges must be made through the merge queue\n\n", "heal/**"],
    ["a ruleset for files", 422, "Repository rule violations found\n\nFile path is restricted: add.js\n\n", "heal/**"],
    ["required signatures", 422, "Repository rule violations found\n\nCommits must have verified signatures.\n\n", "leave `github-token` at its default"],
    ["branch protection", 403, "You're not authorized to push to this branch.", "heal/**"],
    ["a rule that the host does not name", 422, "Reference update failed", "heal/**"],
    ["an archived repository", 403, "Repository was archived so is read-only.", "Unarchive the repository"],
    ["a workflow file that the token may not write", 403, "Resource not accessible by integration", "look for a workflow file"],
  ];

  it.each(rules)("%s: the first write of the branch says so, once", async (_name, status, message, remedy) => {
    server.state.preReceive = () => ({ status, body: { message, documentation_url: "", status: String(status) } });
    const { event } = await publish();
    expect(event).toMatchObject({ action: "nothing", pullRequest: null, reason: containing("The patch is in the bundle.") });
    expect(event.reason).toContain(message.replace(/\s+/g, " ").trim());
    expect(event.reason).toContain(remedy);
    expect(server.writes().filter(({ path }) => /\/refs/.test(path))).toHaveLength(1);
  });

  it("a branch that may not grow any more is asked for once and stays as it was", async () => {
    const { event } = await publish();
    const before = branchHead(event.branch ?? "");
    server.state.preReceive = () => ({ status: 422, body: { message: "Cannot update this protected ref.", documentation_url: "" } });
    const other: Patch = { changes: [{ kind: "modify", path: "add.js", before: broken, after: "exports.add = (a, b) => b + a;\n", encoding: "utf8" }] };
    expect((await heal().publish({ ...fix, patch: other })).event).toMatchObject({ action: "nothing", reason: containing("Cannot update this protected ref") });
    expect(branchHead(event.branch ?? "")).toBe(before);
    expect(server.writes().filter(({ method }) => method === "PATCH")).toHaveLength(1);
  });

  it("a repository under a new name keeps its one pull request", async () => {
    await publish();
    server.state.formerName = "acme/gadget";
    const text = () => ({ title: "Mend add", body: "Why and how." });
    const again = await publisher({ ...adaptersFor(server, { repository: "acme/gadget" }), text }, place()).publish(fix);
    expect(again.event).toMatchObject({ action: "updated", pullRequest: { number: 1 } });
  });
});

describe("when the host breaks at any one call", () => {
  it("nothing is doubled and the run goes on with a reason", async () => {
    await publish();
    const calls = server.requests.map(({ method, path }) => ({ method, path }));
    expect(calls.length).toBeGreaterThan(8);
    for (const call of calls) {
      const fresh = await startGithub();
      const tip = fresh.push("main", { "add.js": broken, "add.test.js": test });
      const pattern = new RegExp(`${call.path.replace(/[0-9a-f]{40}/g, "[0-9a-f]{40}").replaceAll("/", "\\/")}$`);
      fresh.arm({ method: call.method, path: pattern, kind: "drop-after" });
      const text = () => ({ title: "Mend add", body: "Why and how." });
      const publication = await publisher({ ...adaptersFor(fresh), text }, place({ targetCommit: tip })).publish(fix);
      expect(publication.event, `${call.method} ${call.path}`).toMatchObject({ action: matching(/created|updated/) });
      expect(fresh.state.pulls).toHaveLength(1);
      expect(fresh.violations).toEqual([]);
      await fresh.close();
    }
  });

  it("for good, it is a reason and not an exception", async () => {
    server.arm({ method: "GET", path: /git\/ref\/heads\/main$/, kind: "answer", answer: { status: 500, body: { message: "oops" } }, times: 4 });
    expect((await publish()).event).toMatchObject({ action: "nothing", reason: containing("500 oops") });
  });
});

describe("two runs at once", () => {
  it("end with one branch and one pull request, every round", async () => {
    for (let round = 0; round < 5; round++) {
      const fresh = await startGithub();
      const tip = fresh.push("main", { "add.js": broken, "add.test.js": test });
      const text = () => ({ title: "Mend add", body: "Why and how." });
      const both = [1, 2].map(() => publisher({ ...adaptersFor(fresh), text }, place({ targetCommit: tip })).publish(fix));
      const events = (await Promise.all(both)).map(({ event }) => event);
      expect(events.map((event) => event.pullRequest?.number)).toEqual([1, 1]);
      expect(fresh.state.pulls).toHaveLength(1);
      expect(fresh.writes().every((request) => request.body.force !== true)).toBe(true);
      await fresh.close();
    }
  });
});
