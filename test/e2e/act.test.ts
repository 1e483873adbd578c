import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Act } from "../support/action/act.js";
import { type GithubServer, startGithub, writeToken } from "../support/github-server/server.js";
import { suiteRequires } from "../support/requirements.js";

const run = promisify(execFile);

const workflow = `on: push
permissions:
  contents: write
  pull-requests: write
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - id: tests
        run: npm test
      - id: heal
        if: failure()
        uses: acme/heal@v1
        with:
          checks: npm test
      - id: after
        if: always()
        env:
          SEEN: "outcome=\${{ steps.heal.outputs.outcome }} pull=\${{ steps.heal.outputs.pull-request-number }} branch=\${{ steps.heal.outputs.branch }}"
        run: echo "$SEEN"
`;

const tests = `const test = require("node:test");
const assert = require("node:assert");
const { total } = require("../src/total.js");
test("adds all", () => assert.equal(total([1, 2, 3]), 6));
test("is nothing for none", () => assert.equal(total([]), 0));
`;

function project(operator: string): Record<string, string> {
  return {
    ".github/workflows/ci.yml": workflow,
    "package.json": '{"name":"widget","scripts":{"test":"node --test"}}\n',
    "src/total.js": `function total(values) {\n  let sum = 0;\n  for (const value of values) sum ${operator} value;\n  return sum;\n}\n\nmodule.exports = { total };\n`,
    "test/total.test.js": tests,
  };
}

suiteRequires("act", "git")("a workflow with Heal as its last step", () => {
  let act: Act;
  let server: GithubServer;

  beforeAll(async () => {
    act = await Act.prepare();
  });
  afterAll(() => act.remove());
  beforeEach(async () => {
    server = await startGithub();
  });
  afterEach(async () => {
    expect(server.violations).toEqual([]);
    await server.close();
  });

  it("opens a draft when a step failed; the branch can be cloned, is sound and green", async () => {
    const seen = await act.push(server, server.push("main", project("-=")));
    expect(seen.steps, seen.log).toMatchObject({ tests: "failure", heal: "success", after: "success" });
    expect(seen.jobResult).toBe("failure");
    const [pull] = server.state.pulls;
    expect(pull).toMatchObject({ draft: true, base: "main", state: "open" });
    expect(seen.log).toContain(`outcome=healed pull=1 branch=${pull?.head}`);
    expect(seen.log).not.toContain(writeToken);
    await expectGreenClone(server, pull?.head ?? "");
  });

  it("is not started when every step passed", async () => {
    const seen = await act.push(server, server.push("main", project("+=")));
    expect(seen.steps, seen.log).toMatchObject({ tests: "success", after: "success" });
    expect(seen.jobResult).toBe("success");
    expect(seen.log).toContain("outcome= pull= branch=");
    expect(server.writes()).toEqual([]);
  });
});

async function expectGreenClone(server: GithubServer, branch: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "heal-clone-"));
  try {
    await run("git", ["clone", "--quiet", "--branch", branch, `${server.url}/${server.state.fullName}.git`, folder]);
    await run("git", ["-C", folder, "fsck", "--strict"]);
    await run("npm", ["test"], { cwd: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
