import type { CaseResult } from "../domain/case.js";
import type { Patch } from "../domain/patch.js";
import type { Suspect } from "../domain/suspect.js";
import type { Baseline } from "./baseline.js";
import type { RunContext } from "./run-context.js";

/** What is known about a patch's lines from the baseline's coverage; null = it could not be had. */
export interface PatchEvidence {
  readonly coveringCases: number | null;
  readonly assertions: number | null;
}

export interface Located {
  /** Most suspicious first; empty = every function may hold the fault. */
  readonly suspects: readonly Suspect[];
  /** Lines some test executed, by path; undefined = could not be had. */
  readonly coverage: ReadonlyMap<string, ReadonlySet<number>> | undefined;
  readonly evidenceFor: (patch: Patch) => PatchEvidence;
}

export interface LocateRequest {
  readonly toHeal: readonly CaseResult[];
  readonly isProtected: (path: string) => boolean;
}

export async function locate(_context: RunContext, _baseline: Baseline, _request: LocateRequest): Promise<Located> {
  return { suspects: [], coverage: undefined, evidenceFor: () => ({ coveringCases: null, assertions: null }) };
}
