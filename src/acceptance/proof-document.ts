import type { CaseId } from "../domain/case.js";
import type { Check } from "../domain/check.js";
import type { CheckRunPhase } from "../domain/journal.js";
import type { Confidence, Proof, ProofCommand, ProofStep, ProofTests } from "../domain/proof.js";
import type { SortedBaseline } from "./verdict.js";

export interface ProofFacts {
  readonly baseDigest: string;
  readonly patchDigest: string;
  readonly baseCommit: string | null;
  readonly checks: readonly Check[];
  readonly environment: Readonly<Record<string, string>>;
  readonly engine: string;
  readonly confirmations: number;
  readonly sorted: SortedBaseline;
  readonly passedAtBaseline: readonly CaseId[];
  readonly steps: readonly ProofStep[];
  readonly confidence: Confidence;
  readonly notChecked: readonly string[];
  readonly tests?: ProofTests;
}

/** `proof.json` of an accepted patch. Case lists are sorted, so that the same proof is the same bytes. */
export function proofDocument(facts: ProofFacts): Proof {
  const healed = sorted(facts.sorted.toHeal.map((red) => red.id));
  return {
    schema: "heal/proof/1",
    baseDigest: facts.baseDigest,
    patchDigest: facts.patchDigest,
    baseCommit: facts.baseCommit,
    commands: facts.checks.map(({ name, command, directory }) => ({ check: name, command, directory })),
    environment: facts.environment,
    engine: facts.engine,
    confirmations: facts.confirmations,
    redBefore: healed,
    greenAfter: healed,
    passedAtBaseline: sorted(facts.passedAtBaseline),
    flaky: sorted([...facts.sorted.flaky, ...facts.sorted.environment, ...facts.sorted.preexisting]),
    steps: facts.steps,
    confidence: facts.confidence,
    notChecked: facts.notChecked,
    ...(facts.tests === undefined ? {} : { tests: facts.tests }),
  };
}

export interface ReplayStep {
  readonly phase: CheckRunPhase;
  readonly tree: "base" | "patched";
  readonly commands: readonly ProofCommand[];
  /** These must be seen red, or seen to run and pass; other cases that passed at baseline must pass as well when the whole suite is run. */
  readonly expect: "red" | "green";
  readonly cases: readonly CaseId[];
  readonly times: number;
}

/** The runs that show the proof again: red without the patch, green with it, as often as it was confirmed. */
export function replayPlan(proof: Proof): readonly ReplayStep[] {
  const { commands } = proof;
  return [
    { phase: "revert", tree: "base", commands, expect: "red", cases: proof.redBefore, times: 1 },
    { phase: "whole-suite", tree: "patched", commands, expect: "green", cases: sorted([...proof.greenAfter, ...proof.passedAtBaseline]), times: 1 },
    { phase: "confirmation", tree: "patched", commands, expect: "green", cases: proof.greenAfter, times: proof.confirmations },
  ];
}

function sorted(ids: readonly CaseId[]): CaseId[] {
  return [...new Set(ids)].sort();
}
