import { expect, it } from "vitest";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { renderReport } from "../../../src/render/report.js";
import { largeModel, promptOf, python, roadWithModel, smallModel } from "../../support/model-road.js";
import { suiteRequires } from "../../support/requirements.js";

const files = {
  "pair.py": "def double(n):\n    return n\n\n\ndef triple(n):\n    return n\n",
  "test_pair.py": "from pair import double, triple\n\n\ndef test_double():\n    assert double(2) == 4\n\n\ndef test_triple():\n    assert triple(2) == 6\n",
};
const mendsDouble = python("def double(n):", "    return n * 2");
const mendsTriple = python("def triple(n):", "    return n * 3");
const losesDouble = python("def double(n):", "    return n + n + 1", "", "", "def triple(n):", "    return n * 3");
const inBlocks = (answer: string): string => `${answer.replaceAll("```python", "pair.py\n```python")}\nEND OF ANSWER`;

suiteRequires("bubblewrap", "pytest")("a case that an attempt mends and the next one loses", () => {
  it("is lost again in the verdict, the matrix, the report and the next prompt of a large model", async () => {
    const answers = { coder: [mendsDouble, losesDouble, inBlocks(python("def triple(n):", "    return n + 1"))].map(inBlocks), reflection: [] };
    const road = await roadWithModel({ files, answers, model: { ...largeModel, reflection: "off" } });
    const verdicts = eventsOf(road.lines, "candidate-tried").map(({ verdict }) => verdict);
    expect(verdicts[0]?.kind).toBe("mends-some");
    expect(verdicts[1]).toMatchObject({ kind: "loses-again", fixed: [expect.stringContaining("test_triple")], lost: [expect.stringContaining("test_double")] });
    const [, second] = eventsOf(road.lines, "attempt-ended");
    expect(second?.reflection.text).toMatch(/loses .*test_double again, which an earlier one had mended: .*assert 5 == 4/);
    const matrix = lastOf(road.lines, "matrix")?.matrix;
    expect(matrix?.rows.find(({ id }) => id.includes("test_double"))).toMatchObject({ change: "lost-again", attempts: ["passed", "failed"] });
    expect(matrix?.counts["lost-again"]).toBe(1);
    const prompt = promptOf(road.asked[2]);
    expect(prompt).toMatch(/loses again what an earlier edit had mended \(.*test_double\): .*assert 5 == 4/);
    expect(prompt).toMatch(/Keep them passing:\n<data-\w+ "cases">\n- .*test_double\n/);
    const report = renderReport(road.lines);
    expect(report).toMatch(/- lost again: `.*test_double` \(baseline failed, then passed, failed\)/);
    expect(report).toMatch(/loses 1 again that an earlier attempt had mended/);
  });

  it("is told to a small model too, and what heals in the end is fixed in the matrix", async () => {
    const road = await roadWithModel({ files, answers: { coder: [mendsDouble, losesDouble, mendsTriple] }, model: { ...smallModel, reflection: "off" } });
    expect(road.stop.reason).toBe("fixed");
    expect(promptOf(road.asked[2])).toMatch(/Keep them passing:\n<data-\w+ "cases">\n- .*test_double\n/);
    const row = lastOf(road.lines, "matrix")?.matrix.rows.find(({ id }) => id.includes("test_double"));
    expect(row).toMatchObject({ change: "fixed", attempts: ["passed", "failed", "passed", "passed"] });
  });
});
