import type { TriedCandidate } from "../../../../domain/attempt.js";
import type { CaseResult } from "../../../../domain/case.js";
import { patchedPaths } from "../../../../domain/patch.js";
import type { SyntaxLanguage } from "../../../../ports/syntax-trees.js";
import { failingCallText } from "../source/failing-call.js";
import { classText, importsOfFile, signaturesOfFile } from "../source/outline.js";
import { headOf, type MissingUnit, sourceOf, type Unit, unitName } from "../source/units.js";
import { fenced, type NamedPart } from "../text/fence.js";
import { quotedFiles } from "../text/quoted-files.js";
import { changedLines } from "./changed-lines.js";
import { failureText } from "./failure-text.js";
import type { Scene } from "./scene.js";
import { data, type Section } from "./section.js";
import { traceText } from "./trace-text.js";
import { isTold, mostTold, refutedText, verdictText } from "./tried-text.js";

const languageNames: Readonly<Record<SyntaxLanguage, string>> = {
  python: "Python",
  javascript: "JavaScript",
  typescript: "TypeScript",
  tsx: "TypeScript (TSX)",
  go: "Go",
  rust: "Rust",
  java: "Java",
};

export function languageName(unit: Unit): string {
  const language = unit.kind === "file" ? unit.language : unit.tree.language;
  return language === undefined ? "" : `${languageNames[language]} `;
}

/** Code a model has to give back whole is never cut. */
export function unitSection(scene: Scene, unit: Unit, rank: number): Section {
  if (unit.kind === "missing") return groundSection(scene, unit);
  const label: NamedPart = { names: unit.kind === "function" ? [unit.file, unitName(unit)] : [unit.file] };
  const text = fenced(sourceOf(unit), label, scene.token);
  return { title: "", text: () => text, rank, files: [unit.file] };
}

/** The file something is to be added to: whole while it is short, else its imports, the heads of its functions and the class that grows. */
function groundSection(scene: Scene, { file, tree, shown: extent, names }: MissingUnit): Section {
  const owners = names.flatMap(({ owner }) => (owner === undefined ? [] : [classText(tree, owner)]));
  const parts = [importsOfFile(tree), signaturesOfFile(tree), ...new Set(owners)].filter((part) => part !== "");
  const title = extent === "whole" ? "The file as it is:" : "What the file holds, in part:";
  return data({ title, text: extent === "whole" ? tree.text : parts.join("\n\n"), rank: 3, files: [file] }, (shown) =>
    fenced(shown, { names: [file] }, scene.token),
  );
}

export function headSection(scene: Scene, unit: Extract<Unit, { kind: "function" }>): Section {
  const text = fenced(headOf(unit), { names: [unit.file, unitName(unit)], part: "head" }, scene.token);
  return { title: "The function to write (its body is left out):", text: () => text, rank: 0, files: [unit.file] };
}

/** Imports of the file, and the heads of its other functions. */
export function outlineSections(scene: Scene, unit: Unit): Section[] {
  if (unit.kind !== "function") return [];
  const imports = importsOfFile(unit.tree);
  const heads = signaturesOfFile(unit.tree, unit.definition);
  const text = [imports, heads].filter((part) => part !== "").join("\n\n");
  if (text === "") return [];
  return [data({ title: "Also in this file:", text, rank: 5, files: [unit.file] }, (shown) => fenced(shown, { names: [unit.file] }, scene.token))];
}

export function testSections(scene: Scene): Section[] {
  return scene.tests.map((test, index) =>
    data({ title: index === 0 ? "The failing test:" : "", text: test.text, rank: index === 0 ? 0 : 3 + index, files: [test.file] }, (shown) =>
      fenced(shown, { names: [test.file], part: `line ${test.line}` }, scene.token),
    ),
  );
}

export function failureSections(scene: Scene, failures: readonly CaseResult[], bytes: number): Section[] {
  return failures.map((failure, index) => {
    const call = scene.calls.get(failure.id);
    const text = failureText(failure, bytes, call);
    const files = [...quotedFiles(text, scene.files), ...(call === undefined ? [] : [failure.name.file])];
    return data({ title: index === 0 ? "What the test run says:" : "", text, rank: index === 0 ? 0 : 2 + index, files }, (shown) =>
      fenced(shown, "failure", scene.token),
    );
  });
}

/** What a candidate changes, on one line; the lines it takes away are text of the project. */
export function changeSection(scene: Scene, { proposal }: TriedCandidate, { title, rank }: Pick<Section, "title" | "rank">): Section {
  const text = changedLines(proposal.patch, scene.brief.files);
  return data({ title, text, rank, files: patchedPaths(proposal.patch) }, (shown) => fenced(shown, "change", scene.token));
}

export function resultSection(scene: Scene, { verdict }: TriedCandidate, title: string): Section {
  const call = verdict.kind === "still-failing" ? scene.calls.get(verdict.caseId) : undefined;
  const text = [verdictText(verdict), ...(call === undefined ? [] : failingCallText(call))].join("\n");
  const tested = verdict.kind === "still-failing" && call !== undefined ? scene.brief.failures.filter(({ id }) => id === verdict.caseId) : [];
  const files = [...quotedFiles(text, scene.files), ...tested.map(({ name }) => name.file)];
  return data({ title, text, rank: 0, files }, (shown) => fenced(shown, "result", scene.token));
}

/** After the same wrong value came again the model walks the code against the values, step by step. */
export function traceSections(scene: Scene): Section[] {
  if (scene.trace === undefined) return [];
  const walk = "The value stayed wrong. Walk the code on the failing input, step by step, against these values, recorded while the code above ran:";
  const title = scene.stayedWrong === "yes" ? walk : "Values recorded while the failing case ran with the code above:";
  const files = [...scene.trace.first, ...scene.trace.last].map(({ file }) => file);
  return [data({ title, text: traceText(scene.trace), rank: 2, files }, (shown) => fenced(shown, "recorded values", scene.token))];
}

/** Edits of the models before this one, the newest last. */
export function refutedSections({ history, brief, profile, token }: Scene): Section[] {
  const told = history.tried.filter(isTold).slice(-mostTold[profile]);
  if (told.length === 0) return [];
  const files = told.flatMap(({ proposal }) => patchedPaths(proposal.patch));
  const text = refutedText(told, brief.files, profile);
  return [data({ title: "Edits that were tried and failed; do not make them again:", text, rank: 2, files }, (shown) => fenced(shown, "tried", token))];
}

/** Facts and lesson tell of the change in its own words, which may quote what it changed. */
export function lessonSections({ lesson, token }: Scene, { proposal }: TriedCandidate): Section[] {
  if (lesson === undefined) return [];
  const files = patchedPaths(proposal.patch);
  return [data({ title: "Lesson of that change:", text: lesson, rank: 3, files }, (shown) => fenced(shown, "lesson", token))];
}

/** Cases the tree holds mended, and an answer made red again. */
function lostSections({ history, brief, token }: Scene): Section[] {
  const lost = history.tried.flatMap(({ verdict }) => (verdict.kind === "loses-again" ? verdict.lost : []));
  const kept = [...new Set(lost)].filter((id) => !brief.failures.some((failure) => failure.id === id)).slice(0, 5);
  if (kept.length === 0) return [];
  const title = "These cases pass with the code as it is; an earlier answer lost them again. Keep them passing:";
  return [data({ title, text: kept.map((id) => `- ${id}`).join("\n"), rank: 1 }, (shown) => fenced(shown, "cases", token))];
}

/** What a review upheld, what a person asked for, and why the last answer could not be used. */
export function demandSections(scene: Scene): Section[] {
  const { mustAddress, task } = scene.brief;
  const findings = (mustAddress ?? []).map((one) => `- ${one}`).join("\n");
  const sections: Section[] = [];
  if (task !== undefined && task.trim() !== "")
    sections.push(data({ title: "What was asked for:", text: task, rank: 1 }, (shown) => fenced(shown, "words of a person", scene.token)));
  if (findings !== "")
    sections.push(
      data({ title: "A review found the following; the new code has to answer each point:", text: findings, rank: 0 }, (shown) =>
        fenced(shown, "findings", scene.token),
      ),
    );
  sections.push(...lostSections(scene));
  if (scene.unusable !== undefined)
    sections.push(
      data({ title: "Your last answer could not be used. Answer so that this is mended:", text: scene.unusable, rank: 0 }, (shown) =>
        fenced(shown, "reason", scene.token),
      ),
    );
  return sections;
}
