import { cleanKey } from "../../adapters/models/openai/api-key.js";
import { isPlaceholderKey } from "../../domain/placeholder-key.js";

/** A key as it was given, and every spelling of it that no text may carry out, whatever it looks like. */
export interface ModelKey {
  /** Null = none, or only white space. */
  readonly value: string | null;
  readonly secrets: readonly string[];
}

export function modelKey(given: string | undefined): ModelKey {
  const value = given === undefined || given.trim() === "" ? null : given;
  const spellings = value === null || isPlaceholderKey(value) ? [] : [value, ...asSent(value)];
  return Object.freeze({ value, secrets: Object.freeze([...new Set(spellings)]) });
}

/** A key that cannot be sent is told when an endpoint is to be asked; until then it is a secret like any other. */
function asSent(given: string): string[] {
  try {
    return [cleanKey(given) ?? given];
  } catch {
    return [];
  }
}
