import { describe, expect, it } from "vitest";
import { pushEvent } from "../../support/action/hosted-runner.js";
import { hostedScene } from "../../support/action/hosted-scene.js";
import { redProject } from "../../support/action/red-project.js";
import { unzipped } from "../../support/action/zip.js";
import { runtimeToken, writeToken } from "../../support/github-server/server.js";

const scene = hostedScene((server) => {
  expect(server.violations).toEqual([]);
  expect(server.faults.unused()).toBe(0);
});

const basic = Buffer.from(`x-access-token:${writeToken}`).toString("base64");
const told = [
  `remote: https://x-access-token:${writeToken}@github.com/acme/widget.git refused`,
  `https://${writeToken}@github.com/acme/widget.git`,
  `AUTHORIZATION: basic ${basic}`,
  `key ${Buffer.from(writeToken).toString("hex")} ${writeToken.slice(0, 20)} ${writeToken.slice(20)}`,
];

/** Parts of the tokens, plain, as base64 or hexadecimal; every token of the host begins alike. */
function partsIn(text: string): string[] {
  const forms = [writeToken.slice("ghs_write_".length), basic, Buffer.from(writeToken).toString("hex"), runtimeToken];
  return forms.flatMap((form) => Array.from({ length: form.length - 15 }, (_none, at) => form.slice(at, at + 16))).filter((part) => text.includes(part));
}

describe("a publisher on a runner that logs everything (cases 23, 24)", () => {
  it.each([
    ["opening the pull request", "POST", /\/pulls$/],
    ["writing the branch", "POST", /\/git\/refs$/],
  ] as const)("tells no token, when the host's refusal of %s echoes it in every spelling", async (_what, method, path) => {
    const commit = scene.server.push("main", redProject);
    await scene.runner.checkout(commit);
    const body = { message: told[0], errors: told.slice(1), documentation_url: "https://docs.github.com/rest", status: "403" };
    scene.server.arm({ method, path, kind: "answer", answer: { status: 403, body, headers: {} } });
    const environment = { RUNNER_DEBUG: "1", ACTIONS_STEP_DEBUG: "true", DEBUG: "*", NODE_DEBUG: "*" };
    const result = await scene.runner.step({ entry: scene.entry, event: pushEvent("main", commit), inputs: { checks: "npm test" }, environment });
    expect(result.outputs, result.stdout).toMatchObject({ outcome: "healed", "pull-request-url": "" });
    expect(result.summary).toMatch(/403 remote: https:/);
    const artifacts = scene.server.artifacts.artifacts.map(({ name, content }) => ({ name, files: unzipped(content) }));
    const bytes = [result.stdout, result.stderr, result.summary, JSON.stringify([result.outputs, result.state, scene.server.writes(), artifacts])].join("\n");
    expect(partsIn(bytes)).toEqual([]);
  });
});
