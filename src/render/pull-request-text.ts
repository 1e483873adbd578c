import type { JournalLine } from "../domain/journal.js";
import { plural } from "./figures.js";
import { fittingReport } from "./report/compose.js";
import { factsOf } from "./report/facts.js";
import { inline } from "./safe-text.js";

export interface PullRequestContext {
  readonly fingerprint: string;
  readonly targetBranch: string;
  readonly compareUrl: string;
  /** What a reader must know beside the journal, e.g. that the base moved. */
  readonly notes: readonly string[];
}

/** GitHub takes 65,536 characters; the caller appends its hidden marker. In UTF-16 units. */
const longestBody = 59_400;

/** Title and body of the pull request that carries the fix. */
export function pullRequestText(lines: readonly JournalLine[], context: PullRequestContext): { readonly title: string; readonly body: string } {
  const after = [
    "## This pull request",
    [
      "- Workflows do not start by themselves when a pull request is opened with a job's own token. Approve them if GitHub offers it, or close and reopen the pull request.",
      "- Later runs that find the same failure update this pull request; none is opened beside it.",
      "- To stop: close it without merging. Heal then leaves this failure alone; reopening allows it again.",
    ].join("\n"),
  ];
  const before = context.notes.slice(0, 10).map((note) => `> ${inline(note, 600)}`);
  return { title: titleOf(lines), body: fittingReport(lines, { before, after, patch: "elsewhere" }, longestBody) };
}

/** Of our own words: a title becomes the subject of a merge commit, where a reference in it would close an issue. */
function titleOf(lines: readonly JournalLine[]): string {
  const { accepted, outcome } = factsOf(lines);
  const [file, ...others] = outcome.files;
  const cases = plural(accepted?.proof.greenAfter.length ?? 0, "failing case");
  const named = file !== undefined && others.length === 0 && /^[A-Za-z0-9_./-]{1,60}$/.test(file);
  return `Mend ${cases} in ${named ? file : plural(outcome.files.length, "file")}`;
}
