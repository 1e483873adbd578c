import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { containing } from "../../support/asymmetric.js";
import { adaptersFor } from "../../support/github-server/client.js";
import { type GithubServer, readToken, startGithub } from "../../support/github-server/server.js";

const branch = "heal/main/ab12";
const request = { branch, base: "main", draft: true, title: "Mend", body: "Body" };
let server: GithubServer;

beforeEach(async () => {
  server = await startGithub();
  const main = server.push("main", { "a.txt": "a\n" });
  server.state.objects.moveRef(`refs/heads/${branch}`, main, null);
  server.push(branch, { "a.txt": "b\n" });
});

afterEach(async () => {
  expect(server.violations).toEqual([]);
  expect(server.faults.unused()).toBe(0);
  await server.close();
});

describe("opening a pull request", () => {
  it("makes a draft and finds it again by its branch", async () => {
    const { pullRequests } = adaptersFor(server);
    const created = await pullRequests.create(request);
    expect(created).toMatchObject({ kind: "done", value: { number: 1, state: "open", merged: false, head: branch, base: "main", body: "Body" } });
    expect(server.state.pulls[0]?.draft).toBe(true);
    expect(await pullRequests.find(branch)).toHaveLength(1);
    expect(await pullRequests.find("heal/main/other")).toEqual([]);
  });

  it("makes one only, although the reply was lost", async () => {
    server.arm({ method: "POST", path: /\/pulls$/, kind: "drop-after" });
    expect((await adaptersFor(server).pullRequests.create(request)).kind).toBe("done");
    expect(server.state.pulls).toHaveLength(1);
  });

  it("makes one only, although a bad gateway answered after it was made and the list lags behind", async () => {
    server.arm({ method: "POST", path: /\/pulls$/, kind: "answer-after", answer: { status: 502, body: { message: "Bad gateway" } } });
    server.arm({ method: "GET", path: /\/pulls$/, kind: "answer", answer: { status: 200, body: [] } });
    expect(await adaptersFor(server).pullRequests.create(request)).toMatchObject({ kind: "done", value: { number: 1 } });
    expect(server.state.pulls).toHaveLength(1);
  });

  it("gives the one that is already open", async () => {
    const { pullRequests } = adaptersFor(server);
    await pullRequests.create(request);
    expect(await pullRequests.create(request)).toMatchObject({ kind: "done", value: { number: 1 } });
    expect(server.state.pulls).toHaveLength(1);
  });

  it("waits boundedly until the host sees the new branch", async () => {
    const answer = {
      status: 422,
      body: { message: "Validation Failed", errors: [{ resource: "PullRequest", field: "head", code: "invalid" }], documentation_url: "" },
    };
    server.arm({ method: "POST", path: /\/pulls$/, kind: "answer", answer, times: 2 });
    expect((await adaptersFor(server).pullRequests.create(request)).kind).toBe("done");
  });

  it("gives up after a few looks when there really is nothing between", async () => {
    const outcome = await adaptersFor(server).pullRequests.create({ ...request, branch: "main", base: "main" });
    expect(outcome).toMatchObject({ kind: "conflict", reason: containing("No commits between main and main") });
    expect(server.writes()).toHaveLength(4);
  });

  it("names the exact setting when Actions may not open pull requests", async () => {
    server.state.actionsMayOpenPullRequests = false;
    const outcome = await adaptersFor(server).pullRequests.create(request);
    expect(outcome).toMatchObject({ kind: "forbidden", reason: containing("Allow GitHub Actions to create and approve pull requests") });
    expect(server.writes()).toHaveLength(1);
  });

  it("names the missing permission when the token may only read", async () => {
    const outcome = await adaptersFor(server, { token: readToken }).pullRequests.create(request);
    expect(outcome).toMatchObject({ kind: "forbidden", reason: containing("permissions: pull-requests: write") });
  });

  it("waits out a short rate limit and reports a long one", async () => {
    const limited = (seconds: number) => ({
      status: 403,
      body: { message: "You have exceeded a secondary rate limit", documentation_url: "" },
      headers: { "retry-after": String(seconds) },
    });
    server.arm({ method: "POST", path: /\/pulls$/, kind: "answer", answer: limited(5) });
    expect((await adaptersFor(server).pullRequests.create(request)).kind).toBe("done");
    server.arm({ method: "PATCH", path: /\/pulls\/1$/, kind: "answer", answer: limited(3000) });
    const late = await adaptersFor(server).pullRequests.update(1, { title: "T", body: "B" });
    expect(late).toMatchObject({ kind: "unavailable", reason: containing("The limit ends in about 50 min: run the job again then") });
  });

  it("waits no longer than a few minutes over all requests of a run", async () => {
    const limited = { status: 429, body: { message: "You have exceeded a secondary rate limit", documentation_url: "" }, headers: { "retry-after": "80" } };
    const { pullRequests } = adaptersFor(server);
    await pullRequests.create(request);
    server.arm({ method: "PATCH", path: /\/pulls\/1$/, kind: "answer", answer: limited, times: 5 });
    const updates = [await pullRequests.update(1, { title: "T", body: "B" }), await pullRequests.update(1, { title: "U", body: "B" })];
    expect(updates.map(({ kind }) => kind)).toEqual(["unavailable", "unavailable"]);
    expect(server.writes().filter(({ method }) => method === "PATCH")).toHaveLength(5);
  });
});

describe("updating a pull request", () => {
  it("changes its words and nothing else", async () => {
    const { pullRequests } = adaptersFor(server);
    await pullRequests.create(request);
    await pullRequests.update(1, { title: "New", body: "New body" });
    expect(server.state.pulls).toMatchObject([{ title: "New", body: "New body", draft: true, state: "open" }]);
  });
});
