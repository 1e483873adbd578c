import { describe, expect, it } from "vitest";
import type { CandidateVerdict, TriedCandidate } from "../../../src/domain/attempt.js";
import type { CaseId, CaseResult } from "../../../src/domain/case.js";
import { type StopReason, stopReasons } from "../../../src/domain/outcome.js";
import { emptyPatch } from "../../../src/domain/patch.js";
import { type LoopEnd, loopStop, searchedOut } from "../../../src/stages/stop-sentence.js";

const id = "node:test:a.test.js::doubles" as CaseId;
const failure = { class: "assertion", type: "AssertionError", message: "5 !== 8", frames: [], excerpt: "" };
const red = { id, reportedId: "doubles", status: "failed", failure } as unknown as CaseResult;

function tried(number: number, verdict: CandidateVerdict): TriedCandidate {
  return { number, attempt: number, proposal: { explanation: "", patch: emptyPatch, origin: { coder: "scripted" } }, verdict };
}

function stopOf(end: Partial<LoopEnd> & { readonly reason: StopReason }) {
  return loopStop({ because: undefined, attempts: 0, tried: [], best: undefined, toHeal: [red], class: "healable-code", rejections: [], ...end });
}

const lastFailure = "Last failure: node:test:a.test.js::doubles: 5 !== 8.";

describe("the sentence of a loop that did not heal", () => {
  it.each([
    ["max-attempts", 6, "all 6 proposals are used", ": all 6 proposals are used"],
    ["max-time", 2, undefined, ""],
    ["max-time", 1, "the time is used up", ": the time is used up"],
    ["max-tokens", 1, "the next call to the model could take more tokens than are left", ": the next call to the model could take more tokens than are left"],
    ["max-cost", 1, "the next call to the model could cost more than is left", ": the next call to the model could cost more than is left"],
    ["same-patch", 3, "a patch was proposed again.", ": a patch was proposed again"],
    ["oscillation", 4, "two patches were proposed by turns", ": two patches were proposed by turns"],
    ["no-progress", 1, undefined, ""],
    ["regression", 2, "two broke", ": two broke"],
    ["tamper", 2, "two were refused", ": two were refused"],
    ["reviewer-veto", 1, undefined, ""],
    ["unusable-replies", 3, "three held no edit", ": three held no edit"],
    ["model-unavailable", 0, "nothing answers", ": nothing answers"],
    ["invalid-setup", 0, "the key is refused", ": the key is refused"],
  ] as const)("%s after %i attempts: %s", (reason, attempts, because, told) => {
    const spent = `Stopped after ${attempts} attempt${attempts === 1 ? "" : "s"}`;
    expect(stopOf({ reason, attempts, because })).toEqual({ reason, sentence: `${spent} (${reason})${told}. ${lastFailure}` });
  });

  it("counts candidates beside attempts where an attempt is a whole search", () => {
    const searched = [1, 2, 3].map((number) => tried(number, { kind: "still-failing", caseId: id, message: `${number} !== 8`, changedMessage: true }));
    expect(stopOf({ reason: "no-progress", attempts: 1, tried: searched }).sentence).toBe(
      "Stopped after 1 attempt and 3 candidates (no-progress). Last failure: node:test:a.test.js::doubles: 3 !== 8.",
    );
  });

  it("tells of what was green and not accepted", () => {
    expect(stopOf({ reason: "no-progress", attempts: 1, rejections: ["It hangs. (review)"] }).sentence).toBe(
      `Stopped after 1 attempt (no-progress). ${lastFailure} A candidate turned the cases green but was not accepted: It hangs. (review)`,
    );
  });

  it("says when nothing could be tried at all", () => {
    expect(stopOf({ reason: "no-progress" }).sentence).toBe(
      `Nothing could be tried (no-progress): every file the failure points to is protected or written in a language without repair operators. ${lastFailure}`,
    );
  });
});

describe("a failure in which only test code appears", () => {
  it.each(Object.keys(stopReasons) as StopReason[])("is called a fault of the tests after a search only when the search was used up: %s", (reason) => {
    const stop = stopOf({ reason, attempts: 2, class: "test-bug" });
    expect(stop.reason).toBe(searchedOut.includes(reason) ? "not-healable" : reason);
    if (stop.reason === "not-healable" && reason !== "not-healable") {
      expect(stop.sentence).toBe(
        `Stopped after 2 attempts (not-healable: test-bug). Only test code appears in the failure, and no change of the product code mends it. ${lastFailure}`,
      );
    }
  });

  it("is not called so when nothing was tried", () => {
    expect(searchedOut.map((reason) => stopOf({ reason, class: "test-bug" }).reason)).toEqual(searchedOut);
  });
});
