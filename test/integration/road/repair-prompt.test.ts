import { expect, it } from "vitest";
import { eventsOf } from "../../../src/render/journal-view.js";
import { renderReport } from "../../../src/render/report.js";
import { largeModel, promptOf, python, roadWithModel, smallModel } from "../../support/model-road.js";
import { suiteRequires } from "../../support/requirements.js";

const files = {
  "shop.py": 'def total(prices):\n    """Sum of the prices."""\n    found = 7\n    return found\n',
  "test_shop.py": "from shop import total\n\n\ndef test_total():\n    assert total([2, 3]) == 5\n",
};
const says = (value: string): string => python("def total(prices):", `    found = ${value}`, "    return found");
const large = (value: string): string => `shop.py\n${says(value)}\nEND OF ANSWER`;
const samples = ["len(prices)", "prices[0]", "prices[-1] + 1"];
const repairModel = { repairName: "r", reflection: "on" } as const;

suiteRequires("bubblewrap", "pytest")("the repair of a failed proposal", () => {
  it("is asked of the repair model with a lesson that was written for the code it shows, and no lesson is paid for between samples", async () => {
    const road = await roadWithModel({
      files,
      model: { ...largeModel, ...repairModel },
      answers: { coder: samples.map(large) },
      repairs: {
        reflection: ["Only one price counts: add all of them.", "The sum is off by three."],
        repair: [large("sum(prices) + 3"), large("sum(prices)")],
      },
    });
    expect(road.stop.reason).toBe("fixed");
    expect(road.asked.map(({ role }) => role)).toEqual(["coder", "coder", "coder"]);
    expect(road.askedForRepairs.map(({ role }) => role)).toEqual(["reflection", "repair", "reflection", "repair"]);
    const [first, repair, second, again] = road.askedForRepairs.map(promptOf);
    expect(first).toContain("found = prices[-1] + 1");
    expect(first).not.toContain("What was thought before it:");
    expect(repair).toMatch(/Lesson of that change:\n<data-\w+ "lesson">\nOnly one price counts: add all of them\.\n/);
    expect(second).toContain("found = sum(prices) + 3");
    expect(second).toMatch(/What was thought before it:\n<data-\w+ "last reflection">\nOnly one price counts: add all of them\.\n/);
    expect(again).toMatch(/Lesson of that change:\n<data-\w+ "lesson">\nThe sum is off by three\.\n/);
    expect(eventsOf(road.lines, "lesson-learned").map(({ attempt, lesson }) => [attempt, lesson])).toEqual([
      [3, "Only one price counts: add all of them."],
      [4, "The sum is off by three."],
    ]);
    expect(renderReport(road.lines)).toContain("The model's lesson: Only one price counts: add all of them.");
  });

  it("keeps the lesson after a reply that could not be used, without paying for it again", async () => {
    const road = await roadWithModel({
      files,
      model: { ...largeModel, ...repairModel },
      answers: { coder: ["3 + 4", "8 - 1", "prices[-1] + 1"].map(large) },
      repairs: { reflection: ["Only one price counts: add all of them."], repair: ["Add them all.", says("sum(prices)")] },
    });
    expect(road.stop.reason).toBe("fixed");
    expect(road.askedForRepairs.map(({ role }) => role)).toEqual(["reflection", "repair", "repair"]);
    const prompt = promptOf(road.askedForRepairs[2]);
    expect(prompt).toMatch(/Lesson of that change:\n<data-\w+ "lesson">\nOnly one price counts: add all of them\.\n/);
    expect(prompt).not.toContain("0 edits were run");
  });

  it("shows the values of the code it shows, and speaks of a value that stayed wrong only where it did", async () => {
    const answers = { coder: samples.map(large), repair: [large("prices[-1] + 1 + 0"), large("sum(prices)")] };
    const road = await roadWithModel({ files, model: { ...largeModel, reflection: "off" }, answers });
    expect(road.stop.reason).toBe("fixed");
    const [first, second] = road.asked.slice(3).map(promptOf);
    expect(first).toMatch(/Values recorded while the failing case ran with the code above:\n<data-\w+ "recorded values">\n[^<]*found = 4\b/);
    expect(first).not.toContain("The value stayed wrong");
    expect(first).not.toContain(", found = 7");
    expect(second).toMatch(/The value stayed wrong\. Walk the code on the failing input, step by step, [^:]*:\n<data-\w+ "recorded values">\n[^<]*found = 4\b/);
  });

  it("of a small model shows values once they repeat", async () => {
    const five = ["prices[1] + 1", "prices[0]", "len(prices)", "len(prices) + 0", "len(prices) * 1"];
    const answers = { coder: five.map(says), repair: [says("sum(prices)")] };
    const road = await roadWithModel({ files, model: { ...smallModel, reflection: "off" }, answers });
    expect(road.stop.reason).toBe("fixed");
    expect(promptOf(road.asked[5])).toMatch(/The value stayed wrong\.[^:]*:\n<data-\w+ "recorded values">\n[^<]*found = 2\b/);
  });
});
