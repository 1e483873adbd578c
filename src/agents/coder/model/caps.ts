import type { Profile } from "../../../domain/model-plan.js";
import { sourceOf, type Unit } from "./source/units.js";
import { tokensOf } from "./text/tokens.js";

export interface Caps {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Beyond these a model loses sight of the fault, whatever its context holds. */
const inputCaps: Readonly<Record<Profile, number>> = { small: 2_000, large: 20_000 };
const outputCaps: Readonly<Record<Profile, number>> = { small: 1_024, large: 6_000 };
/** Less holds no function. */
export const leastOutput = 300;

/** What one call may take, within the model's context: an answer of a small model is hardly longer than the functions it was shown. */
export function capsOf(profile: Profile, contextTokens: number | null, shown: readonly Unit[] = []): Caps {
  const wanted = profile === "small" ? Math.ceil(1.5 * shown.reduce((sum, unit) => sum + tokensOf(sourceOf(unit)), 0)) + 200 : outputCaps.large;
  const context = contextTokens ?? Number.POSITIVE_INFINITY;
  const outputTokens = Math.max(leastOutput, Math.min(outputCaps[profile], wanted, Math.floor(context / 3)));
  return { outputTokens, inputTokens: Math.max(256, Math.min(inputCaps[profile], context - outputTokens - 64)) };
}
