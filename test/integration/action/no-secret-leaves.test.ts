import { describe, expect, it } from "vitest";
import { pushEvent, type StepRequest, type StepResult } from "../../support/action/hosted-runner.js";
import { hostedScene } from "../../support/action/hosted-scene.js";
import { redProject } from "../../support/action/red-project.js";
import { unzipped } from "../../support/action/zip.js";
import { leaksIn, spellings, spelt } from "../../support/spelt-secret.js";

const scene = hostedScene();

/** A case whose failure tells the secret in every spelling. */
const telling = `const test = require("node:test");
const assert = require("node:assert");
const { add } = require("../src/add.js");
test("adds ${spelt}", () => assert.equal(add(1, 2), 3, ${JSON.stringify(Object.values(spellings).join(" "))}));
`;

async function heal(branch: string, files: Readonly<Record<string, string>>, more: Partial<StepRequest> = {}): Promise<StepResult> {
  const commit = scene.server.push(branch, files);
  await scene.runner.checkout(commit);
  const environment = { DEPLOY_PASSWORD: spelt, GITHUB_JOB: `test ${spelt}`, ...more.environment };
  return scene.runner.step({ entry: scene.entry, event: pushEvent(branch, commit), inputs: { checks: "npm test", ...more.inputs }, environment });
}

/** Whatever the step gave to the scene.runner, the host or the artifact service. */
function everyByte(result: StepResult): string {
  const artifacts = scene.server.artifacts.artifacts.map(({ name, content }) => ({ name, files: unzipped(content) }));
  return [result.stdout, result.stderr, result.summary, ...[result.outputs, scene.server.writes(), artifacts].map((part) => JSON.stringify(part))].join("\n");
}

describe("what leaves the action", () => {
  it("holds no spelling of a secret where a fix is published: body, commit, log, summary, outputs and artifact", async () => {
    const result = await heal("main", { ...redProject, "test/telling.test.js": telling });
    expect(result, result.stdout + result.stderr).toMatchObject({ exitCode: 0, outputs: { outcome: "healed", "pull-request-number": "1" } });
    expect(leaksIn(everyByte(result))).toEqual([]);
    expect(scene.server.state.pulls[0]?.body).toContain("[redacted");
  });

  it("holds none where the file of a case that stays red is called by it", async () => {
    const files = { "package.json": redProject["package.json"], "src/add.js": "module.exports = { add: () => 'x' };\n", [`test/${spelt}.test.js`]: telling };
    const result = await heal("main", files, { inputs: { "max-minutes": "0.5" } });
    expect(result.outputs, result.stdout + result.stderr).toMatchObject({ outcome: "gave-up" });
    expect(result.stdout).toMatch(/^::warning title=Still failing,file=test\/\[redacted/m);
    expect(leaksIn(everyByte(result))).toEqual([]);
  });

  it("holds none where the branch is called by it: no branch of ours is written", async () => {
    scene.server.push("main", redProject);
    scene.server.state.objects.moveRef(`refs/heads/${spelt}`, scene.server.push("main", { "b.txt": "b\n" }), null);
    const result = await heal(spelt, { "c.txt": "c\n" });
    expect(result.outputs).toMatchObject({ outcome: "healed", branch: "" });
    expect(result.summary).toContain("Nothing was written: the branch that ran has something in its name that looks like a secret");
    expect(leaksIn(everyByte(result))).toEqual([]);
    expect(scene.server.writes()).toEqual([]);
  });

  it("holds none where a wrong input is quoted", async () => {
    const result = await heal("main", redProject, { inputs: { draft: spelt } });
    expect(result.outputs).toMatchObject({ outcome: "setup-error", "stop-reason": "invalid-setup" });
    expect(result.stdout).toMatch(/The input `draft` is .*\[redacted/);
    expect(leaksIn(everyByte(result))).toEqual([]);
  });
});
