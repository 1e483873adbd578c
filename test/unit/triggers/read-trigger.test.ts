import { describe, expect, it } from "vitest";
import { readTrigger } from "../../../src/triggers/read-trigger.js";
import type { EventSource } from "../../../src/triggers/trigger.js";
import { containing } from "../../support/asymmetric.js";

const head = "a".repeat(40);
const merge = "b".repeat(40);
const base = "c".repeat(40);

function push(changes: Partial<EventSource> = {}): EventSource {
  return { name: "push", payload: {}, ref: "refs/heads/main", sha: head, repository: "acme/widget", ...changes };
}

function pullRequest(changes: { ref?: string; repo?: string | null; state?: string } = {}): EventSource {
  const repo = changes.repo === undefined ? { full_name: "acme/widget" } : changes.repo === null ? null : { full_name: changes.repo };
  const pull_request = {
    number: 7,
    state: changes.state ?? "open",
    head: { ref: changes.ref ?? "topic", sha: head, repo },
    base: { ref: "main", sha: base, repo: { full_name: "acme/widget" } },
  };
  return { name: "pull_request", payload: { action: "synchronize", pull_request }, ref: "refs/pull/7/merge", sha: merge, repository: "acme/widget" };
}

describe("a push", () => {
  it("asks for a fix of the branch that ran", () => {
    expect(readTrigger(push({ ref: "refs/heads/release/1.x" }))).toEqual({
      kind: "trigger",
      event: "push",
      targetBranch: "release/1.x",
      targetCommit: head,
      testedCommits: [head],
      configCommit: head,
      writes: { kind: "allowed" },
    });
  });

  it("of a tag, of a deletion and of a branch of Heal's own is skipped with a reason", () => {
    expect(readTrigger(push({ ref: "refs/tags/v1" }))).toMatchObject({ kind: "skip", reason: containing("refs/tags/v1") });
    expect(readTrigger(push({ sha: "0".repeat(40) }))).toMatchObject({ kind: "skip", reason: containing("deleted") });
    expect(readTrigger(push({ ref: "refs/heads/heal/main/ab12" }))).toMatchObject({ kind: "skip", reason: containing("own") });
  });

  it("to a branch whose name only begins like Heal's is not skipped", () => {
    expect(readTrigger(push({ ref: "refs/heads/healthy" })).kind).toBe("trigger");
  });
});

describe("a pull request", () => {
  it("of this repository asks for a fix of its head branch, with the configuration of its base", () => {
    expect(readTrigger(pullRequest())).toMatchObject({
      targetBranch: "topic",
      targetCommit: head,
      testedCommits: [merge, head],
      configCommit: base,
      writes: { kind: "allowed" },
    });
  });

  it("from a fork is healed without writing, and the reason names the fork", () => {
    expect(readTrigger(pullRequest({ repo: "mallory/widget" }))).toMatchObject({
      kind: "trigger",
      writes: { kind: "withheld", reason: containing("mallory/widget") },
    });
    expect(readTrigger(pullRequest({ repo: null }))).toMatchObject({ writes: { kind: "withheld" } });
  });

  it("from a fork that calls its branch like one of Heal's is still a fork", () => {
    expect(readTrigger(pullRequest({ repo: "mallory/widget", ref: "heal/main/ab12" }))).toMatchObject({ kind: "trigger", writes: { kind: "withheld" } });
  });

  it("of Heal's own or a closed one is skipped", () => {
    expect(readTrigger(pullRequest({ ref: "heal/main/ab12" })).kind).toBe("skip");
    expect(readTrigger(pullRequest({ state: "closed" }))).toMatchObject({ kind: "skip", reason: "The pull request #7 is closed." });
  });

  it("with a payload that is not one names what is missing", () => {
    expect(() => readTrigger({ ...pullRequest(), payload: { pull_request: { number: 7 } } })).toThrow(/pull_request\.state/);
  });
});

describe("other events", () => {
  it("pull_request_target is refused and the safe event is named", () => {
    expect(readTrigger({ ...pullRequest(), name: "pull_request_target" })).toMatchObject({
      kind: "refused",
      reason: containing("Use the pull_request event"),
    });
  });

  it("a schedule or a manual run heals the branch it ran on", () => {
    expect(readTrigger(push({ name: "schedule" }))).toMatchObject({ kind: "trigger", targetBranch: "main" });
    expect(readTrigger(push({ name: "workflow_dispatch", ref: "refs/tags/v1" })).kind).toBe("skip");
  });

  it.each(["issue_comment", "workflow_run", "merge_group", "release"])("%s is skipped in one line", (name) => {
    const decision = readTrigger(push({ name }));
    expect(decision).toEqual({ kind: "skip", reason: `Heal does not act on "${name}" events.` });
  });
});
