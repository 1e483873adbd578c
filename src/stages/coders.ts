import type { Coder } from "../ports/coder.js";
import type { Baseline } from "./baseline.js";
import { modelCoder } from "./model-coder.js";
import type { RunContext } from "./run-context.js";

/** The coders of a run in the order they take their turn. */
export function codersFor(context: RunContext, baseline: Baseline): readonly Coder[] {
  const { plan, ports, models } = context;
  const searches = plan.coder === "model" ? [] : ports.coders;
  const sampled = plan.model === null || models === undefined || plan.coder === "operators" ? [] : [modelCoder(context, models, plan.model)];
  const slowest = Math.max(0, ...Object.values(baseline.aloneMs));
  return context.budget.searchesFirst(slowest) === "yes" ? [...searches, ...sampled] : [...sampled, ...searches];
}
