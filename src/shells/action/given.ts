import type { GivenSettings } from "../../settings/given.js";
import { defined } from "../../support/defined.js";
import type { HealRequest } from "./request.js";

/** The inputs as settings; what was not given is absent. */
export function givenBy({ inputs, directory, missingKey }: HealRequest): GivenSettings {
  const { checks, coder, model, repairModel, profile, baseUrl, maxAttempts, maxMinutes, maxTokens, maxCost, sandbox } = inputs;
  return {
    checks,
    directory,
    coder,
    missingKey,
    ...defined({ model, repairModel, profile, baseUrl, maxAttempts, maxMinutes, maxTokens, maxCost, sandbox }),
    ...(inputs.apiKey.value === null ? {} : { key: "given" }),
    ...(inputs.dryRun ? { dryRun: "yes" } : {}),
  };
}
