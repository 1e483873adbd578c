import type { JournalLine } from "../../domain/journal.js";
import { lastOf } from "../../render/journal-view.js";
import { outcomeDocument } from "../../render/outcome-document.js";
import { renderReport } from "../../render/report.js";
import type { Annotation } from "./report-back.js";
import type { Views } from "./run.js";

export const views: Views = {
  pullRequest: (lines, context) => ({
    title: titleOf(lines),
    body: [...context.notes.map((note) => `> ${note}\n`), renderReport(lines)].join("\n").slice(0, 59_000).toWellFormed(),
  }),
  summary: (lines, context) =>
    [context.pullRequestUrl, context.artifactName && `Bundle: artifact \`${context.artifactName}\``, renderReport(lines)].filter(Boolean).join("\n\n"),
  annotations: (lines) => [verdict(lines)],
};

function titleOf(lines: readonly JournalLine[]): string {
  const explanation = lastOf(lines, "accepted")?.explanation.split("\n")[0] ?? "Mend the failing checks";
  return explanation.length <= 72 ? explanation : `${explanation.slice(0, 71).toWellFormed()}…`;
}

function verdict(lines: readonly JournalLine[]): Annotation {
  const { outcome, stopReason, summary } = outcomeDocument(lines);
  return { level: outcome === "healed" || outcome === "nothing-to-heal" ? "notice" : "warning", title: `Heal: ${outcome} (${stopReason})`, message: summary };
}
