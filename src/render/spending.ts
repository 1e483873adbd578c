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
  /** Calls whose end is not in the journal. */
  readonly open: number;
  /** Models whose price is not known. */
  readonly unpriced: readonly string[];
  /** Calls that were sent, whether or not anything came of them or was charged. */
  readonly sent: number;
  /** Files of the repository whose text was sent. */
  readonly files: readonly string[];
}

/** What the calls in a journal took together, and by who asked. One whose end is not in it counts with the most it may have taken. */
export function spendingOf(lines: readonly JournalLine[]): Spending {
  const open = openCalls(lines);
  const calls = [...eventsOf(lines, "model-called").map(({ call }) => call), ...open];
  const sent = sentCalls(lines);
  const byRole = Map.groupBy(calls, ({ role }) => role);
  return {
    ...total(calls),
    roles: [...byRole].map(([role, own]) => ({ role, ...total(own) })),
    open: open.length,
    unpriced: unique(calls.filter((call) => costOf(call) === null).map(({ model }) => model)),
    sent: sent.length,
    files: unique([...sent, ...calls].flatMap(({ files }) => files)).sort(),
  };
}

type Charged = Pick<ModelCall, "role" | "model" | "charged" | "costUsd" | "files">;

/** Sent, and then the run was killed or its bundle was closed. */
function openCalls(lines: readonly JournalLine[]): Charged[] {
  const ended = new Set([...eventsOf(lines, "model-called"), ...eventsOf(lines, "model-unbilled")].map(({ asked }) => asked));
  return eventsOf(lines, "model-asked")
    .filter(({ call }) => !ended.has(call.number))
    .map(({ call: { role, model, atMost, atMostUsd, files } }) => ({ role, model, charged: atMost, costUsd: atMostUsd, files }));
}

/** A call that failed and cost nothing took its whole prompt along all the same. Journals of before calls were told when they were asked tell of answered ones only. */
function sentCalls(lines: readonly JournalLine[]): Pick<Charged, "files">[] {
  const untold = eventsOf(lines, "model-called").filter(({ asked }) => asked === undefined);
  return [...eventsOf(lines, "model-asked"), ...untold].map(({ call }) => call);
}

export function total(calls: readonly Pick<Charged, "charged" | "costUsd">[]): Spent {
  const sum = (amount: (call: Pick<Charged, "charged" | "costUsd">) => number): number => calls.reduce((before, call) => before + amount(call), 0);
  const costs = calls.map(costOf);
  return {
    calls: calls.length,
    tokens: { input: sum(({ charged }) => charged.input), output: sum(({ charged }) => charged.output) },
    usd: costs.includes(null) ? null : rounded(sum((call) => costOf(call) ?? 0)),
  };
}

/** What was not charged costs nothing, whatever the price. */
function costOf({ charged, costUsd }: Pick<Charged, "charged" | "costUsd">): number | null {
  return charged.input + charged.output === 0 ? 0 : costUsd;
}

/** To a millionth of a dollar: sums of binary fractions end in noise. */
function rounded(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
