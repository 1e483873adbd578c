import type { CandidateVerdict, TriedCandidate } from "../../../../domain/attempt.js";
import { tellingLine } from "../../../../domain/failure.js";
import type { FileView } from "../../../../domain/file-view.js";
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

/** Each tried edit of a model on one line, so that it is not made again; the newest `most`. */
export function refutedText(tried: readonly TriedCandidate[], files: FileView, most: number): string {
  const told = tried.filter(({ proposal, verdict }) => proposal.origin.coder !== "operators" && proposal.origin.coder !== "fixers" && isTold(verdict));
  return told
    .slice(-most)
    .map(({ proposal, verdict }) => `- ${changedLines(proposal.patch, files)}: ${verdictText(verdict)}`)
    .join("\n");
}

function isTold({ kind }: CandidateVerdict): boolean {
  return kind !== "duplicate" && kind !== "unusable" && kind !== "box-failed";
}

function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
