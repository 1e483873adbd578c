import type { JournalLine } from "../../domain/journal.js";
import { withRelativePaths } from "../relative-paths.js";
import { alternativesSection, notCheckedSection, publishedSection, reproduceSection } from "./closing.js";
import { costSection } from "./cost.js";
import { cutDetails, type Detail, wholeDetail } from "./detail.js";
import { evidenceSection } from "./evidence.js";
import { factsOf, type RunFacts } from "./facts.js";
import { matrixSection } from "./matrix.js";
import { needsPersonSection } from "./needs-person.js";
import { opening } from "./opening.js";
import { fixSection, proofSection } from "./proof.js";
import { reflectionLog } from "./reflection-log.js";
import { reviewSection } from "./review.js";
import { taskSection } from "./task.js";

/** Each block is Markdown that stands on its own: no fence, list or fold reaches into the next. */
export type Blocks = readonly string[];

export interface Frame {
  readonly before: Blocks;
  readonly after: Blocks;
  /** Whether the patch stands elsewhere on the page. */
  readonly patch: "shown" | "elsewhere";
}

/** The sections in their order, between what the place of publication adds. */
function blocksOf(facts: RunFacts, detail: Detail, frame: Frame): Blocks {
  return [
    ...frame.before,
    ...opening(facts, detail),
    ...needsPersonSection(facts, detail),
    ...taskSection(facts, detail),
    ...(frame.patch === "shown" ? fixSection(facts, detail) : []),
    ...proofSection(facts, detail),
    ...evidenceSection(facts, detail),
    ...matrixSection(facts, detail),
    ...costSection(facts, detail),
    ...reflectionLog(facts, detail),
    ...reviewSection(facts, detail),
    ...alternativesSection(facts, detail),
    ...notCheckedSection(facts, detail),
    ...publishedSection(facts, detail),
    ...reproduceSection(facts),
    ...frame.after,
  ];
}

export function wholeReport(lines: readonly JournalLine[], frame: Frame): string {
  return page(blocksOf(factsOf(withRelativePaths(lines)), wholeDetail, frame));
}

const notice = "> Shortened to fit here. The whole is `report.md` in the run's bundle.";

/** At most `most` UTF-16 units: whole if it fits, else cut step by step, and said so. */
export function fittingReport(lines: readonly JournalLine[], frame: Frame, most: number): string {
  const facts = factsOf(withRelativePaths(lines));
  const whole = page(blocksOf(facts, wholeDetail, frame));
  if (whole.length <= most) return whole;
  const noted: Frame = { ...frame, before: [...frame.before, notice] };
  let blocks: Blocks = [];
  for (const detail of cutDetails) {
    blocks = blocksOf(facts, detail, noted);
    const text = page(blocks);
    if (text.length <= most) return text;
  }
  return page(leading(blocks, most));
}

/** The first blocks that fit: the opening and the proof stand before the log. */
function leading(blocks: Blocks, most: number): Blocks {
  const kept: string[] = [];
  let length = 0;
  for (const block of blocks) {
    length += block.length + 2;
    if (length > most) break;
    kept.push(block);
  }
  return kept;
}

function page(blocks: Blocks): string {
  return `${blocks.join("\n\n").toWellFormed()}\n`;
}
