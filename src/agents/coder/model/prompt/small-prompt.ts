import { type MissingUnit, missingWords, sourceOf, type Unit, unitName } from "../source/units.js";
import type { Ask } from "../strategy.js";
import { fenced } from "../text/fence.js";
import { tokensOf } from "../text/tokens.js";
import { changedLines } from "./changed-lines.js";
import { distinctFailures } from "./failure-text.js";
import * as parts from "./parts.js";
import type { Scene } from "./scene.js";
import { data, plain, type Section } from "./section.js";

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

function rewrite(scene: Scene, unit: Extract<Unit, { kind: "function" }>): Section[] {
  return [
    plain("", `Write the ${parts.languageName(unit)}function \`${unitName(unit)}\`. The failing test below must pass.`),
    ...parts.outlineSections(scene, unit),
    parts.headSection(scene, unit),
    ...parts.testSections(scene),
    ...parts.demandSections(scene),
    plain("", answer([unit])),
  ];
}

function fix(scene: Scene, ask: Ask): Section[] {
  const { units } = scene;
  const first = units[0];
  const isNew = first?.kind === "file" && first.text === "";
  return [
    plain("", opening(first)),
    ...units.flatMap((unit) => parts.outlineSections(scene, unit)).slice(0, 1),
    ...units.filter((unit) => unit !== first || !isNew).map((unit) => parts.unitSection(scene, unit, unit === first ? 0 : 4)),
    ...parts.testSections(scene),
    ...parts.failureSections(scene, distinctFailures(scene.brief.failures, 2), 600),
    ...(ask.kind === "fresh" ? parts.refutedSections(scene, 6) : []),
    ...parts.demandSections(scene),
    plain("", answer(units)),
  ];
}

function opening(first: Unit | undefined): string {
  const language = first === undefined ? "" : parts.languageName(first);
  if (first?.kind === "file" && first.text === "")
    return `Write the ${language}file \`${first.file}\`, which does not exist yet. The failing test below must pass.`;
  if (first?.kind === "missing")
    return `Write ${namesIn(first)}, which the ${language}file \`${first.file}\` does not have yet. The failing test below must pass.`;
  return `This ${language}code has a fault: a test fails. Find the cause and correct it.`;
}

function repair(scene: Scene, ask: Extract<Ask, { kind: "repair" }>): Section[] {
  const { units, token } = scene;
  const first = units[0];
  const tried = ask.parent;
  return [
    plain("", `This ${first === undefined ? "" : parts.languageName(first)}code was changed to mend a failing test, and the test still fails. Correct it.`),
    ...units.map((unit, index) => parts.unitSection(scene, unit, index === 0 ? 0 : 4)),
    data({ title: "The change that was made:", text: changedLines(tried.proposal.patch, scene.brief.files), rank: 3 }, (shown) =>
      fenced(shown, "change", token),
    ),
    ...parts.testSections(scene),
    parts.resultSection(scene, tried, "What came of it:"),
    ...parts.traceSections(scene),
    ...parts.lessonSections(scene),
    ...parts.refutedSections(scene, 4),
    ...parts.demandSections(scene),
    plain("", answer(units)),
  ];
}

function answer(units: readonly Unit[]): string {
  const [first] = units;
  if (first?.kind === "missing")
    return `Answer with one fenced code block that holds ${namesIn(first)} complete, without the rest of the file, tests or examples.`;
  if (first === undefined || first.kind === "file")
    return `Answer with one fenced code block that holds the whole file${first === undefined ? "" : ` ${first.file}`}.`;
  const names = units.filter(({ kind }) => kind === "function").map((unit) => `\`${unitName(unit)}\``);
  return names.length === 1
    ? `Answer with one fenced code block that holds the complete function ${names[0]}, without tests or examples.`
    : `Answer with one fenced code block that holds the complete corrected function (${names.join(" or ")}), without tests or examples.`;
}

function namesIn(unit: MissingUnit): string {
  return missingWords(unit)
    .map((name) => `\`${name}\``)
    .join(" and ");
}
