import type { GivenSettings } from "../../settings/given.js";
import { defined } from "../../support/defined.js";
import type { ModelKey } from "../compose/model-key.js";
import type { RunOptions } from "./options.js";

/** The flags as settings; what was not given is absent. */
export function givenBy(options: RunOptions, key: ModelKey): GivenSettings {
  const { coder, model, repairModel, profile, baseUrl, maxAttempts, maxMinutes, maxTokens, maxCost, sandbox, seed } = options;
  const flags = { coder, model, repairModel, profile, baseUrl, maxAttempts, maxMinutes, maxTokens, maxCost, sandbox, seed };
  return { checks: options.check, ...defined(flags), ...(key.value === null ? {} : { key: "given" }) };
}
