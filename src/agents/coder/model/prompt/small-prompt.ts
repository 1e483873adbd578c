import { type FunctionUnit, type MissingUnit, missingWords, sourceOf, type Unit, unitName } from "../source/units.js";
import type { Ask } from "../strategy.js";
import { tokensOf } from "../text/tokens.js";
import { distinctFailures } from "./failure-text.js";
import { type ListedNames, listedNames, nameSections, spoken } from "./names.js";
import * as parts from "./parts.js";
import type { Scene } from "./scene.js";
import { plain, type Section } from "./section.js";

/** Functions a small model is shown whole: more than two, and it loses sight of the fault. */
export function shownToSmall(units: readonly Unit[], inputTokens: number): Unit[] {
  const [first, ...others] = units;
  if (first === undefined) return [];
  const second = others.find((unit) => unit.kind === "function" && tokensOf(sourceOf(unit)) < inputTokens / 8);
  const isClear = second === undefined || first.suspect === undefined || (second.suspect?.score ?? 0) < 0.9 * first.suspect.score;
  return isClear ? [first] : [first, second];
}

/** The prompt of a small model: little, plain, and one fenced function as the answer. */
export function smallSections(scene: Scene, ask: Ask): Section[] {
  const [first] = scene.units;
  if (ask.kind === "sample" && ask.brief === "rewrite" && first?.kind === "function" && scene.units.length > 0) return rewrite(scene, first);
  if (ask.kind === "repair") return repair(scene, ask);
  return fix(scene, ask);
}

function rewrite(scene: Scene, unit: FunctionUnit): Section[] {
  const names = listedNames([unit]);
  return [
    plain("", `Write the ${parts.languageName(unit)}function ${spoken(unitName(unit), names)}. The failing test below must pass.`),
    ...parts.outlineSections(scene, unit),
    parts.headSection(scene, unit),
    ...parts.testSections(scene),
    ...parts.demandSections(scene),
    ...nameSections(names, scene.token),
    plain("", answer([unit], names)),
  ];
}

function fix(scene: Scene, ask: Ask): Section[] {
  const { units } = scene;
  const first = units[0];
  const names = listedNames(units);
  const isNew = first?.kind === "file" && first.text === "";
  return [
    plain("", opening(first, names)),
    ...units.flatMap((unit) => parts.outlineSections(scene, unit)).slice(0, 1),
    ...units.filter((unit) => unit !== first || !isNew).map((unit) => parts.unitSection(scene, unit, unit === first ? 0 : 4)),
    ...parts.testSections(scene),
    ...parts.failureSections(scene, distinctFailures(scene.brief.failures, 2), 600),
    ...(ask.kind === "fresh" ? parts.refutedSections(scene) : []),
    ...parts.demandSections(scene),
    ...nameSections(names, scene.token),
    plain("", answer(units, names)),
  ];
}

function opening(first: Unit | undefined, names: ListedNames): string {
  const language = first === undefined ? "" : parts.languageName(first);
  if (first?.kind === "file" && first.text === "")
    return `Write the ${language}file ${spoken(first.file, names)}, which does not exist yet. The failing test below must pass.`;
  if (first?.kind === "missing")
    return `Write ${namesIn(first, names)}, which the ${language}file ${spoken(first.file, names)} does not have yet. The failing test below must pass.`;
  return `This ${language}code has a fault: a test fails. Find the cause and correct it.`;
}

function repair(scene: Scene, ask: Extract<Ask, { kind: "repair" }>): Section[] {
  const { units, token } = scene;
  const first = units[0];
  const names = listedNames(units);
  const tried = ask.parent;
  return [
    plain("", `This ${first === undefined ? "" : parts.languageName(first)}code was changed to mend a failing test, and the test still fails. Correct it.`),
    ...units.map((unit, index) => parts.unitSection(scene, unit, index === 0 ? 0 : 4)),
    parts.changeSection(scene, tried, { title: "The change that was made:", rank: 3 }),
    ...parts.testSections(scene),
    parts.resultSection(scene, tried, "What came of it:"),
    ...parts.traceSections(scene),
    ...parts.lessonSections(scene, tried),
    ...parts.refutedSections(scene),
    ...parts.demandSections(scene),
    ...nameSections(names, token),
    plain("", answer(units, names)),
  ];
}

function answer(units: readonly Unit[], listed: ListedNames): string {
  const [first] = units;
  if (first?.kind === "missing")
    return `Answer with one fenced code block that holds ${namesIn(first, listed)} complete, without the rest of the file, tests or examples.`;
  if (first === undefined || first.kind === "file")
    return `Answer with one fenced code block that holds the whole file${first === undefined ? "" : ` ${spoken(first.file, listed)}`}.`;
  const names = units.filter(({ kind }) => kind === "function").map((unit) => spoken(unitName(unit), listed));
  return names.length === 1
    ? `Answer with one fenced code block that holds the complete function ${names[0]}, without tests or examples.`
    : `Answer with one fenced code block that holds the complete corrected function (${names.join(" or ")}), without tests or examples.`;
}

function namesIn(unit: MissingUnit, listed: ListedNames): string {
  return missingWords(unit)
    .map((name) => spoken(name, listed))
    .join(" and ");
}
