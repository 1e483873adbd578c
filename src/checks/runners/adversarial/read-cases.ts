import type { CaseOutcome } from "../../../domain/adversarial-case.js";

/** A case that began, and what it came to; undefined = it did not come back. */
export type ToldCase = { readonly number: number; readonly outcome: CaseOutcome | undefined };

const longestText = 2_000;

/** What the cases of one run told. Code of the repository may have written the file too: odd lines are passed over. */
export function readCases(text: string): ToldCase[] {
  const told = new Map<number, CaseOutcome | undefined>();
  for (const line of text.split("\n")) {
    const entry = parsed(line);
    if (entry === undefined) continue;
    if (entry.kind === "started") told.set(entry.number, told.get(entry.number));
    else told.set(entry.number, outcomeOf(entry) ?? told.get(entry.number));
  }
  return [...told].map(([number, outcome]) => ({ number, outcome }));
}

interface Entry {
  readonly number: number;
  readonly kind: string;
  readonly text: string;
}

function parsed(line: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("case" in value) || !("kind" in value)) return undefined;
    const text = "text" in value && typeof value.text === "string" ? value.text.slice(0, longestText) : "";
    return typeof value.case === "number" && typeof value.kind === "string" ? { number: value.case, kind: value.kind, text } : undefined;
  } catch {
    return undefined;
  }
}

function outcomeOf({ kind, text }: Entry): CaseOutcome | undefined {
  if (kind === "value" || kind === "raised" || kind === "invariant-broken") return { kind, text };
  return kind === "hung" ? { kind } : undefined;
}
