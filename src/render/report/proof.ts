import type { ProofStepName } from "../../domain/proof.js";
import { plural } from "../figures.js";
import { fence, inline } from "../safe-text.js";
import { unifiedDiff } from "../unified-diff.js";
import { section } from "./blocks.js";
import { caseBullets, idBullets } from "./cases.js";
import type { Detail } from "./detail.js";
import type { RunFacts } from "./facts.js";
import { checkLegend, runsTable } from "./runs.js";

const steps: Readonly<Record<ProofStepName, string>> = {
  "whole-suite": "Whole suite",
  confirmation: "Confirmations",
  canary: "Canary",
  minimise: "Smallest patch",
  revert: "Without the patch",
  "tamper-rules": "Tamper rules",
};

/** Command, red before, green after, runs, confidence. */
export function proofSection(facts: RunFacts, detail: Detail): string[] {
  const { accepted } = facts;
  if (accepted === undefined) return [];
  const { proof } = accepted;
  const { level, because } = proof.confidence;
  return section("Proof", [
    checkLegend(facts.runs),
    `Red before (${plural(proof.redBefore.length, "case")}):`,
    redBefore(facts, detail).join("\n"),
    `Green after: ${sameCases(proof.redBefore, proof.greenAfter)}, seen to run and pass in one whole-suite run and ${plural(proof.confirmations, "confirmation")}, each in a clean box.`,
    proof.steps.map(({ step, ok, detail: said }) => `- ${steps[step]}: ${ok ? "holds" : "does not hold"}. ${inline(said, detail.sentence)}`).join("\n"),
    runsTable(facts.runs, detail),
    `Confidence: **${level}**.\n${because.map((reason) => `- ${inline(reason, detail.sentence)}`).join("\n")}`,
  ]);
}

function redBefore({ red, accepted }: RunFacts, detail: Detail): string[] {
  const healed = new Set<string>(accepted?.proof.redBefore ?? []);
  const known = red.filter(({ id }) => healed.has(id));
  return known.length === healed.size ? caseBullets(known, detail) : idBullets([...healed], detail.cases);
}

function sameCases(before: readonly string[], after: readonly string[]): string {
  if (before.length === after.length) return before.length === 1 ? "the same case" : `the same ${before.length} cases`;
  return `${after.length} of the ${before.length} cases`;
}

/** The patch itself; a pull request shows it anyway. */
export function fixSection({ accepted }: RunFacts, detail: Detail): string[] {
  if (accepted === undefined || detail.diffLines === 0) return [];
  return section("The fix", [fence(unifiedDiff(accepted.patch), { language: "diff", mostLines: detail.diffLines })]);
}
