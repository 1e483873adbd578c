import { expect, test } from "vitest";
import { modelOutcome, modelServer, runWithModel } from "../../support/cli/model-run.js";
import { says } from "../../support/model-server/replies.js";
import type { Reply } from "../../support/model-server/server.js";
import { suiteRequires } from "../../support/requirements.js";

const body = (limit: number): Reply => says(`\`\`\`js\nexport const isGrown = (age) => age > ${limit};\n\`\`\`\n`);

/** Says one thing when asked to write the function, and another when asked to mend it, however warm. */
const byTurns: Reply = (exchange) => body(exchange.request.body.includes("Write the JavaScript function") ? 19 : 20)(exchange);

async function runWith(reply: Reply) {
  const server = await modelServer(reply);
  const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl, "--profile", "small"] });
  expect(run.status, run.stderr).toBe(1);
  return { outcome: modelOutcome(run), temperatures: server.requests.map(({ body: text }) => (JSON.parse(text) as { temperature: number }).temperature) };
}

suiteRequires("bubblewrap")("a small model that does not get on", () => {
  test("ends as same-patch when it says one thing again and again, each time drawn once more, warmer", async () => {
    const { outcome, temperatures } = await runWith(body(19));
    expect(outcome).toMatchObject({ outcome: "gave-up", stopReason: "same-patch", attempts: 3 });
    expect(outcome.summary).toMatch(/^Stopped after 3 attempts \(same-patch\): a patch that had failed was proposed again, twice\. Last failure: /);
    expect(temperatures).toEqual([0, 0, 0.7, 0.7, 1]);
  });

  test("ends as oscillation when it says two things by turns", async () => {
    const { outcome, temperatures } = await runWith(byTurns);
    expect(outcome).toMatchObject({ outcome: "gave-up", stopReason: "oscillation", attempts: 4 });
    expect(outcome.summary).toMatch(/^Stopped after 4 attempts \(oscillation\): two patches were proposed by turns\. Last failure: /);
    expect(temperatures).toEqual([0, 0, 0.7, 1, 0.7, 1]);
  });
});
