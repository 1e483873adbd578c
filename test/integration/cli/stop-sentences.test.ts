import { expect, test } from "vitest";
import { matching } from "../../support/asymmetric.js";
import { type ModelRunRequest, modelOutcome, modelServer, runWithModel } from "../../support/cli/model-run.js";
import { faultsOf } from "../../support/cli/whole-bundle.js";
import { faults } from "../../support/model-server/faults.js";
import type { Reply } from "../../support/model-server/server.js";
import { suiteRequires } from "../../support/requirements.js";

const lastFailure = "Last failure: node:test:grade.test.js::at the limit: false !== true.";
const priced = { ".github/heal.yml": "prices: {test-model: {input: 1, output: 4}}\n" };

async function told(
  reply: Reply,
  { flags, files }: ModelRunRequest,
): Promise<{ readonly status: number | null; readonly stopReason: string; readonly summary: string }> {
  const server = await modelServer(reply);
  const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl, ...flags], ...(files === undefined ? {} : { files }) });
  expect(await faultsOf(run.out)).toEqual([]);
  const { stopReason, summary } = modelOutcome(run);
  return { status: run.status, stopReason, summary };
}

suiteRequires("bubblewrap")("the sentence of a run that a limit ends at a call to the model", () => {
  test("says that tokens are left, but not enough of them", async () => {
    expect(await told(faults["a web page"], { flags: ["--profile", "small", "--max-tokens", "100"] })).toEqual({
      status: 1,
      stopReason: "max-tokens",
      summary: matching(
        /^Stopped after 0 attempts \(max-tokens\): the next call to the model could take up to \d{3} tokens, and 100 are left\. Raise max-tokens\. Last failure: node:test:grade\.test\.js::at the limit: false !== true\.$/,
      ),
    });
  });

  test("says that money is left, but not enough of it", async () => {
    expect(await told(faults["a web page"], { flags: ["--profile", "small", "--max-cost", "0.0001"], files: priced })).toEqual({
      status: 1,
      stopReason: "max-cost",
      summary: matching(
        /^Stopped after 0 attempts \(max-cost\): the next call to the model could cost up to \$0\.00\d{4}, and \$0\.0001 is left\. Raise max-cost\. Last failure: node:test:grade\.test\.js::at the limit: false !== true\.$/,
      ),
    });
  });

  test("says that the time is used up, when the answer does not come within it", async () => {
    expect(await told(faults["no answer at all"], { flags: ["--profile", "small", "--max-minutes", "0.2"] })).toEqual({
      status: 1,
      stopReason: "max-time",
      summary: `Stopped after 0 attempts (max-time). ${lastFailure}`,
    });
  });
});
