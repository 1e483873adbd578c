import { afterEach, expect, it } from "vitest";
import { defaultBudgetLimits } from "../../../src/domain/budget.js";
import type { ModelPlan } from "../../../src/domain/model-plan.js";
import type { RunPlan } from "../../../src/domain/run-plan.js";
import type { Clock } from "../../../src/ports/clock.js";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { renderReport } from "../../../src/render/report.js";
import type { HealYml } from "../../../src/settings/heal-yml.js";
import { systemClock } from "../../../src/shells/compose/system-clock.js";
import { answersByRole } from "../../support/answers-by-role.js";
import { type HealedProject, healProject } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";

const opened: HealedProject[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

const model: ModelPlan = {
  name: "m",
  repairName: null,
  baseUrl: "http://127.0.0.1:1",
  profile: "small",
  tester: "on",
  reviewer: "off",
  reflection: "on",
  price: null,
  repairPrice: null,
};

interface Scene {
  readonly files: Readonly<Record<string, string>>;
  readonly answers: Parameters<typeof answersByRole>[0];
  readonly check?: string;
  readonly plan?: Partial<RunPlan>;
  readonly settings?: HealYml;
  /** What the model takes for an answer, by the run's clock; in truth it answers at once. */
  readonly answerMs?: number;
}

async function run({ files, answers, check = "python3 -m pytest -q", plan = {}, settings = {}, answerMs = 0 }: Scene) {
  const answering = answersByRole(answers);
  const clock: Clock = { now: () => systemClock.now() + answering.asked.length * answerMs, timestamp: () => systemClock.timestamp() };
  const healed = await healProject({
    project: files,
    checks: [check],
    settings,
    plan: { model, ...plan },
    ports: { clock, models: (desk) => ({ coder: answering.model(desk), repair: answering.model(desk) }) },
  });
  opened.push(healed);
  return { healed, asked: answering.asked };
}

const code = (...lines: readonly string[]): string => ["```python", ...lines, "```"].join("\n");

const STATS = 'def mean(values):\n    """Arithmetic mean."""\n    return sum(values) / (len(values) + 1)\n';
const STATS_TEST = "from stats import mean\n\n\ndef test_mean():\n    assert mean([1, 3]) == 2\n    assert mean([4]) == 4\n    assert mean([1, 2, 6]) == 3\n";
const stats = { "stats.py": STATS, "test_stats.py": STATS_TEST };
const careless = code("def mean(values):", "    return sum(values) / len(values)");
const careful = code("def mean(values):", "    return sum(values) / len(values) if values else 0.0");

suiteRequires("bubblewrap", "pytest")("a loop with a model", () => {
  it("heals what the operators cannot, journals each call before its reply is used, and pays for no lesson that no prompt shows", async () => {
    const files = {
      "roman.py": 'def roman(n):\n    """The number as a Roman numeral."""\n    return "I" * n\n',
      "test_roman.py": 'from roman import roman\n\n\ndef test_roman():\n    assert [roman(n) for n in (3, 4, 9, 14)] == ["III", "IV", "IX", "XIV"]\n',
    };
    const right = code(
      "def roman(n):",
      '    steps = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]',
      '    text = ""',
      "    for value, letters in steps:",
      "        while n >= value:",
      "            text += letters",
      "            n -= value",
      "    return text",
    );
    const { healed } = await run({
      files,
      answers: { coder: [code("def roman(n):", '    return "V" * n'), right], reflection: ["Repeating one letter is not enough."], tester: ["roman(1)"] },
    });
    expect(healed.stop.reason).toBe("fixed");
    const accepted = lastOf(healed.lines, "accepted");
    expect(accepted?.patch.changes.map(({ path }) => path)).toEqual(["roman.py"]);
    const called = eventsOf(healed.lines, "model-called");
    expect(called.map(({ call }) => call.role)).toEqual(["coder", "coder", "tester"]);
  });

  it("sends a candidate back with the case that speaks against it, and accepts the one that answers it", async () => {
    const { healed, asked } = await run({ files: stats, plan: { coder: "model" }, answers: { coder: [careless, careful], tester: ["mean([])  # empty"] } });
    expect(healed.stop.reason).toBe("fixed");
    expect(eventsOf(healed.lines, "rejected").map(({ rule }) => rule)).toEqual(["review"]);
    const prompt = asked.findLast(({ role }) => role === "coder")?.messages.map(({ content }) => content);
    expect(prompt?.join("\n")).toContain("`mean([])` now raises ZeroDivisionError");
    expect(JSON.stringify(lastOf(healed.lines, "accepted")?.patch.changes)).toContain("if values else 0.0");
  });

  it("lets a patch stand, with the finding told, when two more proposals do not answer a crash that no test speaks of", async () => {
    const { healed } = await run({ files: stats, plan: { coder: "model" }, answers: { coder: [careless], tester: ["mean([])  # empty"] } });
    expect(healed.stop.reason).toBe("fixed");
    const accepted = lastOf(healed.lines, "accepted");
    expect(JSON.stringify(accepted?.patch.changes)).toContain("sum(values) / len(values)");
    expect(accepted?.proof.notChecked[0]).toBe(
      "Whether this is meant, no test says: `mean([])` now raises ZeroDivisionError: division by zero; without the patch it gives an answer.",
    );
    expect(accepted?.proof.confidence.level).toBe("low");
    const report = renderReport(healed.lines);
    expect(report.slice(report.indexOf("## Needs a person"), report.indexOf("## Proof"))).toContain("now raises ZeroDivisionError");
    expect(eventsOf(healed.lines, "candidate-tried").length).toBeLessThanOrEqual(3);
  });

  it("stops with the reviewer's veto when a name is missing on a path no test takes", async () => {
    const broken = ["nothing", "zero", "none", "empty", "unset", "missing", "blank", "nil"].map((name) =>
      code("def mean(values):", `    return sum(values) / len(values) if values else ${name}`),
    );
    const { healed } = await run({
      files: stats,
      plan: { coder: "model" },
      answers: { coder: broken.slice(0, 5), repair: broken.slice(5), tester: ["mean([])  # empty"] },
    });
    expect(healed.stop).toEqual({
      reason: "reviewer-veto",
      sentence:
        "Stopped after 6 attempts (reviewer-veto): the review kept out the last patch that turned the cases green. Name another model. Last failure: pytest:test_stats.py::test_mean: assert 1.3333333333333333 == 2. A candidate turned the cases green but was not accepted: `mean([])` now raises NameError: name 'missing' is not defined; without the patch it gives an answer (review).",
    });
  });

  it.each([
    ["at once", 0],
    ["only after 50 s", 50_000],
  ])("gives the operators their turn after five samples of a model that answers %s, before it repairs anything", async (_when, answerMs) => {
    const wrong = ["sum(values)", "max(values)", "min(values)", "sum(values) * 2", "sum(values) - 1"].map((value) =>
      code("def mean(values):", `    return ${value}`),
    );
    const { healed } = await run({
      files: stats,
      plan: { budget: { ...defaultBudgetLimits, operatorMs: 60_000 } },
      answerMs,
      answers: { coder: wrong, reflection: wrong.map(() => "A sum is no mean."), tester: ["mean([4])  # one"] },
    });
    expect(healed.stop.reason).toBe("fixed");
    expect(eventsOf(healed.lines, "attempt-started").map(({ coder }) => coder)).toEqual(["model", "model", "model", "model", "model", "operators"]);
  });

  it("leaves the operators their turn when a rule ends the model's proposals, and tells of the rule when they find nothing", async () => {
    const talk = ["The formula is wrong.", "It should divide.", "Divide by the length."];
    const healed = await run({ files: stats, plan: { budget: { ...defaultBudgetLimits, operatorMs: 60_000, samplesFirst: 6 } }, answers: { coder: talk } });
    expect(healed.healed.stop.reason).toBe("fixed");
    const files = { ...stats, "test_stats.py": STATS_TEST.replace("== 2", '== "two"') };
    const lost = await run({ files, plan: { budget: { ...defaultBudgetLimits, operatorMs: 60_000, samplesFirst: 6 } }, answers: { coder: talk } });
    expect(lost.healed.stop.reason).toBe("unusable-replies");
    expect(eventsOf(lost.healed.lines, "attempt-started").at(-1)?.coder).toBe("operators");
  });

  it("asks twice more where one assertion speaks about the code, and takes what most of the answers agree on", async () => {
    const files = {
      "pick.py": 'def largest(a, b):\n    """The larger of two numbers."""\n    return min(a, b)\n',
      "test_pick.py": "from pick import largest\n\n\ndef test_largest():\n    assert largest(3, 2) == 3\n",
    };
    const bodies = ["return a", "return max(a, b)", "return a if a > b else b"];
    const { healed } = await run({
      files,
      answers: { coder: bodies.map((body) => code("def largest(a, b):", `    ${body}`)), tester: ["largest(1, 5)  # the second is larger\nlargest(2, 2)"] },
    });
    expect(healed.stop.reason).toBe("fixed");
    const accepted = lastOf(healed.lines, "accepted");
    expect(JSON.stringify(accepted?.patch.changes)).toContain("return max(a, b)");
    expect(accepted?.alternatives.map(({ number }) => number).toSorted()).toEqual([1, 3]);
  });

  it("shows the model the function a check that never ends goes round in, and the test that called it", async () => {
    const files = {
      "digits.js":
        "const digitSum = (n) => {\n  let sum = 0;\n  while (n > 0) {\n    sum += n % 10;\n  }\n  return sum;\n};\nconst other = (n) => n;\nmodule.exports = { digitSum, other };\n",
      "digits.test.js":
        'const { test } = require("node:test");\nconst assert = require("node:assert");\nconst { digitSum, other } = require("./digits.js");\ntest("sums", () => {\n  assert.equal(digitSum(other(12)), 3);\n  assert.equal(digitSum(5), 5);\n  assert.equal(digitSum(0), 0);\n});\n',
    };
    const mended =
      "```javascript\nconst digitSum = (n) => {\n  let sum = 0;\n  while (n > 0) {\n    sum += n % 10;\n    n = Math.floor(n / 10);\n  }\n  return sum;\n};\n```";
    const { healed, asked } = await run({
      files,
      check: "node --test",
      settings: { limits: { "timeout-seconds": 6 } },
      plan: { coder: "model" },
      answers: { coder: ["It never ends.", mended], tester: ["digitSum(10)"] },
    });
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
    expect(lastOf(healed.lines, "diagnosed")?.suspects[0]).toMatchObject({ file: "digits.js", function: "digitSum" });
    expect(asked.filter(({ role }) => role === "reading")).toEqual([]);
    const prompts = asked.filter(({ role }) => role === "coder").map(({ messages }) => messages.at(-1)?.content ?? "");
    expect(prompts[0]).toContain("assert.equal(digitSum(other(12)), 3);");
    expect(prompts[1]).toMatch(/it was seen going round in digitSum, digits\.js:[34]\n/);
  });

  it("tells the model of a check no reader knows by what stands in its output, and of nothing that does not", async () => {
    const files = {
      "twice.py": "def twice(n):\n    return n\n",
      "check.py": "from twice import twice\n\nif twice(2) != 4:\n    raise SystemExit(f'## 2 doubled: wanted <4>, saw <{twice(2)}>')\n",
    };
    const quoted = "error: \nmessage: 2 doubled: wanted <4>, saw <2>\nexpected: <4>\nactual: <17>\nfile: \nline: ";
    const answers = { reading: [quoted], coder: ["It does not double.", code("def twice(n):", "    return n * 2")], tester: ["twice(3)"] };
    const { healed, asked } = await run({ files, check: "python3 check.py", plan: { coder: "model" }, answers });
    expect(healed.stop.reason).toBe("fixed");
    const prompt = asked.filter(({ role }) => role === "coder")[1]?.messages.map(({ content }) => content);
    expect(prompt?.join("\n")).toContain("<4>");
    expect(prompt?.join("\n")).not.toContain("<17>");
    expect(asked.filter(({ role }) => role === "reading")).toHaveLength(1);
  });
});
