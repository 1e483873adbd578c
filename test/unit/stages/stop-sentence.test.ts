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
    [
      "max-tokens",
      1,
      "the next call to the model could take up to 3,361 tokens, and 100 are left. Raise max-tokens.",
      ": the next call to the model could take up to 3,361 tokens, and 100 are left. Raise max-tokens",
    ],
    [
      "max-cost",
      1,
      "the next call to the model could cost up to $0.004961, and $0.0001 is left. Raise max-cost.",
      ": the next call to the model could cost up to $0.004961, and $0.0001 is left. Raise max-cost",
    ],
    ["same-patch", 3, "a patch was proposed again.", ": a patch was proposed again"],
    ["oscillation", 4, "two patches were proposed by turns", ": two patches were proposed by turns"],
    ["no-progress", 1, undefined, ""],
    ["regression", 2, "two broke", ": two broke"],
    ["tamper", 2, "two were refused", ": two were refused"],
    [
      "sandbox-unavailable",
      1,
      "the sandbox broke while `node --test` ran: no room. Free some",
      ": the sandbox broke while `node --test` ran: no room. Free some",
    ],
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

  it("tells that the last proposal did not end, also when it was made again; of a search it says nothing", () => {
    const endless = tried(1, { kind: "timed-out", afterMs: 8_000 });
    const again = tried(2, { kind: "duplicate", of: 1 });
    expect(stopOf({ reason: "same-patch", attempts: 2, tried: [endless, again] }).sentence).toBe(
      `Stopped after 2 attempts (same-patch). ${lastFailure} With the last proposal the checks did not end: timed out after 8 s.`,
    );
    const searched = { ...endless, proposal: { ...endless.proposal, origin: { coder: "operators" as const } } };
    expect(stopOf({ reason: "same-patch", attempts: 1, tried: [searched] }).sentence).toBe(`Stopped after 1 attempt (same-patch). ${lastFailure}`);
  });

  it("tells of what was green and not accepted", () => {
    const rejections = [
      { rule: "review", reason: "It hangs." },
      { rule: "canary-not-seen", reason: "The report cannot be trusted." },
    ];
    expect(stopOf({ reason: "no-progress", attempts: 2, rejections }).sentence).toBe(
      `Stopped after 2 attempts (no-progress). ${lastFailure} A candidate turned the cases green but was not accepted: It hangs (review).`,
    );
  });

  it("tells of a review that kept every patch out, with what the last one would have done", () => {
    const rejections = [{ rule: "review", reason: "`mean([])` now raises NameError: name 'nil' is not defined; without the patch it gives an answer." }];
    const because = "the review kept out the last patch that turned the cases green. Name another model";
    expect(stopOf({ reason: "reviewer-veto", attempts: 6, because, rejections }).sentence).toBe(
      `Stopped after 6 attempts (reviewer-veto): the review kept out the last patch that turned the cases green. Name another model. ${lastFailure} A candidate turned the cases green but was not accepted: \`mean([])\` now raises NameError: name 'nil' is not defined; without the patch it gives an answer (review).`,
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
