import { expect, it } from "vitest";
import { Budget, defaultBudgetLimits } from "../../../src/domain/budget.js";
import type { JournalEvent } from "../../../src/domain/journal.js";
import type { ModelPlan } from "../../../src/domain/model-plan.js";
import type { RunPlan } from "../../../src/domain/run-plan.js";
import { makePlan } from "../../../src/settings/plan.js";
import { openModels } from "../../../src/stages/open-models.js";
import type { HealPorts, ModelDesk } from "../../../src/stages/run-context.js";
import { linesOf } from "../../support/journal.js";

type Prices = Pick<ModelPlan, "price" | "repairName" | "repairPrice">;

const budget = { ...defaultBudgetLimits, maxTokens: 100_000, maxCost: 2, operatorMs: 60_000 };
const one = { repairName: null, repairPrice: null };

/** What stands in the journal when it is about to be decided whether the first call may be sent. */
async function toldFirst(prices: Prices): Promise<JournalEvent | undefined> {
  const told: JournalEvent[] = [];
  let desk: ModelDesk | undefined;
  const made = makePlan({}, { checks: ["true"], model: "m", key: "given" }, { root: "/", baseCommit: null, version: "1.0.0", randomSeed: 1 });
  const plan = { ...made, budget, model: made.model && { ...made.model, ...prices } } satisfies RunPlan;
  const append = async (event: JournalEvent) => {
    told.push(event);
    return linesOf(event)[0] as never;
  };
  const ports: Partial<HealPorts> = {
    bundle: { directory: "/", append, write: async () => undefined, lines: () => [] },
    console: { event: () => undefined, progress: () => undefined, note: () => undefined },
    models: (given) => {
      desk = given;
      return { coder: { name: "m" }, repair: { name: "m" } } as never;
    },
  };
  openModels(plan, ports as HealPorts, new Budget(budget, 0));
  await desk?.trace.opening?.();
  await desk?.trace.asked({ number: 1, role: "coder", model: "m", atMost: { input: 1, output: 1 }, atMostUsd: null, files: [] });
  expect(told.map(({ type }) => type)).toEqual(["model-limits", "model-asked"]);
  return told[0];
}

it.each<[string, Prices, number | null]>([
  ["answers that cost more than prompts", { ...one, price: { input: 1, output: 10 } }, 1],
  ["prompts that cost more than answers", { ...one, price: { input: 10, output: 1 } }, 1],
  ["repairs by a dearer model", { price: { input: 1, output: 1 }, repairName: "r", repairPrice: { input: 5, output: 2 } }, 0.5],
  ["more than the limit on money", { ...one, price: { input: 90, output: 1 } }, 2],
  ["a price that is not known", { ...one, price: null }, null],
  ["a price of repairs that is not known", { price: { input: 1, output: 1 }, repairName: "r", repairPrice: null }, null],
])("what a run may take at most is told for %s", async (_what, prices, usd) => {
  expect(await toldFirst(prices)).toEqual({ type: "model-limits", model: "m", atMost: { tokens: 100_000, usd } });
});
