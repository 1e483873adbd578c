import { END_MARK } from "../reply/read-reply.js";
import { missingWords, sourceOf, type Unit } from "../source/units.js";
import type { Ask } from "../strategy.js";
import { tokensOf } from "../text/tokens.js";
import { distinctFailures } from "./failure-text.js";
import { type ListedNames, listedNames, nameSections, spoken } from "./names.js";
import * as parts from "./parts.js";
import type { Scene } from "./scene.js";
import { plain, type Section } from "./section.js";

/** Whole functions, most suspicious first, within a part of the input. */
export function shownToLarge(units: readonly Unit[], inputTokens: number): Unit[] {
  const shown: Unit[] = [];
  let left = inputTokens * 0.5;
  for (const unit of units) {
    const cost = tokensOf(sourceOf(unit));
    if (shown.length > 0 && (cost > left || shown.length >= 12)) continue;
    if (unit.kind === "file" && shown.some(({ file }) => file === unit.file) && cost > left / 4) continue;
    shown.push(unit);
    left -= cost;
  }
  return shown;
}

export function largeSections(scene: Scene, ask: Ask): Section[] {
  const failures = distinctFailures(scene.brief.failures, 3);
  const names = listedNames(scene.units.filter(isUnwritten));
  return [
    plain("", opening(scene, ask)),
    ...parts.failureSections(scene, failures, 2000),
    ...parts.testSections(scene),
    ...scene.units.flatMap((unit, index) => [...unwrittenSections(unit, names), ...shownSections(scene, unit, index)]),
    ...scene.units.flatMap((unit) => parts.outlineSections(scene, unit)).slice(0, 3),
    ...(ask.kind === "repair" ? resultSections(scene, ask) : []),
    ...parts.traceSections(scene),
    ...(ask.kind === "repair" ? parts.lessonSections(scene, ask.parent) : []),
    ...parts.refutedSections(scene),
    ...parts.demandSections(scene),
    ...nameSections(names, scene.token),
    plain("", answer(scene)),
  ];
}

/** What nobody has written yet is told in words. */
function isUnwritten(unit: Unit): boolean {
  return unit.kind === "missing" || (unit.kind === "file" && unit.text === "");
}

function unwrittenSections(unit: Unit, names: ListedNames): Section[] {
  if (!isUnwritten(unit)) return [];
  const file = spoken(unit.file, names);
  if (unit.kind !== "missing") return [plain("", `The file ${file}, which the test loads, does not exist yet.`)];
  const words = missingWords(unit).map((name) => spoken(name, names));
  return [plain("", `The file ${file} has no ${words.join(", ")} yet, which the test uses.`)];
}

function shownSections(scene: Scene, unit: Unit, index: number): Section[] {
  if (unit.kind === "file" && unit.text === "") return [];
  return [parts.unitSection(scene, unit, index === 0 ? 0 : 2 + index)];
}

function situation({ brief }: Scene): string {
  if (brief.failures.length === 0) return "Change the code as asked below.";
  if (brief.task !== undefined) return "A task is described below. Tests for it were written; they fail because the code for it is missing or wrong.";
  return "Checks of a project fail because its code has a fault.";
}

function opening(scene: Scene, ask: Ask): string {
  const what = situation(scene);
  const how = ask.kind === "repair" ? "One correction was tried and is shown as the code stands now." : "";
  return `${what} ${how} Analyse the failure, explain the cause in two sentences, then give the corrected code. Change no tests and no configuration; make the smallest change that mends the cause.`.replace(
    "  ",
    " ",
  );
}

function resultSections(scene: Scene, { parent }: Extract<Ask, { kind: "repair" }>): Section[] {
  return [
    parts.changeSection(scene, parent, { title: "The change that is in the code now:", rank: 1 }),
    parts.resultSection(scene, parent, "What running it showed:"),
  ];
}

function answer(scene: Scene): string {
  return [scene.mayAsk === "yes" ? asking : "", scene.format === "blocks" ? blocks : whole].filter((part) => part !== "").join("\n\n");
}

const asking = [
  "If you need more of the project first, use the tools. Without tools, answer with nothing but such lines, at most five:",
  "READ path/of/file",
  "SEARCH some words",
  "LIST path/of/folder",
].join("\n");

const blocks = [
  "Give each change as such a block, the path on the line before it:",
  "path/of/file",
  "<<<<<<< SEARCH",
  "lines of the file exactly as they stand, enough to be found only once",
  "=======",
  "the lines that take their place",
  ">>>>>>> REPLACE",
  "Instead of such a block you may give a whole function, or a new file, as a fenced code block with its path on the line before it.",
  `End the answer with the line ${END_MARK}.`,
].join("\n");

const whole = "Give the whole corrected function, or several, in fenced code blocks of complete code. Leave out nothing inside a function.";
