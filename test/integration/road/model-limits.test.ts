import { expect, it } from "vitest";
import { defaultBudgetLimits } from "../../../src/domain/budget.js";
import { eventLine } from "../../../src/render/event-line.js";
import { renderReport } from "../../../src/render/report.js";
import { roadWithModel, smallModel } from "../../support/model-road.js";
import { suiteRequires } from "../../support/requirements.js";

const files = {
  "age.py": 'def is_grown(age):\n    """True from eighteen on."""\n    return age > 18\n',
  "test_age.py":
    "from age import is_grown\n\n\ndef test_limit():\n    assert is_grown(18)\n\n\ndef test_below():\n    assert not is_grown(17)\n\n\ndef test_above():\n    assert is_grown(40)\n",
};
const price = { input: 1, output: 4 };

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
    const types = road.lines.map(({ event }) => event.type).filter((type) => type.startsWith("model-"));
    expect(types).toEqual(["model-limits", "model-called"]);
    const told = road.lines.map(eventLine).filter((line) => line?.includes("model: m; it may take at most 200,000 tokens and $0.80"));
    expect(told).toHaveLength(1);
    expect(renderReport(road.lines)).toContain("- Model: `m`\n- What it might take at most: 200,000 tokens and $0.80\n");
  });
});
