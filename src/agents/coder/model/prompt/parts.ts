import type { TriedCandidate } from "../../../../domain/attempt.js";
import type { CaseResult } from "../../../../domain/case.js";
import type { SyntaxLanguage } from "../../../../ports/syntax-trees.js";
import { failingCallText } from "../source/failing-call.js";
import { classText, importsOfFile, signaturesOfFile } from "../source/outline.js";
import { headOf, type MissingUnit, sourceOf, type Unit, unitName } from "../source/units.js";
import { fenced } from "../text/fence.js";
import { failureText } from "./failure-text.js";
import type { Scene } from "./scene.js";
import { data, plain, type Section } from "./section.js";
import { traceText } from "./trace-text.js";
import { refutedText, verdictText } from "./tried-text.js";

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
  const text = fenced(sourceOf(unit), unit.kind === "function" ? `${unit.file}: ${unitName(unit)}` : unit.file, scene.token);
  return { title: "", text: () => text, rank, files: [unit.file] };
}

/** The file something is to be added to: whole while it is short, else its imports, the heads of its functions and the class that grows. */
function groundSection(scene: Scene, { file, tree, shown: extent, names }: MissingUnit): Section {
  const owners = names.flatMap(({ owner }) => (owner === undefined ? [] : [classText(tree, owner)]));
  const parts = [importsOfFile(tree), signaturesOfFile(tree), ...new Set(owners)].filter((part) => part !== "");
  const title = extent === "whole" ? "The file as it is:" : "What the file holds, in part:";
  return data({ title, text: extent === "whole" ? tree.text : parts.join("\n\n"), rank: 3, files: [file] }, (shown) => fenced(shown, file, scene.token));
}

export function headSection(scene: Scene, unit: Extract<Unit, { kind: "function" }>): Section {
  const text = fenced(headOf(unit), `${unit.file}: head of ${unitName(unit)}`, scene.token);
  return { title: "The function to write (its body is left out):", text: () => text, rank: 0, files: [unit.file] };
}

/** Imports of the file, and the heads of its other functions. */
export function outlineSections(scene: Scene, unit: Unit): Section[] {
  if (unit.kind !== "function") return [];
  const imports = importsOfFile(unit.tree);
  const heads = signaturesOfFile(unit.tree, unit.definition);
  const text = [imports, heads].filter((part) => part !== "").join("\n\n");
  if (text === "") return [];
  return [data({ title: "Also in this file:", text, rank: 5, files: [unit.file] }, (shown) => fenced(shown, unit.file, scene.token))];
}

export function testSections(scene: Scene): Section[] {
  return scene.tests.map((test, index) =>
    data({ title: index === 0 ? "The failing test:" : "", text: test.text, rank: index === 0 ? 0 : 3 + index, files: [test.file] }, (shown) =>
      fenced(shown, `${test.file}, line ${test.line}`, scene.token),
    ),
  );
}

export function failureSections(scene: Scene, failures: readonly CaseResult[], bytes: number): Section[] {
  return failures.map((failure, index) =>
    data(
      {
        title: index === 0 ? "What the test run says:" : "",
        text: failureText(failure, bytes, scene.calls.get(failure.id)),
        rank: index === 0 ? 0 : 2 + index,
      },
      (shown) => fenced(shown, "failure", scene.token),
    ),
  );
}

export function resultSection(scene: Scene, { verdict }: TriedCandidate, title: string): Section {
  const call = verdict.kind === "still-failing" ? scene.calls.get(verdict.caseId) : undefined;
  const text = [verdictText(verdict), ...(call === undefined ? [] : failingCallText(call))].join("\n");
  return data({ title, text, rank: 0 }, (shown) => fenced(shown, "result", scene.token));
}

/** After the same wrong value came again the model walks the code against the values, step by step. */
export function traceSections(scene: Scene): Section[] {
  if (scene.trace === undefined) return [];
  const walk = "The value stayed wrong. Walk the code on the failing input, step by step, against these values, recorded while the code above ran:";
  const title = scene.stayedWrong === "yes" ? walk : "Values recorded while the failing case ran with the code above:";
  return [data({ title, text: traceText(scene.trace), rank: 2 }, (shown) => fenced(shown, "recorded values", scene.token))];
}

export function refutedSections(scene: Scene, most: number): Section[] {
  const text = refutedText(scene.history.tried, scene.brief.files, most);
  return text === ""
    ? []
    : [data({ title: "Edits that were tried and failed; do not make them again:", text, rank: 2 }, (shown) => fenced(shown, "tried", scene.token))];
}

export function lessonSections(scene: Scene): Section[] {
  const { lesson } = scene;
  return lesson === undefined ? [] : [data({ title: "Lesson of that change:", text: lesson, rank: 3 }, (shown) => fenced(shown, "lesson", scene.token))];
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
  if (scene.unusable !== undefined) sections.push(plain("", `Your last answer could not be used: ${scene.unusable}.`));
  return sections;
}
