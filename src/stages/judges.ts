import { groupByBehaviour } from "../acceptance/review/findings.js";
import type { TriedCandidate } from "../domain/attempt.js";
import { editSize } from "./choose.js";
import { type Review, review } from "./review.js";
import type { RunContext } from "./run-context.js";
import { type CasesRequest, compareCases, openTesterCases, type TesterCases } from "./tester-cases.js";

/** What a model adds to the proof. It can turn a patch down by what was run, and never lets one pass that the proof refuses. */
export interface Judges {
  /** Candidates that all pass, best first: the largest group that behaves alike on the Tester's cases, then the smallest edit. */
  arrange(candidates: readonly TriedCandidate[]): Promise<readonly TriedCandidate[]>;
  /** Of a candidate with its final patch, once the proof holds. */
  review(candidate: TriedCandidate): Promise<Review>;
}

/** Undefined when no model works in this run. The Tester is asked when the first candidate is green, and once. */
export function openJudges(context: RunContext, request: CasesRequest): Judges | undefined {
  if (context.models === undefined) return undefined;
  let opened: Promise<TesterCases> | undefined;
  const cases = (): Promise<TesterCases> => {
    opened ??= openTesterCases(context, request);
    return opened;
  };
  const { baseline, failures, issue } = request;
  return {
    arrange: async (candidates) => (candidates.length < 2 ? candidates : arranged(context, request, { cases: await cases(), candidates })),
    review: async (candidate) => review(context, { candidate, baseline, failures, cases: await cases(), ...(issue === undefined ? {} : { task: issue }) }),
  };
}

interface Alternatives {
  readonly cases: TesterCases;
  readonly candidates: readonly TriedCandidate[];
}

async function arranged(context: RunContext, { baseline }: CasesRequest, { cases, candidates }: Alternatives): Promise<TriedCandidate[]> {
  const alternatives = await Promise.all(
    candidates.map(async (candidate) => {
      const { patch } = candidate.proposal;
      const seen = await compareCases(context, { baseline, cases, patch });
      return { candidate, editSize: editSize(patch), outcomes: seen.map((one) => one.patch) };
    }),
  );
  return groupByBehaviour(alternatives);
}
