import type { JournalLine } from "../../domain/journal.js";
import { needsPerson, type ReviewFinding } from "../../domain/review.js";
import { lastOf } from "../journal-view.js";
import { capped, section } from "./blocks.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";
import { findingBullet, reviewOf } from "./review.js";

/** What a person has to look at before the accepted patch is merged. */
export function risksOf(lines: readonly JournalLine[]): readonly ReviewFinding[] {
  const accepted = lastOf(lines, "accepted");
  return accepted === undefined ? [] : (reviewOf(lines, accepted.candidate)?.findings.filter(needsPerson) ?? []);
}

/** Stands before the proof: a patch can be green and do more than mend. */
export function needsPersonSection({ lines }: RunFacts, detail: Detail): string[] {
  const risks = risksOf(lines);
  if (risks.length === 0) return [];
  const bullets = risks.map((risk) => findingBullet(risk, detail));
  return section("Needs a person", ["**Look at this before you merge.** No run can show whether it is meant:", capped(bullets, detail.telling).join("\n")]);
}
