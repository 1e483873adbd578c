import type { CandidateVerdict, TriedCandidate } from "../../../../domain/attempt.js";
import { defaultBudgetLimits } from "../../../../domain/budget.js";
import { tellingLine } from "../../../../domain/failure.js";
import type { FileView } from "../../../../domain/file-view.js";
import type { Profile } from "../../../../domain/model-plan.js";
import { changedLines } from "./changed-lines.js";

/** What running a candidate came to, for the model that has to do better. */
export function verdictText(verdict: CandidateVerdict): string {
  switch (verdict.kind) {
    case "still-failing":
      return `still red: ${cut(tellingLine(verdict.message))}`;
    case "mends-some":
      return `mends ${verdict.fixed.length} of the red cases; still red: ${verdict.stillFailing.slice(0, 3).join(", ")}`;
    case "loses-again":
      return `loses again what an earlier edit had mended (${verdict.lost.slice(0, 2).join(", ")}): ${cut(tellingLine(verdict.message))}`;
    case "breaks":
      return `breaks passing cases (${verdict.broken.slice(0, 2).join(", ")}): ${cut(tellingLine(verdict.message))}`;
    case "timed-out":
      return `did not end within ${Math.round(verdict.afterMs / 1000)} s`;
    case "refused":
      return `refused: ${cut(verdict.reason)}`;
    case "unusable":
      return `not usable: ${cut(verdict.reason)}`;
    case "duplicate":
      return `the same as candidate ${verdict.of}`;
    case "green":
      return "turned the red cases green but was not accepted";
    case "box-failed":
      return "could not be run";
  }
}

/** Proposals a model may have made before its last one, by the default limits: each stays as a line. */
const mostBefore = defaultBudgetLimits.maxAttempts + defaultBudgetLimits.opinions - 1;
/** Edits a prompt tells of, the newest; a large model has room for those of a longer search. */
export const mostTold: Readonly<Record<Profile, number>> = { small: mostBefore, large: 2 * mostBefore };
/** Characters of the lines an edit takes away, and of those it puts there: with a little for each, all of them fit into a small prompt. */
const longestSide: Readonly<Record<Profile, number>> = { small: 60, large: 140 };

/** Each tried edit on one line, so that it is not made again. */
export function refutedText(told: readonly TriedCandidate[], files: FileView, profile: Profile): string {
  return told.map(({ proposal, verdict }) => `- ${changedLines(proposal.patch, files, longestSide[profile])}: ${verdictText(verdict)}`).join("\n");
}

/** Edits of a model that were run or turned down. */
export function isTold({ proposal: { origin }, verdict: { kind } }: TriedCandidate): boolean {
  return origin.coder !== "operators" && origin.coder !== "fixers" && kind !== "duplicate" && kind !== "unusable" && kind !== "box-failed";
}

function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
