import type { Coder } from "../ports/coder.js";
import { modelCoder } from "./model-coder.js";
import type { RunContext } from "./run-context.js";

/** The coders of a run, those that search before those that sample. */
export function codersFor(context: RunContext): readonly Coder[] {
  const { plan, ports, models } = context;
  const searches = plan.coder === "model" ? [] : ports.coders;
  const sampled = plan.model === null || models === undefined || plan.coder === "operators" ? [] : [modelCoder(context, models, plan.model)];
  return [...searches, ...sampled];
}
