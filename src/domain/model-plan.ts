import type { ModelPrice } from "./model-call.js";

export type ProfileChoice = "auto" | "small" | "large";
export type Profile = Exclude<ProfileChoice, "auto">;
export type Switch = "on" | "off";

/** Which model works in a run, and how. The key is no part of it: a plan is written into the journal. */
export interface ModelPlan {
  readonly name: string;
  /** Takes the repairs of failed attempts; null = the same model. */
  readonly repairName: string | null;
  /** Without user name, password, query and fragment. */
  readonly baseUrl: string;
  readonly profile: ProfileChoice;
  readonly tester: Switch;
  readonly reviewer: Switch;
  /** Whether the model writes a lesson after a failed proposal; auto = a large one does. */
  readonly reflection: Switch | "auto";
  /** Null = not known: the token limit rules and the cost is null. */
  readonly price: ModelPrice | null;
  readonly repairPrice: ModelPrice | null;
}

/** Models of the run whose price is not known. */
export function unpricedModels({ name, price, repairName, repairPrice }: ModelPlan): string[] {
  const repair = repairName !== null && repairPrice === null ? [repairName] : [];
  return [...new Set([...(price === null ? [name] : []), ...repair])];
}
