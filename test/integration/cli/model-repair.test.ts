import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dollars } from "../../../src/render/figures.js";
import { eventsOf } from "../../../src/render/journal-view.js";
import { modelOutcome, modelServer, runWithModel } from "../../support/cli/model-run.js";
import { faultsOf, journalSoFar } from "../../support/cli/whole-bundle.js";
import { byModel, modelsAsked } from "../../support/model-server/two-models.js";
import { suiteRequires } from "../../support/requirements.js";

const grown = (condition: string): string => `The limit.\n\ngrade.js\n\`\`\`js\nexport const isGrown = (age) => ${condition};\n\`\`\`\nEND OF ANSWER`;
const settings = "tester: off\nreviewer: off\nprices: {test-model: {input: 1, output: 4}, other: {input: 10, output: 40}}\n";

suiteRequires("bubblewrap")("a model for repairs on the command line", () => {
  test("is asked for them and for lessons at its own price, and the other one for the samples", async () => {
    const server = await modelServer(byModel({ "test-model": (count) => grown(`age > ${18 + count}`), other: () => grown("age >= 18") }));
    const run = await runWithModel({
      flags: ["--model", "test-model", "--repair-model", "other", "--base-url", server.baseUrl, "--profile", "large"],
      files: { ".github/heal.yml": settings },
    });
    expect(modelOutcome(run), run.stderr).toMatchObject({ outcome: "healed", stopReason: "fixed" });
    expect(await faultsOf(run.out)).toEqual([]);
    const calls = eventsOf(journalSoFar(run.out), "model-called").map(({ call }) => call);
    const kinds = new Set(calls.map(({ role, model, costUsd }) => `${role}: ${model}, ${costUsd}`));
    expect([...kinds]).toEqual(["coder: test-model, 0.0001", "reflection: other, 0.001", "repair: other, 0.001"]);
    expect(modelsAsked(server)).toEqual(calls.map(({ model }) => model));
    const repairs = calls.filter(({ role }) => role === "repair").length;
    const row = `| repair | ${repairs} | ${20 * repairs} | ${20 * repairs} | ${dollars(0.001 * repairs)} |`;
    expect(readFileSync(join(run.out, "report.md"), "utf8")).toContain(row);
  });
});
