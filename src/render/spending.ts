import type { JournalLine } from "../domain/journal.js";
import type { ModelCall, ModelRole, TokenUsage } from "../domain/model-call.js";
import { eventsOf } from "./journal-view.js";

export interface Spent {
  readonly calls: number;
  readonly tokens: TokenUsage;
  /** Null = the price of some call is not known. */
  readonly usd: number | null;
}

export interface Spending extends Spent {
  readonly roles: readonly (Spent & { readonly role: ModelRole })[];
  /** Models whose price is not known. */
  readonly unpriced: readonly string[];
  /** Files of the repository whose text was sent. */
  readonly files: readonly string[];
}

/** What the calls in a journal took together, and by who asked. */
export function spendingOf(lines: readonly JournalLine[]): Spending {
  const calls = eventsOf(lines, "model-called").map(({ call }) => call);
  const byRole = Map.groupBy(calls, ({ role }) => role);
  return {
    ...total(calls),
    roles: [...byRole].map(([role, own]) => ({ role, ...total(own) })),
    unpriced: unique(calls.filter((call) => costOf(call) === null).map(({ model }) => model)),
    files: unique(calls.flatMap(({ files }) => files)).sort(),
  };
}

export function total(calls: readonly ModelCall[]): Spent {
  const sum = (amount: (call: ModelCall) => number): number => calls.reduce((before, call) => before + amount(call), 0);
  const costs = calls.map(costOf);
  return {
    calls: calls.length,
    tokens: { input: sum(({ charged }) => charged.input), output: sum(({ charged }) => charged.output) },
    usd: costs.includes(null) ? null : rounded(sum((call) => costOf(call) ?? 0)),
  };
}

/** What was not charged costs nothing, whatever the price. */
function costOf({ charged, costUsd }: ModelCall): number | null {
  return charged.input + charged.output === 0 ? 0 : costUsd;
}

/** To a millionth of a dollar: sums of binary fractions end in noise. */
function rounded(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
