import { missingWords, type Unit, unitName } from "../source/units.js";
import { fenced } from "../text/fence.js";
import { isPlainName } from "../text/plain-name.js";
import { data, type Section } from "./section.js";

/** Names a prompt speaks of that no sentence may hold: they stand in a list behind the fence. */
export type ListedNames = readonly string[];

export function listedNames(units: readonly Unit[]): ListedNames {
  return [...new Set(units.flatMap(namesOf))].filter((name) => !isPlainName(name));
}

function namesOf(unit: Unit): string[] {
  if (unit.kind === "missing") return [unit.file, ...missingWords(unit)];
  return [unitName(unit)];
}

/** A name as a sentence holds it: itself, or its place in the list. */
export function spoken(name: string, listed: ListedNames): string {
  return isPlainName(name) ? `\`${name}\`` : `number ${listed.indexOf(name) + 1} in the list of names`;
}

/** The list itself; none where every name is plain. */
export function nameSections(listed: ListedNames, token: string): Section[] {
  if (listed.length === 0) return [];
  const text = listed.map((name, index) => `${index + 1}. ${name}`).join("\n");
  return [data({ title: "The list of names:", text, rank: 0 }, (shown) => fenced(shown, "names", token))];
}
