import { type Budget, costOf, type Spending, type WorstCall } from "../../domain/budget.js";
import type { AskedCall, ModelCall, ModelPrice, ModelReply, TokenUsage } from "../../domain/model-call.js";
import type { Clock } from "../../ports/clock.js";
import type { LanguageModel, ModelRequest } from "../../ports/language-model.js";
import { cassetteKey } from "./cassette-key.js";
import { ModelDecorator } from "./model-decorator.js";
import { worstPromptTokens } from "./prompt-size.js";

export interface LedgerOptions {
  readonly budget: Budget;
  readonly clock: Pick<Clock, "now">;
  /** Gets each call that was paid, or that taught something a replay needs. */
  readonly record: (call: ModelCall, number: number) => Promise<void>;
  /** Absent = nobody keeps what would be lost if the run were killed now. */
  readonly trace?: CallTrace;
}

export interface CallTrace {
  /** Before it is decided whether a call may be sent at all; absent = nothing has to stand before that. */
  readonly opening?: () => Promise<void>;
  /** Before a call is sent. */
  readonly asked: (call: AskedCall) => Promise<void>;
  /** After one that `record` does not get. `because`: the reply's own sentence, where it has one. */
  readonly unbilled: (number: number, because: string) => Promise<void>;
}

interface Spent extends Spending {
  /** Calls that took something at a price that is not known. */
  readonly unpriced: number;
}

interface Entry {
  readonly model: LanguageModel;
  readonly request: ModelRequest;
  readonly price: ModelPrice | null;
}

/** What all models of a run have taken together, and what the calls under way may still take. */
export class Ledger {
  readonly #options: LedgerOptions;
  #spent: Spent = { tokens: { input: 0, output: 0 }, pricedUsd: 0, unpriced: 0 };
  readonly #open = new Set<WorstCall>();
  #asked = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** `usd` null = the price of some call is not known. */
  get spent(): { readonly tokens: TokenUsage; readonly usd: number | null } {
    const { tokens, pricedUsd, unpriced } = this.#spent;
    return { tokens, usd: unpriced > 0 ? null : pricedUsd };
  }

  /** The model, with its calls under this ledger. */
  watch(model: LanguageModel, price: ModelPrice | null): LanguageModel {
    return new LedgerModel(model, price, this);
  }

  async call(entry: Entry, signal: AbortSignal): Promise<ModelReply> {
    const { budget, clock, trace } = this.#options;
    await trace?.opening?.();
    const startedAt = clock.now();
    const worst: WorstCall = { tokens: { input: worstPromptTokens(entry.request), output: entry.request.maxOutputTokens }, price: entry.price };
    const allowance = budget.mayCall(this.#reserved(), worst, startedAt);
    if (allowance.kind === "stop") return { ...allowance, kind: "not-affordable" };
    const number = ++this.#asked;
    this.#open.add(worst);
    const reply = await this.#sent(entry, { number, worst, signal }).finally(() => this.#open.delete(worst));
    const charged = chargeOf(reply, worst.tokens);
    this.#spent = added(this.#spent, { tokens: charged, price: entry.price });
    if (isKept(reply, charged)) await this.#options.record(callRecord(entry, { reply, charged, durationMs: clock.now() - startedAt }), number);
    else await trace?.unbilled(number, whyUnbilled(reply));
    return outOfTime(reply, signal) ? { kind: "not-affordable", limit: "max-time" } : reply;
  }

  /** Told of before it is sent: a run that is killed now has still paid it. */
  async #sent(
    entry: Entry,
    { number, worst, signal }: { readonly number: number; readonly worst: WorstCall; readonly signal: AbortSignal },
  ): Promise<ModelReply> {
    const { budget, clock, trace } = this.#options;
    const { role, files } = entry.request;
    await trace?.asked({ number, role, model: entry.model.name, atMost: worst.tokens, atMostUsd: costOf(worst.tokens, worst.price), files });
    return withinTime(entry, { signal, ms: budget.timeLeft(clock.now()) });
  }

  #reserved(): Spent {
    return [...this.#open].reduce(added, this.#spent);
  }
}

class LedgerModel extends ModelDecorator {
  readonly #price: ModelPrice | null;
  readonly #ledger: Ledger;

  constructor(model: LanguageModel, price: ModelPrice | null, ledger: Ledger) {
    super(model);
    this.#price = price;
    this.#ledger = ledger;
  }

  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    return this.#ledger.call({ model: this.model, request, price: this.#price }, signal);
  }
}

/** How long a model may take to say what a call came to that was ended. */
const lettingGoMs = 1_000;

/** A call ends with the run's time and with its caller's patience, whether or not the model lets go of it: then it may be billed still. */
async function withinTime(entry: Pick<Entry, "model" | "request">, limit: { readonly signal: AbortSignal; readonly ms: number }): Promise<ModelReply> {
  const end = new AbortController();
  const signal = AbortSignal.any([limit.signal, end.signal]);
  const left = Promise.withResolvers<ModelReply>();
  const timers = [setTimeout(() => end.abort(), Math.min(limit.ms, 2 ** 31 - 1))];
  const leave = (): void => void timers.push(setTimeout(() => left.resolve({ kind: "cancelled", begun: true }), lettingGoMs));
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([entry.model.complete(entry.request, signal), left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
    for (const timer of timers) clearTimeout(timer);
  }
}

function outOfTime(reply: ModelReply, signal: AbortSignal): boolean {
  return reply.kind === "cancelled" && !signal.aborted;
}

const nothing: TokenUsage = { input: 0, output: 0 };

/** The usage, or the worst case where an answer came without it; nothing for what no endpoint bills. */
function chargeOf(reply: ModelReply, worst: TokenUsage): TokenUsage {
  switch (reply.kind) {
    case "context-exceeded":
    case "not-affordable":
    case "misconfigured":
      return nothing;
    case "unavailable":
    case "cancelled":
      return reply.begun === true ? worst : nothing;
    default:
      return reply.usage ?? worst;
  }
}

/** A prompt that was too long is kept although it is free: a replay has to meet it again. */
function isKept(reply: ModelReply, charged: TokenUsage): boolean {
  return charged.input + charged.output > 0 || ("usage" in reply && reply.usage !== null) || reply.kind === "context-exceeded";
}

function whyUnbilled(reply: ModelReply): string {
  return "reason" in reply ? reply.reason : reply.kind;
}

function added(spent: Spent, call: WorstCall): Spent {
  const cost = costOf(call.tokens, call.price);
  const taken = call.tokens.input + call.tokens.output;
  return {
    tokens: { input: spent.tokens.input + call.tokens.input, output: spent.tokens.output + call.tokens.output },
    pricedUsd: spent.pricedUsd + (cost ?? 0),
    unpriced: spent.unpriced + (cost === null && taken > 0 ? 1 : 0),
  };
}

function callRecord(entry: Entry, result: { readonly reply: ModelReply; readonly charged: TokenUsage; readonly durationMs: number }): ModelCall {
  const { role, messages, temperature, files } = entry.request;
  const costUsd = costOf(result.charged, entry.price);
  return { role, model: entry.model.name, key: cassetteKey(entry.request), messages, temperature, ...result, costUsd, files };
}
