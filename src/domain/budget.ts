export interface BudgetLimits {
  readonly maxAttempts: number;
  readonly maxMinutes: number;
  /** Operator candidates for one parent. */
  readonly candidatesPerParent: number;
  /** Milliseconds of operator search for one parent. */
  readonly operatorMs: number;
}

export const defaultBudgetLimits = { maxAttempts: 6, maxMinutes: 20, candidatesPerParent: 200 } as const;

export type Allowance = { readonly kind: "go" } | { readonly kind: "stop"; readonly limit: "max-time" | "max-attempts" | "candidates" | "operator-time" };

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

  mayTryCandidate(search: { readonly candidates: number; readonly startedAt: number }, now: number): Allowance {
    if (this.timeLeft(now) <= 0) return { kind: "stop", limit: "max-time" };
    if (search.candidates >= this.#limits.candidatesPerParent) return { kind: "stop", limit: "candidates" };
    if (now - search.startedAt >= this.#limits.operatorMs) return { kind: "stop", limit: "operator-time" };
    return { kind: "go" };
  }
}
