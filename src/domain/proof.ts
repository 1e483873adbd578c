import type { CaseId } from "./case.js";

export type ConfidenceLevel = "high" | "medium" | "low";

/** Said in words, from evidence only. */
export interface Confidence {
  readonly level: ConfidenceLevel;
  readonly because: readonly string[];
}

export type ProofStepName = "whole-suite" | "confirmation" | "canary" | "minimise" | "revert" | "tamper-rules";

export interface ProofStep {
  readonly step: ProofStepName;
  readonly ok: boolean;
  /** One sentence: what was run and seen, or why it does not hold. */
  readonly detail: string;
}

/** Tests of a task, which the patch brings along: they lay under the base, so "before" and "after" speak of the tree with them. */
export interface ProofTests {
  readonly files: readonly string[];
  /** SHA-256 of `tests.patch`: the patch's changes of these files. */
  readonly digest: string;
}

export interface ProofCommand {
  readonly check: string;
  readonly command: string;
  readonly directory: string;
}

/** `proof.json`: what `heal replay` needs to run the proof again without any model. */
export interface Proof {
  readonly schema: "heal/proof/1";
  /** SHA-256 over the sorted paths, modes and contents of the base tree's project files. */
  readonly baseDigest: string;
  /** SHA-256 of `fix.patch`. */
  readonly patchDigest: string;
  readonly baseCommit: string | null;
  readonly commands: readonly ProofCommand[];
  readonly environment: Readonly<Record<string, string>>;
  readonly engine: string;
  readonly confirmations: number;
  readonly redBefore: readonly CaseId[];
  readonly greenAfter: readonly CaseId[];
  readonly passedAtBaseline: readonly CaseId[];
  readonly flaky: readonly CaseId[];
  readonly steps: readonly ProofStep[];
  readonly confidence: Confidence;
  readonly notChecked: readonly string[];
  /** Present when the tests were written for a task. */
  readonly tests?: ProofTests;
}
