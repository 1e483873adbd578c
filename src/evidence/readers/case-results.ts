import { type CaseKind, type CaseName, type CaseResult, type CaseStatus, caseId } from "../../domain/case.js";
import type { Failure } from "../../domain/failure.js";

export interface CaseParts {
  readonly name: CaseName;
  /** The runner's own spelling. */
  readonly reportedId: string;
  readonly kind?: CaseKind;
  readonly status: CaseStatus;
  readonly durationMs?: number | undefined;
  readonly failure?: Failure | undefined;
}

export function caseResult(parts: CaseParts): CaseResult {
  return {
    id: caseId(parts.name),
    reportedId: parts.reportedId,
    name: parts.name,
    kind: parts.kind ?? "test",
    status: parts.status,
    ...(parts.durationMs === undefined ? {} : { durationMs: parts.durationMs }),
    ...(parts.status === "failed" && parts.failure !== undefined ? { failure: parts.failure } : {}),
  };
}

/** Gives the second and later cases of one name their ordinal, in order of appearance. */
export function withOrdinals(cases: readonly CaseResult[]): CaseResult[] {
  const seen = new Map<string, number>();
  return cases.map((result) => {
    const count = (seen.get(result.id) ?? 0) + 1;
    seen.set(result.id, count);
    if (count === 1) return result;
    const name = { ...result.name, ordinal: count };
    return { ...result, name, id: caseId(name) };
  });
}
