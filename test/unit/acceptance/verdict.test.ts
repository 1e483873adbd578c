import { describe, expect, test } from "vitest";
import { canaryVerdict } from "../../../src/acceptance/canary.js";
import { type CheckComparison, confirmationVerdict, emptySuccessVerdict, type SortedBaseline, suiteVerdict } from "../../../src/acceptance/verdict.js";
import { type CaseKind, type CaseName, type CaseResult, type CaseStatus, caseId } from "../../../src/domain/case.js";
import type { Check } from "../../../src/domain/check.js";
import type { RunEnd } from "../../../src/domain/journal.js";
import type { Reading } from "../../../src/domain/reading.js";
import { containing } from "../../support/asymmetric.js";

const check: Check = { name: "check-1", command: "pytest -q", kind: "test", directory: "" };

function result(title: string, status: CaseStatus, kind: CaseKind = "test"): CaseResult {
  const [file = "", ...titlePath] = title.includes("/") ? title.split("/") : ["a.py", title];
  const name: CaseName = { runner: "pytest", file, titlePath: titlePath.filter((part) => part !== "") };
  const failure = { type: "AssertionError", message: "no", frames: [], excerpt: "" };
  return { id: caseId(name), reportedId: title, name, kind, status, ...(status === "failed" ? { failure } : {}) };
}

function reading(cases: readonly CaseResult[], exitCode = cases.some((entry) => entry.status === "failed") ? 1 : 0, complete = true): Reading {
  const count = (status: CaseStatus) => cases.filter((entry) => entry.status === status).length;
  const counts = { failing: count("failed"), passed: count("passed"), skipped: count("skipped") };
  return { runner: "pytest", exitCode, class: "healable-code", classReason: "", complete, counts, cases, notes: [] };
}

const exited = (exitCode: number): RunEnd => ({ kind: "exited", exitCode });

function compared(before: readonly CaseResult[], after: Reading, end: RunEnd = exited(after.exitCode ?? 0)): CheckComparison {
  return { check, baseline: reading(before), after: { end, reading: after } };
}

const baseline = [result("red", "failed"), result("good", "passed"), result("other", "passed"), result("idle", "skipped")];
const green = [result("red", "passed"), result("good", "passed"), result("other", "passed"), result("idle", "skipped")];
const sorted: SortedBaseline = { toHeal: [result("red", "failed")], flaky: [], environment: [], preexisting: [] };

function replaced(cases: readonly CaseResult[], ...changes: readonly CaseResult[]): CaseResult[] {
  return cases.map((entry) => changes.find((change) => change.id === entry.id) ?? entry);
}

function ruleFor(after: Reading, lists: SortedBaseline = sorted): string {
  const verdict = suiteVerdict([compared(baseline, after)], lists);
  return verdict.kind === "accepted" ? "accepted" : verdict.rule;
}

describe("a whole run of the patched tree", () => {
  test("is accepted when the red case passes and all others are as before", () => {
    expect(suiteVerdict([compared(baseline, reading(green))], sorted)).toEqual({ kind: "accepted", fixed: [result("red", "failed").id] });
  });

  test("is accepted with cases that did not exist before", () => {
    expect(ruleFor(reading([...green, result("new", "passed")]))).toBe("accepted");
  });

  test.each([
    ["target-red", reading(baseline)],
    ["target-not-run", reading(green.slice(1))],
    ["target-not-run", reading(replaced(green, result("red", "skipped")))],
    ["case-broken", reading(replaced(green, result("good", "failed")))],
    ["case-skipped", reading(replaced(green, result("good", "skipped")))],
    ["case-missing", reading(green.filter((entry) => entry.reportedId !== "good"))],
    ["case-broken", reading([...green, result("new", "failed")])],
    ["case-broken", reading(replaced(green, result("idle", "failed")))],
    ["case-count-fell", reading(green.filter((entry) => entry.reportedId !== "idle"))],
    ["check-red", reading(green, 1)],
    ["report-disagrees", reading(green, 0, false)],
  ])("is refused by %s", (rule, after) => {
    expect(ruleFor(after)).toBe(rule);
  });

  test("is refused when it did not run to its end, whatever its report says", () => {
    const verdict = suiteVerdict([compared(baseline, reading(green), { kind: "timed-out", afterMs: 1000 })], sorted);
    expect(verdict).toMatchObject({ kind: "refused", rule: "run-did-not-end" });
  });

  test("may stay red when only cases are red that were set aside at baseline", () => {
    const before = [...baseline, result("moody", "failed"), result("network", "failed")];
    const after = reading([...green, result("moody", "failed"), result("network", "failed")]);
    const lists = { ...sorted, flaky: [result("moody", "failed").id], environment: [result("network", "failed").id] };
    expect(suiteVerdict([compared(before, after)], lists).kind).toBe("accepted");
    expect(suiteVerdict([compared(before, after)], { ...lists, environment: [] })).toMatchObject({ rule: "check-red" });
  });

  test("lets a flaky case that passed at baseline be red, skipped or away", () => {
    const lists = { ...sorted, flaky: [result("good", "passed").id] };
    expect(ruleFor(reading(replaced(green, result("good", "failed"))), lists)).toBe("accepted");
    expect(ruleFor(reading(replaced(green, result("good", "skipped"))), lists)).toBe("accepted");
  });

  test("counts a case that is reported twice by its worst status", () => {
    expect(ruleFor(reading([...green, result("red", "failed")]))).toBe("target-red");
  });

  test("is refused when another check that was green turns red", () => {
    const lint = { ...compared([], reading([], 0)), after: { end: exited(1), reading: reading([], 1) } };
    expect(suiteVerdict([compared(baseline, reading(green)), lint], sorted)).toMatchObject({ kind: "refused", rule: "check-red" });
  });
});

describe("a file that could not be loaded", () => {
  const load = result("b.py/", "failed", "load");
  const lists: SortedBaseline = { ...sorted, toHeal: [load] };
  const judge = (...cases: CaseResult[]) => {
    const verdict = suiteVerdict([compared([load, result("good", "passed")], reading([result("good", "passed"), ...cases]))], lists);
    return verdict.kind === "accepted" ? "accepted" : verdict.rule;
  };

  test("is fixed when it loads and every case in it passes", () => {
    expect(judge(result("b.py/one", "passed"), result("b.py/two", "passed"))).toBe("accepted");
  });

  test("is not fixed when one of its cases fails, is skipped, or none is seen", () => {
    expect(judge(result("b.py/one", "passed"), result("b.py/two", "failed"))).toBe("target-red");
    expect(judge(result("b.py/one", "passed"), result("b.py/two", "skipped"))).toBe("target-not-run");
    expect(judge()).toBe("target-not-run");
  });
});

test("a failed hook is fixed when the cases of its suite run and pass", () => {
  const hook = result("b.py/Suite/before all", "failed", "hook");
  const lists: SortedBaseline = { ...sorted, toHeal: [hook] };
  const judge = (...cases: CaseResult[]) => suiteVerdict([compared([hook], reading(cases))], lists).kind;
  expect(judge(result("b.py/Suite/one", "passed"))).toBe("accepted");
  expect(judge(result("b.py/Suite/one", "failed"))).toBe("refused");
  expect(judge(result("b.py/Other/one", "passed"))).toBe("refused");
});

test("a plain command is judged by its exit status", () => {
  const whole = result("check-1", "failed", "run");
  const lists: SortedBaseline = { ...sorted, toHeal: [whole] };
  expect(suiteVerdict([compared([whole], reading([], 0))], lists).kind).toBe("accepted");
  expect(suiteVerdict([compared([whole], reading([whole]))], lists)).toMatchObject({ rule: "target-red" });
});

describe("confirmations", () => {
  const round = (status: CaseStatus) => [{ end: exited(status === "failed" ? 1 : 0), reading: reading([result("red", status)]) }];

  test("hold when the case passes in each of them", () => {
    expect(confirmationVerdict([round("passed"), round("passed"), round("passed")], 3, sorted).kind).toBe("accepted");
  });

  test("do not hold when it fails or is skipped once, or when one is missing", () => {
    expect(confirmationVerdict([round("passed"), round("failed"), round("passed")], 3, sorted)).toMatchObject({
      rule: "not-confirmed",
      reason: containing("confirmation 2 of 3"),
    });
    expect(confirmationVerdict([round("passed"), round("passed"), round("skipped")], 3, sorted)).toMatchObject({ rule: "not-confirmed" });
    expect(confirmationVerdict([round("passed"), round("passed")], 3, sorted)).toMatchObject({ rule: "not-confirmed" });
  });
});

describe("runs of the red cases that end with 0", () => {
  const run = (cases: readonly CaseResult[], exitCode = 0, complete = true) => ({ end: exited(exitCode), reading: reading(cases, exitCode, complete) });
  const rule = (...runs: readonly ReturnType<typeof run>[]) => {
    const verdict = emptySuccessVerdict(runs, sorted.toHeal);
    return verdict?.kind === "refused" ? verdict.rule : undefined;
  };

  test("are refused when the cases were not seen to run, or the report does not bear them out", () => {
    expect(rule(run([]))).toBe("target-not-run");
    expect(rule(run([result("red", "skipped")]))).toBe("target-not-run");
    expect(rule(run([], 0, false))).toBe("report-disagrees");
  });

  test("are no such thing when a case passed, or a run ended red", () => {
    expect(rule(run([result("red", "passed")]))).toBeUndefined();
    expect(rule(run([result("red", "failed")]))).toBeUndefined();
    expect(rule(run([]), run([], 1))).toBeUndefined();
    expect(rule()).toBeUndefined();
  });
});

describe("the canary", () => {
  const name: CaseName = { runner: "pytest", file: "test_canary.py", titlePath: ["test_x"] };
  const seen = (message: string, status: CaseStatus = "failed"): CaseResult => ({
    ...result("test_canary.py/test_x", status),
    ...(status === "failed" ? { failure: { type: "AssertionError", message, frames: [], excerpt: "" } } : {}),
  });
  const judge = (cases: readonly CaseResult[], exitCode = 1) => {
    const run = { end: exited(exitCode), reading: reading(cases, exitCode) };
    const verdict = canaryVerdict({ name, value: "v-123", run, without: reading(green), flaky: [] });
    return verdict.kind === "seen" ? "seen" : verdict.rule;
  };

  test("is seen when it fails with its value and all else is as before", () => {
    expect(judge([...green, seen("expected v-123")])).toBe("seen");
  });

  test("is not seen when it is missing, passes, lacks its value, or the command says 0", () => {
    expect(judge(green)).toBe("canary-not-seen");
    expect(judge([...green, seen("", "passed")])).toBe("canary-not-seen");
    expect(judge([...green, seen("expected something")])).toBe("canary-not-seen");
    expect(judge([...green, seen("expected v-123")], 0)).toBe("canary-not-seen");
  });

  test("must not change another case", () => {
    expect(judge([...replaced(green, result("good", "failed")), seen("v-123")])).toBe("canary-disturbs");
    expect(judge([...green.slice(1), seen("v-123")])).toBe("canary-disturbs");
  });
});
