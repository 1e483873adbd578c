import { onTestFinished } from "vitest";
import { defaultBudgetLimits } from "../../src/domain/budget.js";
import type { ModelPlan } from "../../src/domain/model-plan.js";
import type { RunPlan } from "../../src/domain/run-plan.js";
import type { ModelRequest } from "../../src/ports/language-model.js";
import { answersByRole } from "./answers-by-role.js";
import { type HealedProject, healProject } from "./heal-project.js";

export const smallModel: ModelPlan = {
  name: "m",
  repairName: null,
  baseUrl: "http://127.0.0.1:1",
  profile: "small",
  tester: "off",
  reviewer: "off",
  reflection: "on",
  price: null,
  repairPrice: null,
};

export const largeModel: ModelPlan = { ...smallModel, profile: "large" };

export interface ModelRoadRequest {
  readonly files: Readonly<Record<string, string>>;
  readonly answers: Parameters<typeof answersByRole>[0];
  /** Of the model that takes the repairs; the same when left out. */
  readonly repairs?: Parameters<typeof answersByRole>[0];
  readonly model?: ModelPlan;
  readonly plan?: Partial<RunPlan>;
}

export interface ModelRoad extends Pick<HealedProject, "stop" | "lines" | "bundleFolder"> {
  readonly asked: readonly ModelRequest[];
  readonly askedForRepairs: readonly ModelRequest[];
}

/** The whole road with a model that answers by role, in a box, with pytest as the check; operators have no part in it, and the first green patch is enough. */
export async function roadWithModel({ files, answers, repairs, model = smallModel, plan = {} }: ModelRoadRequest): Promise<ModelRoad> {
  const answering = answersByRole(answers);
  const repairing = repairs === undefined ? answering : answersByRole(repairs);
  const healed = await healProject({
    project: files,
    checks: ["python3 -m pytest -q"],
    plan: { model, coder: "model", budget: { ...defaultBudgetLimits, operatorMs: 60_000, opinions: 0 }, ...plan },
    ports: { models: (desk) => ({ coder: answering.model(desk), repair: repairing.model(desk) }) },
  });
  onTestFinished(() => healed.dispose());
  return { ...healed, asked: answering.asked, askedForRepairs: repairing.asked };
}

export function promptOf(request: ModelRequest | undefined): string {
  return (request?.messages ?? []).map(({ content }) => content).join("\n");
}

export function python(...lines: readonly string[]): string {
  return ["```python", ...lines, "```"].join("\n");
}
