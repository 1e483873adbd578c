import type { FileChange, Patch } from "../../domain/patch.js";
import { eventsOf, lastOf } from "../journal-view.js";
import { code, fence, inline } from "../safe-text.js";
import { capped, section } from "./blocks.js";
import { caseBullets, idBullets } from "./cases.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";

/** What was asked for, and the tests that were written for it: what a person approves has to be readable here. */
export function taskSection(facts: RunFacts, detail: Detail): string[] {
  const { lines } = facts;
  const given = lastOf(lines, "task-given");
  if (given === undefined) return [];
  const approved = lastOf(lines, "tests-approved");
  const tests = (approved ?? lastOf(lines, "tests-written"))?.tests;
  return section("Task", [
    fence(given.text, { language: "text", mostLines: Math.max(10, detail.messageLines) }),
    refusals(facts, detail),
    approved === undefined ? undefined : `The tests are those a person approved in the bundle ${code(approved.bundle, 300)}.`,
    ...seenBlocks(facts, detail),
    ...(tests === undefined ? [] : listing(tests, detail)),
    ...nextStep(facts),
  ]);
}

function refusals({ lines }: RunFacts, detail: Detail): string | undefined {
  const refused = eventsOf(lines, "tests-refused");
  if (refused.length === 0) return undefined;
  const bullets = refused.map(({ reason }) => `- ${inline(reason, detail.sentence)}`);
  return `Tests that could not be used:\n${capped(bullets, 10).join("\n")}`;
}

function seenBlocks({ lines }: RunFacts, detail: Detail): string[] {
  const written = lastOf(lines, "tests-written");
  if (written === undefined) return [];
  const { explanation, code: place, red, green, hollow = [] } = written;
  return [
    `The tests${explanation === "" ? "" : `, in the Tester's words: ${inline(explanation, detail.sentence)}`}${place === null ? "" : ` The code is expected in ${code(place, 200)}.`}`,
    `Red without the code, as they have to be (${red.length}):\n${caseBullets(red, detail).join("\n")}`,
    green.length === 0
      ? ""
      : `**Green already, so ${green.length === 1 ? "it shows" : "they show"} nothing of the code (${green.length}):**\n${idBullets(green, detail.cases).join("\n")}`,
    hollow.length === 0
      ? ""
      : `**Pass on functions that do nothing or only fail, so ${hollow.length === 1 ? "it shows" : "they show"} little of the code (${hollow.length}):**\n${idBullets(hollow, detail.cases).join("\n")}`,
  ];
}

function listing({ changes }: Patch, detail: Detail): string[] {
  return changes.flatMap((change: FileChange) =>
    change.kind === "delete" ? [] : [`${code(change.path, 300)}:`, fence(change.after, { language: "text", mostLines: detail.diffLines, mostColumns: 2_000 })],
  );
}

function nextStep({ started, outcome }: RunFacts): string[] {
  const task = started?.plan.task;
  if (task === undefined || outcome.stopReason !== "awaiting-approval") return [];
  return ["No code was written yet. To go on with exactly these tests:", fence(task.command, { language: "text", mostLines: 5, mostColumns: 4_000 })];
}
