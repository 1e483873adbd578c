import { type Budget, type BudgetLimits, costOf } from "../domain/budget.js";
import type { JournalEvent } from "../domain/journal.js";
import type { ModelPlan } from "../domain/model-plan.js";
import type { RunPlan } from "../domain/run-plan.js";
import { type HealPorts, type ModelsInUse, record } from "./run-context.js";

/** Every call of the run is in the journal before it is sent, and what it came to before its reply is used; before the first stands what all may take. */
export function openModels(plan: RunPlan, ports: HealPorts, budget: Budget): ModelsInUse | undefined {
  if (ports.models === undefined) return undefined;
  let limitsTold: Promise<void> | undefined;
  const tellLimits = (): Promise<void> => {
    limitsTold ??= record({ ports }, limitsOf(plan.model ?? models.coder, budget.limits));
    return limitsTold;
  };
  const tell = async (event: JournalEvent): Promise<void> => {
    await tellLimits();
    await record({ ports }, event);
  };
  const models: ModelsInUse = {
    ...ports.models({
      budget,
      clock: ports.clock,
      record: (call, asked) => tell({ type: "model-called", attempt: models.attempt, asked, call }),
      trace: {
        opening: tellLimits,
        asked: (call) => tell({ type: "model-asked", attempt: models.attempt, call }),
        unbilled: (asked, because) => tell({ type: "model-unbilled", asked, because }),
      },
    }),
    attempt: null,
    profile: null,
  };
  return models;
}

/** Of a model without a plan no price is known. */
function limitsOf(model: ModelPlan | { readonly name: string }, { maxTokens, maxCost }: BudgetLimits): JournalEvent {
  const usd = "price" in model ? mostCost(model, { maxTokens, maxCost }) : null;
  return { type: "model-limits", model: model.name, atMost: { tokens: maxTokens, usd } };
}

/** US dollars; tokens cost most as all prompts or all answers, of the dearer model. */
function mostCost(
  { price, repairName, repairPrice }: ModelPlan,
  { maxTokens, maxCost }: { readonly maxTokens: number; readonly maxCost: number },
): number | null {
  const prices = repairName === null ? [price] : [price, repairPrice];
  const costs = prices.flatMap((one) => [costOf({ input: maxTokens, output: 0 }, one), costOf({ input: 0, output: maxTokens }, one)]);
  return costs.some((cost) => cost === null) ? null : Math.min(maxCost, Math.max(...costs.map(Number)));
}
