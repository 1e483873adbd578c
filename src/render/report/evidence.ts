import type { CaseResult } from "../../domain/case.js";
import { plural } from "../figures.js";
import { eventsOf, lastOf } from "../journal-view.js";
import { code, fence, inline } from "../safe-text.js";
import { unifiedDiff } from "../unified-diff.js";
import { section } from "./blocks.js";
import { caseBullets, idBullets } from "./cases.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";
import { checkLegend, runsTable } from "./runs.js";

/** Of a run without an accepted patch: what its verdict rests on. */
export function evidenceSection(facts: RunFacts, detail: Detail): string[] {
  if (facts.accepted !== undefined) return [];
  return section("What was seen", [
    checkLegend(facts.runs),
    runsTable(facts.runs, detail),
    ...sortedBlocks(facts, detail),
    ...reasonsGiven(facts, detail),
    facts.red.length === 0 ? undefined : `${plural(facts.red.length, "red case")}:`,
    caseBullets(facts.red, detail).join("\n"),
    ...excerpts(facts.red, detail),
    ...rejections(facts, detail),
    ...bestPartial(facts, detail),
  ]);
}

function sortedBlocks({ lines }: RunFacts, detail: Detail): string[] {
  const sorted = lastOf(lines, "baseline-sorted");
  if (sorted === undefined) return [];
  const groups: [string, readonly string[]][] = [
    ["Flaky: failed in one run, passed in another", sorted.flaky],
    ["Red only with the rest of the suite", sorted.orderDependent],
    ["Red for a reason outside the code", sorted.environment],
    ["Red before this change too", sorted.preexisting],
  ];
  return groups.filter(([, ids]) => ids.length > 0).map(([title, ids]) => `${title} (${ids.length}):\n${idBullets(ids, detail.cases).join("\n")}`);
}

/** The reader's own words on what is missing or unhealthy. */
function reasonsGiven({ runs }: RunFacts, detail: Detail): string[] {
  const said = new Set(runs.map(({ reading }) => reading.classReason).filter((reason) => reason !== ""));
  return [...said].slice(0, 5).map((reason) => `The output says: ${inline(reason, detail.sentence)}`);
}

function excerpts(red: readonly CaseResult[], detail: Detail): string[] {
  return red.slice(0, Math.min(3, detail.cases)).flatMap(({ failure }) => {
    const excerpt = failure?.excerpt.trim() ?? "";
    return excerpt === "" ? [] : [fence(excerpt, { language: "text", mostLines: detail.messageLines })];
  });
}

function rejections({ lines }: RunFacts, detail: Detail): string[] {
  const rejected = eventsOf(lines, "rejected");
  if (rejected.length === 0) return [];
  const bullets = rejected.slice(0, detail.telling).map(({ rule, reason }) => `- ${code(rule)}: ${inline(reason, detail.sentence)}`);
  return [`${plural(rejected.length, "patch", "patches")} turned the red cases green and did not hold:\n${bullets.join("\n")}`];
}

/** Mends the most red cases and breaks none; no proof stands behind it. */
function bestPartial({ candidates, red }: RunFacts, detail: Detail): string[] {
  const partial = candidates.flatMap(({ number, proposal, verdict }) =>
    verdict.kind === "mends-some" ? [{ number, proposal, mended: red.length - verdict.stillFailing.length }] : [],
  );
  const [best] = partial.sort((one, other) => other.mended - one.mended || one.number - other.number);
  if (best === undefined) return [];
  return [
    `**Best partial patch, unproven:** candidate ${best.number} leaves ${red.length - best.mended} of ${plural(red.length, "case")} red and breaks none. ${inline(best.proposal.explanation, detail.sentence)}`,
    ...(detail.diffLines === 0 ? [] : [fence(unifiedDiff(best.proposal.patch), { language: "diff", mostLines: detail.diffLines })]),
  ];
}
