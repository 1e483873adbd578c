import type { JournalLine } from "../domain/journal.js";
import { outcomeDocument } from "./outcome-document.js";
import { fittingReport } from "./report/compose.js";
import { code } from "./safe-text.js";

/** A summary may have one mebibyte; a UTF-16 unit takes at most three bytes. */
const longest = 300_000;

export interface SummaryContext {
  readonly pullRequestUrl: string | null;
  /** Null = the bundle was not uploaded. */
  readonly artifactName: string | null;
}

/** The page of the job. */
export function jobSummary(lines: readonly JournalLine[], { pullRequestUrl, artifactName }: SummaryContext): string {
  const before = [
    `# Heal: ${outcomeDocument(lines).outcome}`,
    ...(pullRequestUrl === null || !/^https?:\/\/[^\s<>]+$/.test(pullRequestUrl) ? [] : [`Pull request: <${pullRequestUrl}>`]),
    ...(artifactName === null ? [] : [`Bundle: artifact ${code(artifactName)}`]),
  ];
  return fittingReport(lines, { before, after: [], patch: "shown" }, longest);
}
