import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Patch } from "../../../src/domain/patch.js";
import { containing } from "../../support/asymmetric.js";
import { adaptersFor } from "../../support/github-server/client.js";
import { type GithubServer, readToken, startGithub } from "../../support/github-server/server.js";

let server: GithubServer;
let main: string;

beforeEach(async () => {
  server = await startGithub();
  main = server.push("main", { "src/app.js": "let a = 1;\r\n", "run.sh": "#!/bin/sh\n", "old.txt": "old\n", "latin.txt": Buffer.from([0x63, 0xe9, 0x0a]) });
});

afterEach(async () => {
  expect(server.violations).toEqual([]);
  expect(server.faults.unused()).toBe(0);
  await server.close();
});

const patch: Patch = {
  changes: [
    { kind: "modify", path: "latin.txt", before: "c\u00e9\n", after: "d\u00e9\n", encoding: "latin1" },
    { kind: "delete", path: "old.txt", before: "old\n", encoding: "utf8" },
    { kind: "modify", path: "run.sh", before: "#!/bin/sh\n", after: "#!/bin/sh\nexit 0\n", encoding: "utf8" },
    { kind: "modify", path: "src/app.js", before: "let a = 1;\r\n", after: "\uFEFFlet a = 2;\r\n", encoding: "utf8" },
    { kind: "add", path: "src/deep/new.js", after: "new\n", encoding: "utf8" },
  ],
};

async function committed(parents: readonly string[] = [main]): Promise<string> {
  const outcome = await adaptersFor(server).repository.commit({ parents, patch, message: "Mend" });
  if (outcome.kind !== "done") throw new Error(outcome.reason);
  return outcome.value;
}

describe("a commit through the git data API", () => {
  it("holds exactly the patched bytes and keeps the mode of a script", async () => {
    const commit = await committed();
    const { objects } = server.state;
    expect(objects.git(["ls-tree", "-r", "--format=%(objectmode) %(path)", commit]).trim().split("\n")).toEqual([
      "100644 latin.txt",
      "100755 run.sh",
      "100644 src/app.js",
      "100644 src/deep/new.js",
    ]);
    expect(objects.readBlob(objects.blobAt(commit, "latin.txt") ?? "")).toEqual(Buffer.from([0x64, 0xe9, 0x0a]));
    expect(objects.readBlob(objects.blobAt(commit, "src/app.js") ?? "")?.toString("utf8")).toBe("\uFEFFlet a = 2;\r\n");
    expect(objects.tryGit(["fsck", "--strict"])).not.toBeNull();
  });

  it("sends no author and no committer, so that the host signs it", async () => {
    await committed();
    const sent = server.writes().find((request) => request.path.endsWith("/git/commits"));
    expect(Object.keys(sent?.body ?? {}).sort()).toEqual(["message", "parents", "tree"]);
  });

  it("is not written again when its only parent already has that tree", async () => {
    const first = await committed();
    const again = await adaptersFor(server).repository.commit({ parents: [first], onto: main, patch, message: "Mend" });
    expect(again).toEqual({ kind: "done", value: first });
  });

  it("lays the patch on the tree it is told to, with a moved base as second parent", async () => {
    const ours = await committed();
    const moved = server.push("main", { "other.txt": "new on main\n" });
    const outcome = await adaptersFor(server).repository.commit({ parents: [ours, moved], onto: moved, patch, message: "Mend" });
    const facts = server.state.objects.readCommit(outcome.kind === "done" ? outcome.value : "");
    expect(facts.parents).toEqual([ours, moved]);
    expect(server.state.objects.blobAt(facts.sha, "other.txt")).not.toBeNull();
    expect(server.state.objects.blobAt(facts.sha, "src/deep/new.js")).not.toBeNull();
  });

  it("names the missing permission when the token may only read", async () => {
    const outcome = await adaptersFor(server, { token: readToken }).repository.commit({ parents: [main], patch, message: "Mend" });
    expect(outcome).toMatchObject({ kind: "forbidden", reason: containing("permissions: contents: write") });
    expect(server.requests.filter((request) => request.status === 403)).toHaveLength(1);
  });

  it("survives a bad gateway in the middle", async () => {
    server.arm({ method: "POST", path: /git\/trees$/, kind: "answer", answer: { status: 502, body: { message: "Bad gateway" } } });
    expect(server.state.objects.has(await committed(), "commit")).toBe(true);
  });
});

describe("the files of another commit", () => {
  it("are told apart by their bytes", async () => {
    const { repository } = adaptersFor(server);
    expect(await repository.differing(main, patch)).toEqual([]);
    const moved = server.push("main", { "src/app.js": "let a = 1;\n", "src/deep/new.js": "taken\n", "old.txt": null });
    expect(await repository.differing(moved, patch)).toEqual(["old.txt", "src/app.js", "src/deep/new.js"]);
  });

  it("are read as text, and a missing one is null", async () => {
    const { repository } = adaptersFor(server);
    expect(await repository.readFile(main, "old.txt")).toBe("old\n");
    expect(await repository.readFile(main, "missing/file.txt")).toBeNull();
  });
});

describe("a branch of ours", () => {
  it("is created once although the reply was lost", async () => {
    const commit = await committed();
    server.arm({ method: "POST", path: /git\/refs$/, kind: "drop-after" });
    const outcome = await adaptersFor(server).repository.createBranch("heal/main/ab12", commit);
    expect(outcome).toEqual({ kind: "done", value: { branch: "heal/main/ab12", commit } });
    expect(server.writes().filter((request) => request.path.endsWith("/git/refs"))).toHaveLength(1);
  });

  it("is a conflict when somebody else made it with another commit", async () => {
    const commit = await committed();
    const other = server.push("heal/main/ab12", { "x.txt": "x" });
    const outcome = await adaptersFor(server).repository.createBranch("heal/main/ab12", commit);
    expect(outcome.kind).toBe("conflict");
    expect(server.state.objects.ref("refs/heads/heal/main/ab12")).toBe(other);
  });

  it("waits boundedly until the host knows the commit", async () => {
    const commit = await committed();
    const answer = { status: 422, body: { message: "Object does not exist", documentation_url: "" } };
    server.arm({ method: "POST", path: /git\/refs$/, kind: "answer", answer, times: 2 });
    expect((await adaptersFor(server).repository.createBranch("heal/main/ab12", commit)).kind).toBe("done");
  });

  it("only moves forward, and only from the commit it was seen at", async () => {
    const { repository } = adaptersFor(server);
    const first = await committed();
    await repository.createBranch("heal/main/ab12", first);
    const human = server.push("heal/main/ab12", { "human.txt": "mine" });
    const second = server.state.objects.commit({ tree: server.state.objects.readCommit(main).tree, parents: [first], message: "late" });
    expect((await repository.advanceBranch("heal/main/ab12", first, second)).kind).toBe("conflict");
    expect((await repository.advanceBranch("heal/main/ab12", human, second)).kind).toBe("conflict");
    expect(server.state.objects.ref("refs/heads/heal/main/ab12")).toBe(human);
    expect(server.writes().every((request) => request.body.force !== true)).toBe(true);
  });

  it("is known to have moved although the reply was lost", async () => {
    const { repository } = adaptersFor(server);
    await repository.createBranch("heal/main/ab12", main);
    const next = await committed();
    server.arm({ method: "PATCH", path: /git\/refs/, kind: "drop-after" });
    expect(await repository.advanceBranch("heal/main/ab12", main, next)).toEqual({ kind: "done", value: { branch: "heal/main/ab12", commit: next } });
  });

  it("says what it holds beyond its base, over several pages", async () => {
    let tip = main;
    const tree = server.state.objects.readCommit(main).tree;
    for (let count = 0; count < 130; count++) tip = server.state.objects.commit({ tree, parents: [tip], message: `step ${count}` });
    const ahead = await adaptersFor(server).repository.ahead(main, tip);
    expect(ahead.mergeBase).toBe(main);
    expect(ahead.commits.map((commit) => commit.message)).toEqual(Array.from({ length: 130 }, (_, count) => `step ${count}`));
  });
});

describe("trouble with the token", () => {
  it("is told without the token in any text", async () => {
    const secret = "ghs_unknown_0123456789abcdefghijklmnop";
    const { repository } = adaptersFor(server, { token: secret });
    const outcome = await repository.commit({ parents: [main], patch, message: "Mend" });
    expect(outcome).toMatchObject({ kind: "forbidden", reason: containing("401") });
    expect(JSON.stringify(outcome)).not.toContain(secret);
    await expect(repository.readBranch("main")).rejects.toThrow(/^reading the branch main failed: 401 Bad credentials$/);
  });
});
