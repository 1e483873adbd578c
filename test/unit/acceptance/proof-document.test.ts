import { expect, test } from "vitest";
import { type ProofFacts, proofDocument, replayPlan } from "../../../src/acceptance/proof-document.js";
import { redCase } from "../../support/tamper-scene.js";

const red = redCase("tests/test_a.py", "test_b");
const other = redCase("tests/test_a.py", "test_a");

const facts: ProofFacts = {
  baseDigest: "base",
  patchDigest: "patch",
  baseCommit: null,
  checks: [{ name: "check-1", command: "pytest -q", kind: "test", directory: "sub" }],
  environment: { python: "3.11.7" },
  engine: "bubblewrap",
  confirmations: 3,
  sorted: { toHeal: [red, other], flaky: [redCase("tests/test_a.py", "test_z").id], environment: [], preexisting: [] },
  passedAtBaseline: [redCase("tests/test_a.py", "test_d").id, redCase("tests/test_a.py", "test_c").id],
  steps: [{ step: "revert", ok: true, detail: "Red again." }],
  confidence: { level: "high", because: [] },
  notChecked: [],
};

test("the proof names commands and cases, in an order that does not depend on the run", () => {
  expect(proofDocument(facts)).toMatchObject({
    schema: "heal/proof/1",
    commands: [{ check: "check-1", command: "pytest -q", directory: "sub" }],
    redBefore: [other.id, red.id],
    greenAfter: [other.id, red.id],
    passedAtBaseline: ["pytest:tests/test_a.py::test_c", "pytest:tests/test_a.py::test_d"],
    flaky: ["pytest:tests/test_a.py::test_z"],
  });
});

test("a replay shows red without the patch, then green with it, then green as often as it was confirmed", () => {
  const steps = replayPlan(proofDocument(facts)).map(({ phase, tree, expect: expected, cases, times }) => [phase, tree, expected, cases.length, times]);
  expect(steps).toEqual([
    ["revert", "base", "red", 2, 1],
    ["whole-suite", "patched", "green", 4, 1],
    ["confirmation", "patched", "green", 2, 3],
  ]);
});
