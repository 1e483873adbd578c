import { describe, expect, test } from "vitest";
import { regressionMatrix } from "../../../src/acceptance/regression-matrix.js";
import { type CaseKind, type CaseName, type CaseResult, type CaseStatus, caseId } from "../../../src/domain/case.js";
import type { CaseChange } from "../../../src/domain/matrix.js";

function result(title: string, status: CaseStatus, kind: CaseKind = "test"): CaseResult {
  const name: CaseName = { runner: "jest", file: "a.js", titlePath: title === "" ? [] : [title] };
  return { id: caseId(name), reportedId: title, name, kind, status };
}

const statuses: Record<string, CaseStatus> = { p: "passed", f: "failed", s: "skipped" };

/** One letter for the baseline and each attempt: passed, failed, skipped, "-" absent. */
function changeOf(course: string, isFlaky = false): CaseChange | undefined {
  const runs = [...course].map((letter) => (letter === "-" ? [] : [result("x", statuses[letter] ?? "passed")]));
  const [baseline = [], ...attempts] = runs;
  const matrix = regressionMatrix(
    baseline,
    attempts.map((cases) => ({ cases, whole: true })),
    isFlaky ? [result("x", "passed").id] : [],
  );
  return matrix.rows[0]?.change;
}

test.each([
  ["fixed", "fp"],
  ["fixed", "ffp"],
  ["fixed", "fpfp"],
  ["still-failing", "ff"],
  ["still-failing", "f"],
  ["newly-failing", "pf"],
  ["newly-failing", "sf"],
  ["newly-failing", "-f"],
  ["lost-again", "fpf"],
  ["newly-skipped", "ps"],
  ["newly-skipped", "fs"],
  ["vanished", "p-"],
  ["vanished", "f-"],
  ["unchanged", "pp"],
  ["unchanged", "ppf".slice(0, 2)],
  ["unchanged", "ss"],
  ["unchanged", "pfp"],
  ["unchanged", "-p"],
] as const)("%s: %s", (change, course) => {
  expect(changeOf(course)).toBe(change);
});

test("a flaky case is called flaky whatever it does", () => {
  expect(changeOf("pf", true)).toBe("flaky");
});

test("a case that a partial run does not name was not run, and keeps what was known of it", () => {
  const baseline = [result("x", "failed"), result("y", "passed")];
  const matrix = regressionMatrix(baseline, [{ cases: [result("x", "passed")], whole: false }], []);
  expect(matrix.rows.map((row) => [row.change, row.attempts])).toEqual([
    ["fixed", ["passed"]],
    ["unchanged", ["not-run"]],
  ]);
});

describe("a file that could not be loaded", () => {
  const load = result("", "failed", "load");

  test("is fixed with every case that it kept from running", () => {
    const matrix = regressionMatrix([load], [{ cases: [result("x", "passed"), result("y", "passed")], whole: true }], []);
    expect(matrix.counts.fixed).toBe(3);
  });

  test("is still failing as long as one of them fails", () => {
    const matrix = regressionMatrix([load], [{ cases: [result("x", "passed"), result("y", "failed")], whole: true }], []);
    expect(matrix.rows.map((row) => row.change)).toEqual(["still-failing", "fixed", "still-failing"]);
  });
});

test("counts add up to the rows", () => {
  const matrix = regressionMatrix([result("x", "failed"), result("y", "passed")], [{ cases: [result("x", "passed"), result("z", "failed")], whole: true }], []);
  expect(matrix.counts).toMatchObject({ fixed: 1, vanished: 1, "newly-failing": 1 });
  expect(Object.values(matrix.counts).reduce((sum, count) => sum + count, 0)).toBe(matrix.rows.length);
});
