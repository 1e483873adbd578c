import type { OwnSecrets } from "../domain/own-secrets.js";
import { knownValues } from "./known-values.js";

/**
 * Looks for those values only that nobody would write by chance. What stands in an environment as a password is often a word (`postgres`,
 * `changeme`): hiding it from texts does no harm, but code may hold it rightly.
 */
export function ownSecrets(values: readonly string[]): OwnSecrets {
  const finders = values.filter(isUnlikelyByChance).map((value) => knownValues([value]));
  return (text) => new Set(finders.flatMap(({ find }, number) => (find(text).length > 0 ? [number] : [])));
}

/** Characters that are left when the words are taken out. */
const fewestLeft = 6;
const word = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;

/** Whether a value is one that nobody would write by chance: more than words, numbers and addresses. */
export function isUnlikelyByChance(value: string): boolean {
  // The password in an address is a value of its own.
  if (value.includes("://")) return false;
  const left = value.replace(word, "").match(/[A-Za-z0-9]/g) ?? [];
  return left.length >= fewestLeft && left.some((character) => /[A-Za-z]/.test(character));
}
