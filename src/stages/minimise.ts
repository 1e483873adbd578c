import { considerateMinimisation } from "../acceptance/considerate-minimisation.js";
import { minimisationPlan } from "../acceptance/minimisation.js";
import type { Proposal } from "../domain/attempt.js";
import type { CaseResult } from "../domain/case.js";
import type { Patch } from "../domain/patch.js";
import type { ProofStep } from "../domain/proof.js";
import { type Trial, tryCandidate } from "./candidate.js";

/** Runs a minimisation may take. */
const mostRuns = 20;

export interface Minimised {
  readonly patch: Patch;
  readonly step: ProofStep;
}

/** Drops what is not needed, judged like any candidate: the red cases, then the whole suite. Of a model's patch only what is beside the point goes. */
export async function minimise(trial: Trial, { patch, origin }: Proposal, wanted: readonly CaseResult[]): Promise<Minimised> {
  return origin.coder === "model" ? minimiseConsiderately(trial, patch, wanted) : minimiseFully(trial, patch, wanted);
}

async function minimiseConsiderately(trial: Trial, patch: Patch, wanted: readonly CaseResult[]): Promise<Minimised> {
  const whole: Trial = { ...trial, toHeal: wanted };
  const plan = considerateMinimisation(patch, { runsLeft: mostRuns });
  let step = plan.next();
  while (step.done !== true) step = plan.next(await isGreenWith(whole, step.value));
  const { patch: smallest, dropped, kept, runs, unneeded } = step.value;
  const listed = unneeded.length === 0 ? "" : ` Not shown necessary by any test: ${unneeded.join(", ")}.`;
  return {
    patch: smallest,
    step: { step: "minimise", ok: true, detail: `${dropped} of ${dropped + kept} changed places were left out after ${runs} runs.${listed}` },
  };
}

async function minimiseFully(trial: Trial, patch: Patch, wanted: readonly CaseResult[]): Promise<Minimised> {
  const whole: Trial = { ...trial, toHeal: wanted };
  const plan = minimisationPlan(patch, { runsLeft: mostRuns, granularity: "hunk" });
  let step = plan.next();
  while (step.done !== true) step = plan.next(await isGreenWith(whole, step.value));
  const { patch: smallest, dropped, kept, runs, finished } = step.value;
  const detail =
    dropped === 0
      ? `Nothing could be left out: ${kept} changed ${kept === 1 ? "place" : "places"}, ${runs} runs.`
      : `${dropped} of ${dropped + kept} changed places were left out after ${runs} runs.`;
  return {
    patch: smallest,
    step: { step: "minimise", ok: true, detail: finished ? detail : `${detail} The runs were used up before every place had been tried.` },
  };
}

async function isGreenWith(trial: Trial, patch: Patch): Promise<boolean> {
  const proposal = { explanation: "a part of the patch", patch, origin: { coder: "scripted" as const } };
  const verdict = await tryCandidate(trial, { number: 0, proposal });
  return verdict.kind === "green";
}
