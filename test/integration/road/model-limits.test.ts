import { expect, it, onTestFinished } from "vitest";
import { readJournal } from "../../../src/adapters/bundle/read-bundle.js";
import { createModel } from "../../../src/adapters/models/create-model.js";
import { Ledger } from "../../../src/adapters/models/ledger.js";
import { type BudgetLimits, defaultBudgetLimits } from "../../../src/domain/budget.js";
import type { JournalLine } from "../../../src/domain/journal.js";
import { eventLine } from "../../../src/render/event-line.js";
import { renderReport } from "../../../src/render/report.js";
import { RunLines } from "../../../src/render/run-lines.js";
import { healProject } from "../../support/heal-project.js";
import { roadWithModel, smallModel } from "../../support/model-road.js";
import { testKey } from "../../support/model-server/client.js";
import { faults } from "../../support/model-server/faults.js";
import { ModelServer } from "../../support/model-server/server.js";
import { suiteRequires } from "../../support/requirements.js";

const files = {
  "age.py": 'def is_grown(age):\n    """True from eighteen on."""\n    return age > 18\n',
  "test_age.py":
    "from age import is_grown\n\n\ndef test_limit():\n    assert is_grown(18)\n\n\ndef test_below():\n    assert not is_grown(17)\n\n\ndef test_above():\n    assert is_grown(40)\n",
};
const price = { input: 1, output: 4 };

interface RealModel {
  readonly baseUrl: string;
  readonly coder: "auto" | "model";
  readonly budget?: Partial<BudgetLimits>;
}

/** The whole road with a model at a real endpoint, whose waits are counted and not waited for. */
async function roadWithEndpoint({ baseUrl, coder, budget = {} }: RealModel) {
  const waits: number[] = [];
  const limits = { ...defaultBudgetLimits, operatorMs: 60_000, samplesFirst: 1, slowCaseMs: 60_000, opinions: 0, ...budget };
  const healed = await healProject({
    project: files,
    checks: ["python3 -m pytest -q"],
    plan: { model: { ...smallModel, baseUrl, profile: "auto", tester: "on", reviewer: "on", price }, coder, budget: limits },
    ports: {
      models: (desk) => {
        const model = createModel({
          source: { kind: "endpoint", model: "m", baseUrl, apiKey: testKey, version: "0.0.0" },
          price,
          ledger: new Ledger(desk),
          timeLeft: () => 20 * 60_000,
          random: () => 0,
          redact: (text) => text,
          pause: async (ms) => void waits.push(ms),
        });
        return { coder: model, repair: model };
      },
    },
  });
  onTestFinished(() => healed.dispose());
  return { ...healed, waits };
}

function shown(lines: readonly JournalLine[]): string[] {
  const run = new RunLines("log");
  return lines.flatMap((line) => run.next(line)?.slice(9) ?? []);
}

const types = (lines: readonly JournalLine[]) => lines.map(({ event }) => event.type).filter((type) => type.startsWith("model-"));

/** A sentence as running text of a report. */
const asProse = (text: string) => text.replaceAll("_", "\\_");

suiteRequires("bubblewrap", "pytest")("a model that does not answer while the operators heal", () => {
  it("is named once with what is wrong with the key, asked no more, and nobody is told that it found nothing", async () => {
    const server = (await ModelServer.start()).always(faults["a refused key"]);
    onTestFinished(() => server.close());
    const { stop, lines, bundleFolder } = await roadWithEndpoint({ baseUrl: server.baseUrl, coder: "auto" });
    const said = `${server.host} does not accept the key (401). Check that api-key (HEAL_API_KEY) is whole, valid and meant for base-url.`;
    expect(stop.reason).toBe("fixed");
    expect(server.requests).toHaveLength(1);
    expect(shown(lines).filter((line) => line.startsWith("no answer"))).toEqual([`no answer (probe): ${said}`]);
    expect(shown(lines).filter((line) => line.startsWith("review of"))).toEqual([
      expect.stringMatching(/^review of candidate \d+: the rules found nothing; no model looked at it: 127\.0\.0\.1:\d+ does not accept the key \(401\)\./),
    ]);
    const report = renderReport(lines);
    expect(report).toContain(`## Review\n\nThe rules found nothing against the patch; no model looked at it: ${asProse(said)}\n`);
    expect(report).not.toContain("Nothing was found against the patch.");
    const unchecked = report.slice(report.indexOf("## What was not checked"));
    expect(unchecked).toContain(`- No adversarial cases were written, because the model gave no answer: ${asProse(said)}\n`);
    expect(unchecked).toContain(`- The Reviewer gave no answer: ${asProse(said)}\n`);
    expect(await readJournal(bundleFolder)).toEqual(lines);
  });

  it("is waited for once where nothing answers at its address", async () => {
    const server = await ModelServer.start();
    await server.close();
    const { stop, lines, waits } = await roadWithEndpoint({ baseUrl: server.baseUrl, coder: "auto" });
    expect(stop.reason).toBe("fixed");
    expect(waits).toEqual([500, 1_000, 2_000, 4_000]);
    const told = `no answer (probe): Nothing answers at ${server.host} (ECONNREFUSED). Check base-url and that the endpoint runs.`;
    expect(shown(lines).filter((line) => line.startsWith("no answer"))).toEqual([told]);
    expect(types(lines)).toEqual(["model-limits", ...Array<string[]>(7).fill(["model-asked", "model-unbilled"]).flat()]);
  });
});

suiteRequires("bubblewrap", "pytest")("a run whose first call does not fit", () => {
  it.each([
    ["max-tokens", { maxTokens: 100 }, /\(max-tokens\): the next call to the model could take up to \d,\d{3} tokens, and 100 are left\. Raise max-tokens\. /],
    ["max-cost", { maxCost: 0.0001 }, /\(max-cost\): the next call to the model could cost up to \$0\.00\d+, and \$0\.0001 is left\. Raise max-cost\. /],
  ])("tells what all calls may take before it stops, and of %s what is left", async (reason, budget, sentence) => {
    const server = (await ModelServer.start()).always(faults["a refused key"]);
    onTestFinished(() => server.close());
    const { stop, lines } = await roadWithEndpoint({ baseUrl: server.baseUrl, coder: "model", budget });
    expect(stop).toEqual({ reason, sentence: expect.stringMatching(sentence) as string });
    expect(types(lines)).toEqual(["model-limits"]);
    expect(server.requests).toEqual([]);
  });
});

suiteRequires("bubblewrap", "pytest")("what a run may take at most", () => {
  it("is told before the first call, also where the operators heal and only the Tester is asked", async () => {
    const budget = { ...defaultBudgetLimits, operatorMs: 60_000, samplesFirst: 0, slowCaseMs: 60_000, opinions: 0 };
    const road = await roadWithModel({
      files,
      model: { ...smallModel, tester: "on", price },
      answers: { tester: ["is_grown(19)"] },
      plan: { coder: "auto", budget },
    });
    expect(road.stop.reason).toBe("fixed");
    expect(road.asked.map(({ role }) => role)).toEqual(["tester"]);
    expect(types(road.lines)).toEqual(["model-limits", "model-called"]);
    const told = road.lines.map(eventLine).filter((line) => line?.includes("model: m; it may take at most 200,000 tokens and $0.80"));
    expect(told).toHaveLength(1);
    expect(renderReport(road.lines)).toContain("- Model: `m`\n- What it might take at most: 200,000 tokens and $0.80\n");
  });
});
