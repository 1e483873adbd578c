import type { Coder } from "../ports/coder.js";
import type { Baseline } from "./baseline.js";
import type { RunContext } from "./run-context.js";

/** With a model at hand a search goes first only when one run of the failing cases is quicker than this. */
const quickMs = 2_000;

/** The coders of a run in the order they take their turn. */
export function codersFor({ plan, ports }: RunContext, baseline: Baseline): readonly Coder[] {
  const searches = plan.coder === "model" ? [] : ports.coders;
  const sampled: readonly Coder[] = [];
  const isQuick = Object.values(baseline.aloneMs).every((milliseconds) => milliseconds < quickMs);
  return isQuick ? [...searches, ...sampled] : [...sampled, ...searches];
}
