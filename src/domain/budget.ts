import type { ModelPrice, Shortfall, TokenUsage } from "./model-call.js";

export interface BudgetLimits {
  readonly maxAttempts: number;
  readonly maxMinutes: number;
  /** Input and output together, over all roles. */
  readonly maxTokens: number;
  /** US dollars. */
  readonly maxCost: number;
  /** Operator candidates for one parent. */
  readonly candidatesPerParent: number;
  /** Milliseconds of operator search for one parent. */
  readonly operatorMs: number;
  /** Proposals a model makes for one parent before the operators have their turn; 0 = the operators go first. */
  readonly samplesFirst: number;
  /** Proposals a model makes beside a patch that turns everything green where hardly anything speaks about the code it changes; 0 = it is taken as it is. */
  readonly opinions: number;
  /** Where one run of the failing cases takes as many milliseconds, the model makes all its proposals first. */
  readonly slowCaseMs: number;
}

export const defaultBudgetLimits = {
  maxAttempts: 6,
  maxMinutes: 20,
  maxTokens: 200_000,
  maxCost: 2,
  candidatesPerParent: 200,
  samplesFirst: 5,
  opinions: 2,
  slowCaseMs: 2_000,
} as const;

export type Allowance = { readonly kind: "go" } | { readonly kind: "stop"; readonly limit: "max-time" | "max-attempts" | "candidates" | "operator-time" };

/** What model calls have taken so far. */
export interface Spending {
  readonly tokens: TokenUsage;
  /** US dollars of the calls whose price is known: what the limit on money is held against. */
  readonly pricedUsd: number;
}

/** What one call may take at most. */
export interface WorstCall {
  readonly tokens: TokenUsage;
  readonly price: ModelPrice | null;
}

export type CallAllowance = { readonly kind: "go" } | ({ readonly kind: "stop" } & Shortfall);

/** US dollars; null = the price is not known. */
export function costOf(tokens: TokenUsage, price: ModelPrice | null): number | null {
  return price === null ? null : (tokens.input * price.input + tokens.output * price.output) / 1_000_000;
}

/** The only place where limits are decided. Times are milliseconds of a monotonic clock. */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #startedAt: number;

  constructor(limits: BudgetLimits, startedAt: number) {
    this.#limits = limits;
    this.#startedAt = startedAt;
  }

  get limits(): BudgetLimits {
    return this.#limits;
  }

  /** Milliseconds left of the run's wall clock; never negative. */
  timeLeft(now: number): number {
    return Math.max(0, this.#startedAt + this.#limits.maxMinutes * 60_000 - now);
  }

  mayAttempt(attempts: number, now: number): Allowance {
    if (this.timeLeft(now) <= 0) return { kind: "stop", limit: "max-time" };
    if (attempts >= this.#limits.maxAttempts) return { kind: "stop", limit: "max-attempts" };
    return { kind: "go" };
  }

  /** A call is made only when its worst case fits. */
  mayCall(spent: Spending, worst: WorstCall, now: number): CallAllowance {
    if (this.timeLeft(now) <= 0) return { kind: "stop", limit: "max-time" };
    const { maxTokens, maxCost } = this.#limits;
    const [taken, needs] = [spent.tokens, worst.tokens].map(({ input, output }) => input + output) as [number, number];
    if (taken + needs > maxTokens) return { kind: "stop", limit: "max-tokens", needs, left: Math.max(0, maxTokens - taken) };
    const cost = costOf(worst.tokens, worst.price);
    if (cost !== null && spent.pricedUsd + cost > maxCost)
      return { kind: "stop", limit: "max-cost", needs: cost, left: Math.max(0, maxCost - spent.pricedUsd) };
    return { kind: "go" };
  }

  /** Whether a model makes its next proposal before the operators, which run the failing cases once for each candidate. */
  modelLeads({ proposals, caseMs }: { readonly proposals: number; readonly caseMs: number }): "yes" | "no" {
    return proposals < this.#limits.samplesFirst || caseMs >= this.#limits.slowCaseMs ? "yes" : "no";
  }

  /** @param search what one parent's search has taken so far */
  mayTryCandidate(search: { readonly candidates: number; readonly spentMs: number }, now: number): Allowance {
    if (this.timeLeft(now) <= 0) return { kind: "stop", limit: "max-time" };
    if (search.candidates >= this.#limits.candidatesPerParent) return { kind: "stop", limit: "candidates" };
    if (search.spentMs >= this.#limits.operatorMs) return { kind: "stop", limit: "operator-time" };
    return { kind: "go" };
  }
}
