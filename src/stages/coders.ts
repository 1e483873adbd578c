import type { Coder } from "../ports/coder.js";
import type { Baseline } from "./baseline.js";
import { modelCoder } from "./model-coder.js";
import type { RunContext } from "./run-context.js";

/** With a model at hand a search goes first only when one run of the failing cases is quicker than this. */
const quickMs = 2_000;

/** The coders of a run in the order they take their turn. */
export function codersFor(context: RunContext, baseline: Baseline): readonly Coder[] {
  const { plan, ports, models } = context;
  const searches = plan.coder === "model" ? [] : ports.coders;
  const sampled = plan.model === null || models === undefined || plan.coder === "operators" ? [] : [modelCoder(context, models, plan.model)];
  const isQuick = Object.values(baseline.aloneMs).every((milliseconds) => milliseconds < quickMs);
  return isQuick ? [...searches, ...sampled] : [...sampled, ...searches];
}
