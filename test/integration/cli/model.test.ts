import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { matching } from "../../support/asymmetric.js";
import { brokenFiles, writeProject } from "../../support/cli/broken-project.js";
import { healRun, outcomeIn } from "../../support/cli/heal-command.js";
import { mending, modelOutcome, modelServer, runWithModel } from "../../support/cli/model-run.js";
import { testFolder } from "../../support/cli/test-folder.js";
import { faultsOf } from "../../support/cli/whole-bundle.js";
import { suiteRequires } from "../../support/requirements.js";

const settings = { ".github/heal.yml": "prices: {test-model: {input: 1, output: 4}}\n" };
suiteRequires("bubblewrap")("a model on the command line", () => {
  test("heals, and the report tells what it took, what was sent and what it proposed; the run is replayed without it", async () => {
    const server = await modelServer(mending);
    const run = await runWithModel({ flags: ["--model", "test-model", "--base-url", server.baseUrl], files: settings });
    expect(run.status, run.stderr).toBe(0);
    expect(await faultsOf(run.out)).toEqual([]);
    const calls = server.requests.length;
    const [input, output] = [calls * 20, calls * 20];
    expect(modelOutcome(run)).toMatchObject({ outcome: "healed", attempts: 3, tokens: { input, output }, cost: { usd: (input * 1 + output * 4) / 1e6 } });
    const report = readFileSync(join(run.out, "report.md"), "utf8");
    expect(report).toContain("- What it might take at most: 200,000 tokens and $0.80\n");
    expect(report).toContain(`- What it took: ${input} tokens in, ${output} out, in ${calls} calls; $`);
    expect(report).toMatch(/Sent to the model, whole or in part \(2 files\):\n- `grade\.js`\n- `grade\.test\.js`/);
    expect(report).toMatch(/<summary>Attempt 1 \(model\): turned every red case green, 1 candidate<\/summary>/);
    expect(run.stderr).toMatch(/ {2}model: test-model; it may take at most 200,000 tokens and \$0\.80\n {2,}[\d.]+s {2,}probe: /);
    expect(run.stderr).toMatch(/s {2}profile (small|large): /);
    expect(run.stderr).toMatch(/ {4}coder: text, 20 tokens in, 20 out, \$0\.000100, \d/);
    const again = await healRun({
      cwd: writeProject(join(testFolder(), "project"), { ...brokenFiles, ...settings }),
      check: "node --test",
      out: join(run.folder, "again"),
      more: ["--coder", "model", "--model", `replay:${run.out}`],
    });
    expect(again.status, again.stderr).toBe(0);
    expect(server.requests.length).toBe(calls);
    expect(outcomeIn(join(run.folder, "again"))).toMatchObject({ outcome: "healed", tokens: { input, output } });
  });

  test("may be a file of replies, which costs nothing", async () => {
    const folder = writeProject(testFolder(), {
      "replies.yml": "replies:\n  - {kind: empty}\n  - |\n    ```js\n    export const isGrown = (age) => age >= 18;\n    ```\n",
    });
    const run = await runWithModel({ flags: ["--model", `scripted:${join(folder, "replies.yml")}`, "--profile", "small"], environment: { HEAL_API_KEY: "" } });
    expect(modelOutcome(run), run.stderr).toMatchObject({ outcome: "healed", tokens: { input: 0, output: 0 }, cost: { usd: 0 } });
  });

  test("is held to tokens and money: a call that might not fit is not made", async () => {
    const server = await modelServer(mending);
    const model = ["--model", "test-model", "--base-url", server.baseUrl, "--profile", "small"];
    const tokens = await runWithModel({ flags: [...model, "--max-tokens", "100"] });
    expect(tokens.status).toBe(1);
    expect(modelOutcome(tokens)).toMatchObject({
      outcome: "gave-up",
      stopReason: "max-tokens",
      tokens: { input: 0, output: 0 },
      summary: matching(/\(max-tokens\)/),
    });
    const money = await runWithModel({ flags: [...model, "--max-cost", "0.0001"], files: settings });
    expect(modelOutcome(money)).toMatchObject({ outcome: "gave-up", stopReason: "max-cost", cost: { usd: 0 } });
    expect(server.requests).toEqual([]);
  });

  test("is not asked when operators are asked for, and the report says so", async () => {
    const server = await modelServer(mending);
    const run = await runWithModel({ flags: ["--coder", "operators", "--model", "test-model", "--base-url", server.baseUrl] });
    expect(modelOutcome(run), run.stderr).toMatchObject({ outcome: "healed", tokens: { input: 0, output: 0 } });
    expect(readFileSync(join(run.out, "report.md"), "utf8")).toContain("- The model test-model was not asked: the coder is \\`operators\\`.");
    expect(server.requests).toEqual([]);
  });

  test("that only heal.yml names is passed over without a key, and the report says so", async () => {
    const files = { ".github/heal.yml": "model: gpt-4.1-mini\n" };
    const run = await runWithModel({ flags: ["--coder", "auto"], files, environment: { HEAL_API_KEY: "", OPENAI_API_KEY: "" } });
    expect(run.status, run.stderr).toBe(0);
    expect(readFileSync(join(run.out, "report.md"), "utf8")).toContain("- The model gpt-4.1-mini was not asked: no key is given for it. Set HEAL\\_API\\_KEY");
  });
});
