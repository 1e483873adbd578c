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

/** What one call may take, within the model's context: an answer of a small model is hardly longer than the functions it was shown, unless it is to write what is not there. */
export function capsOf(profile: Profile, contextTokens: number | null, shown: readonly Unit[] = []): Caps {
  const wanted = profile === "large" || shown.some(isUnwritten) ? outputCaps[profile] : Math.ceil(1.5 * shown.reduce(addTokens, 0)) + 200;
  const context = contextTokens ?? Number.POSITIVE_INFINITY;
  const outputTokens = Math.max(leastOutput, Math.min(outputCaps[profile], wanted, Math.floor(context / 3)));
  return { outputTokens, inputTokens: Math.max(256, Math.min(inputCaps[profile], context - outputTokens - 64)) };
}

function addTokens(sum: number, unit: Unit): number {
  return sum + tokensOf(sourceOf(unit));
}

/** Nothing tells how long that will be. */
function isUnwritten(unit: Unit): boolean {
  return unit.kind === "missing" || (unit.kind === "file" && unit.text === "");
}
