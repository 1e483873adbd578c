import { type BareText, folded, foldedText, originOf, seenText, squeezed, squeezedText } from "./bare-text.js";
import type { SecretRange } from "./ranges.js";
import { spellings } from "./spellings.js";

/** Any stretch this long of a secret gives it away. */
const windowLength = 12;
/** Shorter values are ordinary words. */
const shortestValue = 6;
/** A window of fewer different characters is a ruler or a row of zeros. */
const fewestCharacters = 4;

export interface KnownValues {
  /** Linear in the text. */
  find(text: string): SecretRange[];
}

/** Finds known values in any of their spellings, whole, or in part when they are long; also split over lines, joined by signs and in another case. */
export function knownValues(values: readonly string[]): KnownValues {
  const known = values.map((value) => value.trim()).filter((value) => value.length >= shortestValue);
  if (known.length === 0) return { find: () => [] };
  const forms = [...new Set(known.flatMap(spellings))];
  const asTheyAre = soughtIn(forms);
  const split = soughtIn([...new Set(forms.map(squeezed))]);
  const loose = soughtIn([...new Set(forms.map(folded))]);
  return { find: (text) => [...findIn(seenText(text), asTheyAre), ...findIn(squeezedText(text), split), ...findIn(foldedText(text), loose)] };
}

/** Forms whole where their windows do not cover them, and the windows of long ones. */
function soughtIn(forms: readonly string[]): SameLength[] {
  const whole = formsByLength(forms.filter((form) => form.length >= shortestValue && !isCovered(form)));
  return [...whole, { length: windowLength, forms: windowsOf(forms.filter((form) => form.length >= windowLength)) }];
}

interface SameLength {
  readonly length: number;
  readonly forms: ReadonlySet<string>;
}

function formsByLength(forms: readonly string[]): SameLength[] {
  const byLength = Map.groupBy(forms, (form) => form.length);
  return [...byLength].map(([length, same]) => ({ length, forms: new Set(same) }));
}

/** Whether each of its windows is looked for. */
function isCovered(form: string): boolean {
  return form.length >= windowLength && windowsIn(form).every(isTelling);
}

function windowsOf(forms: readonly string[]): Set<string> {
  return new Set(forms.flatMap(windowsIn).filter(isTelling));
}

function windowsIn(form: string): string[] {
  return Array.from({ length: Math.max(0, form.length - windowLength + 1) }, (_, at) => form.slice(at, at + windowLength));
}

function isTelling(window: string): boolean {
  return new Set(window).size >= fewestCharacters;
}

function findIn(bare: BareText, sought: readonly SameLength[]): SecretRange[] {
  const found: SecretRange[] = [];
  for (const { length, forms } of sought) {
    if (forms.size === 0) continue;
    const mayStart = startFilter(forms);
    for (let at = 0; at + length <= bare.text.length; at += 1) {
      if (mayStart[filterKey(bare.text, at)] === 0 || !forms.has(bare.text.slice(at, at + length))) continue;
      found.push({ ...originOf(bare, at, at + length), what: "secret" });
    }
  }
  return found;
}

/** Two characters rule out nearly every place without cutting a string. */
function startFilter(forms: ReadonlySet<string>): Uint8Array {
  const filter = new Uint8Array(65_536);
  for (const form of forms) filter[filterKey(form, 0)] = 1;
  return filter;
}

function filterKey(text: string, at: number): number {
  return ((text.charCodeAt(at) * 31) ^ (text.charCodeAt(at + 1) * 1009) ^ (text.charCodeAt(at + 5) * 8191)) & 0xffff;
}
