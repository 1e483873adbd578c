import { expect, test } from "vitest";
import { type ConfidenceEvidence, confidence, eitherOrEdits } from "../../../src/acceptance/confidence.js";
import { catalogue } from "../../../src/agents/coder/operators/catalogue.js";

const strong: ConfidenceEvidence = {
  coveringCases: 6,
  redCases: 2,
  assertions: 9,
  alternatives: 0,
  prior: 0.6,
  coder: "operators",
  operator: "loop-bound",
  changedLines: 2,
  onlyDeletes: false,
  undecided: 0,
  canary: true,
};

test("is high when many cases and assertions cover a small edit and no other edit passes", () => {
  expect(confidence(strong)).toEqual({
    level: "high",
    because: [
      "2 cases that were red ran and passed.",
      "6 cases execute the changed lines.",
      "9 assertions speak about the changed code.",
      "No other edit that was tried passes the same tests.",
    ],
  });
});

test.each<[string, Partial<ConfidenceEvidence>, string]>([
  ["another edit passes", { alternatives: 1 }, "1 other edit passes the same tests."],
  ["few assertions", { assertions: 2, coveringCases: 2 }, "Few cases and assertions speak about the changed code."],
  [
    "an edit that chooses among a few like things",
    { operator: "logical-swap", coveringCases: 4 },
    "An edit of this kind chooses among a few like things, and a wrong choice can pass many tests.",
  ],
  ["nothing could be measured", { assertions: null, coveringCases: null }, "How many cases execute the changed lines could not be measured."],
  ["an unlikely edit", { prior: 0.01 }, "An edit of this kind is seldom the right one."],
  ["a large edit", { changedLines: 30 }, "The patch changes 30 lines."],
  ["no canary", { canary: false }, "No canary test could be placed, so the report had to be trusted."],
])("is medium when %s", (_, change, because) => {
  const said = confidence({ ...strong, ...change });
  expect(said.level).toBe("medium");
  expect(said.because).toContain(because);
});

test.each<[string, Partial<ConfidenceEvidence>, string]>([
  ["code is only deleted", { onlyDeletes: true }, "The patch only deletes code."],
  ["many other edits pass", { alternatives: 4 }, "4 other edits pass the same tests."],
  ["no case executes the change", { coveringCases: 0 }, "No case was seen to execute a changed line."],
  ["a single assertion speaks about it", { assertions: 1, coveringCases: 1 }, "At most one assertion speaks about the changed code."],
  ["an adversarial case is open", { undecided: 1 }, "1 adversarial case could not be decided."],
])("is low when %s", (_, change, because) => {
  expect(confidence({ ...strong, ...change })).toEqual({ level: "low", because: [because] });
});

test("is high even for a choice among a few like things when very much speaks about it", () => {
  expect(confidence({ ...strong, operator: "logical-swap" }).level).toBe("high");
});

test("is high when one assertion is reached by many cases, and not when none is", () => {
  expect(confidence({ ...strong, assertions: 1 }).level).toBe("high");
  expect(confidence({ ...strong, assertions: 0 }).level).toBe("low");
});

test("an edit that no operator made is not judged by its kind", () => {
  expect(confidence({ ...strong, coder: "scripted", operator: null, prior: null, assertions: 3 }).level).toBe("high");
});

test("every kind of edit that is judged exists", () => {
  const names = new Set(catalogue.map(({ name }) => name));
  expect([...eitherOrEdits].filter((name) => !names.has(name))).toEqual([]);
});
