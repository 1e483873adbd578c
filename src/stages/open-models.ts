import type { Budget } from "../domain/budget.js";
import { type HealPorts, type ModelsInUse, record } from "./run-context.js";

/** Every call of the run is in the journal before it is sent, and what it came to before its reply is used. */
export function openModels(ports: HealPorts, budget: Budget): ModelsInUse | undefined {
  if (ports.models === undefined) return undefined;
  const models: ModelsInUse = {
    ...ports.models({
      budget,
      clock: ports.clock,
      record: (call, asked) => record({ ports }, { type: "model-called", attempt: models.attempt, asked, call }),
      trace: {
        asked: (call) => record({ ports }, { type: "model-asked", attempt: models.attempt, call }),
        unbilled: (asked, because) => record({ ports }, { type: "model-unbilled", asked, because }),
      },
    }),
    attempt: null,
    profile: null,
  };
  return models;
}
