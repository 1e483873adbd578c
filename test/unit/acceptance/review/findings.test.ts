import { describe, expect, it } from "vitest";
import { type ComparedCase, groupByBehaviour, judgeCases, wantedErrorsIn } from "../../../../src/acceptance/review/findings.js";
import type { CaseOutcome } from "../../../../src/domain/adversarial-case.js";

const value = (text: string): CaseOutcome => ({ kind: "value", text });
const raised = (text: string): CaseOutcome => ({ kind: "raised", text });
const broken = (text: string): CaseOutcome => ({ kind: "invariant-broken", text });
const hung: CaseOutcome = { kind: "hung" };
const notRun: CaseOutcome = { kind: "not-run", reason: "r" };

function severity(base: CaseOutcome, patch: CaseOutcome, wantedErrors: readonly string[] = []): string | undefined {
  const compared: ComparedCase = { case: { title: "t", call: "f([])", invariant: "result >= 0" }, base, patch };
  return judgeCases([compared], { source: "tester", wantedErrors, place: { file: "a.py", line: 3 } })[0]?.severity;
}

describe("a case on base and patch", () => {
  it("blocks where the patch crashes, hangs or breaks an invariant on input the base answered", () => {
    expect(severity(value("1"), raised("IndexError: empty"))).toBe("block");
    expect(severity(value("1"), hung)).toBe("block");
    expect(severity(value("1"), broken("-1"))).toBe("block");
    expect(severity(broken("-1"), raised("IndexError: empty"))).toBe("block");
  });

  it("is a question where the values differ, also where neither meets the invariant", () => {
    expect(severity(value("1"), value("2"))).toBe("question");
    expect(severity(broken("-1"), broken("-2"))).toBe("question");
  });

  it("is a question where the error is one that tests or documentation ask for", () => {
    expect(severity(value("1"), raised("ValueError: negative"), ["ValueError"])).toBe("question");
    expect(severity(value("1"), raised("ValueErrorish: negative"), ["ValueError"])).toBe("block");
  });

  it("says nothing where the input is not valid, nothing changed, the patch mends it, or it did not run", () => {
    expect(severity(raised("TypeError: x"), raised("TypeError: y"))).toBeUndefined();
    expect(severity(raised("TypeError: x"), raised("KeyError: y"))).toBeUndefined();
    expect(severity(hung, hung)).toBeUndefined();
    expect(severity(value("1"), value("1"))).toBeUndefined();
    expect(severity(broken("-1"), value("1"))).toBeUndefined();
    expect(severity(broken("-1"), broken("-1"))).toBeUndefined();
    expect(severity(raised("TypeError: x"), value("1"))).toBeUndefined();
    expect(severity(value("1"), notRun)).toBeUndefined();
    expect(severity(notRun, raised("TypeError: x"))).toBeUndefined();
  });

  it("carries its runnable case, both answers and the place", () => {
    const compared = { case: { title: "empty", call: "f([])" }, base: value("0"), patch: raised("IndexError: empty") };
    expect(judgeCases([compared], { source: "reviewer", wantedErrors: [], place: { file: "a.py", line: 3 } })).toEqual([
      {
        source: "reviewer",
        severity: "block",
        file: "a.py",
        line: 3,
        claim: "`f([])` now raises IndexError: empty; without the patch it gives an answer.",
        evidence: compared,
      },
    ]);
  });
});

describe("errors that are asked for", () => {
  it.each([
    ["with pytest.raises(ValueError):", ["ValueError"]],
    ["self.assertRaises(KeyError, f)", ["KeyError"]],
    ["expect(() => f()).toThrow(RangeError)", ["RangeError"]],
    ["assert.throws(() => f(), TypeError)", ["TypeError"]],
    [":raises LookupError: when it is missing", ["LookupError"]],
    ["Raises an Error for a negative number.", ["Error"]],
    ["The ValueError of old is gone.", []],
  ])("%s", (text, names) => {
    expect(wantedErrorsIn([text])).toEqual(names);
  });
});

describe("alternatives that all pass", () => {
  const one = (candidate: string, editSize: number, ...outcomes: CaseOutcome[]) => ({ candidate, editSize, outcomes });

  it("are led by the largest group that behaves the same, whatever its size", () => {
    expect(groupByBehaviour([one("odd", 1, value("2")), one("long", 9, value("1")), one("short", 5, value("1"))])).toEqual(["short", "long", "odd"]);
  });

  it("are ordered by their size where no case tells them apart, or one ran on some only", () => {
    expect(groupByBehaviour([one("b", 2), one("a", 1)])).toEqual(["a", "b"]);
    expect(groupByBehaviour([one("b", 2, value("1"), value("1")), one("a", 1, notRun, value("1"))])).toEqual(["a", "b"]);
  });
});
