import { isWorkflowRunUrl, type WorkflowRun } from "../../domain/workflow-run.js";
import { plural } from "../figures.js";
import { eventsOf, lastOf } from "../journal-view.js";
import { code, fence, inline } from "../safe-text.js";
import { unifiedDiff } from "../unified-diff.js";
import { capped, folded, section } from "./blocks.js";
import { idBullets } from "./cases.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";
import { reviewOf } from "./review.js";

/** Other patches that turned everything green: a person may know which behaviour is meant. */
export function alternativesSection({ accepted }: RunFacts, detail: Detail): string[] {
  const others = accepted?.alternatives ?? [];
  if (others.length === 0) return [];
  const blocks = others.slice(0, detail.alternatives).map(({ number, explanation, patch }) => {
    const diff = detail.diffLines === 0 ? [] : [fence(unifiedDiff(patch), { language: "diff", mostLines: detail.diffLines })];
    return folded(`Candidate ${number}`, [inline(explanation, detail.sentence), ...diff]);
  });
  const left = others.length - blocks.length;
  return section("Alternatives", [
    `${plural(others.length, "other candidate")} turned the same cases green. They were not proved.`,
    ...blocks,
    left > 0 && blocks.length > 0 ? `${left} more in the bundle.` : undefined,
  ]);
}

/** What a reader must not take for checked. */
export function notCheckedSection(facts: RunFacts, detail: Detail): string[] {
  const { accepted, outcome, lines, started } = facts;
  const sorted = lastOf(lines, "baseline-sorted");
  const setAside = accepted === undefined ? [] : [...(sorted?.flaky ?? []), ...(sorted?.environment ?? []), ...(sorted?.preexisting ?? [])];
  const reviewed = accepted && reviewOf(lines, accepted.candidate);
  // A proof holds what its review could not look at.
  const unchecked = [...new Set([...(accepted?.proof.notChecked ?? []), ...(reviewed?.notChecked ?? [])])];
  const notes = [...new Set(eventsOf(lines, "note").map(({ text }) => text))];
  return section("What was not checked", [
    capped(
      [
        ...unchecked.map((text) => `- ${inline(text, detail.sentence)}`),
        ...(outcome.sandbox.engine === "none" ? ["- No sandbox was used: the project's code ran with all rights of the user who started Heal."] : []),
        ...(started !== undefined && started.plan.baseCommit === null ? ["- The base was the working tree as it was; no commit names it."] : []),
        ...notes.map((text) => `- ${inline(text, detail.sentence)}`),
      ],
      Math.max(10, detail.exceptions),
    ).join("\n"),
    setAside.length === 0 ? undefined : `Set aside, so neither healed nor counted (${setAside.length}):\n${idBullets(setAside, detail.cases).join("\n")}`,
  ]);
}

export function publishedSection({ lines }: RunFacts, detail: Detail): string[] {
  const published = lastOf(lines, "published");
  return published === undefined ? [] : section("Published", [inline(published.reason, detail.sentence)]);
}

export function reproduceSection({ accepted, started, stopped, outcome }: RunFacts): string[] {
  const end = stopped === undefined ? [] : [`Stop reason: \`${outcome.stopReason}\`.`];
  if (accepted === undefined) return section("End", end);
  const commit = started?.plan.baseCommit ?? null;
  const where = commit === null ? "the same files" : `a checkout of \`${commit}\``;
  return section("Reproduce", [`With ${bundlePlace(started?.plan.workflowRun)} and ${where}:`, "```text\nheal replay BUNDLE --cwd CHECKOUT\n```", ...end]);
}

function bundlePlace(run: WorkflowRun | undefined): string {
  if (run === undefined || !isWorkflowRunUrl(run.url)) return "the bundle of this run (of a workflow: its artifact)";
  return `the bundle, the artifact ${code(run.artifact)} of [this workflow run](${run.url}),`;
}
