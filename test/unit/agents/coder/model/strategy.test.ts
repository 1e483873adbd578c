import { describe, expect, it } from "vitest";
import { type Asked, bestParent, nextAsk, type Plan, repeatsWrongValue, variantOf } from "../../../../../src/agents/coder/model/strategy.js";
import type { CandidateVerdict, TriedCandidate } from "../../../../../src/domain/attempt.js";
import type { CaseId } from "../../../../../src/domain/case.js";
import { emptyPatch } from "../../../../../src/domain/patch.js";
import { red } from "./scripted-model.js";

const small: Plan = { profile: "small", canRewrite: "yes" };
const large: Plan = { profile: "large", canRewrite: "yes" };
const id = "c" as CaseId;
const mends = (count: number): CandidateVerdict => ({ kind: "mends-some", fixed: Array.from({ length: count }, () => id), stillFailing: [id] });

function triedAs(number: number, verdict: CandidateVerdict): TriedCandidate {
  return { number, attempt: number, proposal: { explanation: "", patch: emptyPatch, origin: { coder: "model" } }, verdict };
}

/** Follows the plan to its end, the verdicts by turns, then red. */
function followed(plan: Plan, verdicts: readonly CandidateVerdict[] = []): Asked[] {
  const asked: Asked[] = [];
  for (let ask = nextAsk(plan, asked); ask !== undefined && asked.length < 20; ask = nextAsk(plan, asked))
    asked.push({ ask, tried: triedAs(asked.length + 1, verdicts[asked.length] ?? red) });
  return asked;
}

const names = (asked: readonly Asked[]): string[] => asked.map(({ ask }) => variantOf(ask));

describe("nextAsk", () => {
  it("asks a small model for both briefs, greedy and sampled by turns, before any repair, and starts afresh once", () => {
    expect(names(followed(small))).toEqual([
      "rewrite, greedy",
      "fix, greedy",
      "rewrite, sampled at 0.7",
      "fix, sampled at 0.7",
      "rewrite, sampled at 0.7",
      "repair of candidate 5, greedy",
      "repair of candidate 6, sampled at 0.7",
      "fresh start, sampled at 0.7",
    ]);
  });

  it("asks a large model for up to three samples of the fix brief, two repairs and a fresh start", () => {
    expect(names(followed(large))).toEqual([
      "fix, greedy",
      "fix, sampled at 0.7",
      "fix, sampled at 0.7",
      "repair of candidate 3, greedy",
      "repair of candidate 4, sampled at 0.7",
      "fresh start, sampled at 0.7",
    ]);
  });

  it("does not ask for a rewrite where the fault stands outside of functions", () => {
    expect(names(followed({ profile: "small", canRewrite: "no" })).slice(0, 2)).toEqual(["fix, greedy", "fix, sampled at 0.7"]);
  });

  it("repairs nothing when every sample broke a passing case or could not be used", () => {
    const bad: CandidateVerdict[] = [
      { kind: "breaks", fixed: [id], broken: [id], message: "" },
      { kind: "unusable", reason: "" },
      { kind: "timed-out", afterMs: 1 },
    ];
    expect(names(followed(large, bad)).slice(3)).toEqual(["fresh start, sampled at 0.7"]);
  });
});

describe("bestParent", () => {
  const ask = { kind: "fresh", temperature: 0 } as const;

  it("takes the one that mends most and breaks nothing", () => {
    const verdicts: CandidateVerdict[] = [red, mends(1), mends(2), { kind: "breaks", fixed: [id, id, id], broken: [id], message: "" }];
    expect(bestParent(verdicts.map((verdict, index) => ({ ask, tried: triedAs(index + 1, verdict) })))?.number).toBe(3);
  });

  it("takes the one that at least changed the failure when none mends", () => {
    const verdicts: CandidateVerdict[] = [red, { ...red, changedMessage: true } as CandidateVerdict, red];
    expect(bestParent(verdicts.map((verdict, index) => ({ ask, tried: triedAs(index + 1, verdict) })))?.number).toBe(2);
  });

  it("takes another of the same worth once one was repaired", () => {
    const [one, two] = [triedAs(1, red), triedAs(2, red)];
    const repair = { kind: "repair", parent: two, temperature: 0 } as const;
    expect(
      bestParent([
        { ask, tried: one },
        { ask, tried: two },
        { ask: repair, tried: undefined },
      ])?.number,
    ).toBe(1);
  });
});

describe("repeatsWrongValue", () => {
  it("is so when the newest two results are the same words of the same case", () => {
    const ask = { kind: "fresh", temperature: 0 } as const;
    const other = { ...red, message: "other" } as CandidateVerdict;
    const asked = (...verdicts: CandidateVerdict[]): Asked[] => verdicts.map((verdict, index) => ({ ask, tried: triedAs(index, verdict) }));
    expect(repeatsWrongValue(asked(other, red, red))).toBe("yes");
    expect(repeatsWrongValue(asked(red, other))).toBe("no");
    expect(repeatsWrongValue(asked(red))).toBe("no");
  });
});
