export type OutcomeKind = "healed" | "nothing-to-heal" | "flaky" | "declined" | "gave-up" | "refused" | "setup-error" | "cancelled";

/** Closed list; published word for word. */
export const stopReasons = {
  fixed: { outcome: "healed", exit: 0 },
  "nothing-failed": { outcome: "nothing-to-heal", exit: 0 },
  "already-fixed": { outcome: "nothing-to-heal", exit: 0 },
  flaky: { outcome: "flaky", exit: 1 },
  "not-healable": { outcome: "declined", exit: 1 },
  "tests-conflict": { outcome: "declined", exit: 1 },
  "not-reproduced": { outcome: "declined", exit: 1 },
  "awaiting-approval": { outcome: "declined", exit: 1 },
  "closed-by-person": { outcome: "declined", exit: 1 },
  "max-attempts": { outcome: "gave-up", exit: 1 },
  "max-time": { outcome: "gave-up", exit: 1 },
  "max-tokens": { outcome: "gave-up", exit: 1 },
  "max-cost": { outcome: "gave-up", exit: 1 },
  "same-patch": { outcome: "gave-up", exit: 1 },
  oscillation: { outcome: "gave-up", exit: 1 },
  "no-progress": { outcome: "gave-up", exit: 1 },
  regression: { outcome: "gave-up", exit: 1 },
  tamper: { outcome: "gave-up", exit: 1 },
  "reviewer-veto": { outcome: "gave-up", exit: 1 },
  "unusable-replies": { outcome: "gave-up", exit: 1 },
  "model-unavailable": { outcome: "gave-up", exit: 1 },
  "stale-head": { outcome: "gave-up", exit: 1 },
  "not-allowed": { outcome: "refused", exit: 1 },
  "repository-budget": { outcome: "refused", exit: 1 },
  "sandbox-unavailable": { outcome: "refused", exit: 3 },
  "invalid-setup": { outcome: "setup-error", exit: 2 },
  "internal-error": { outcome: "setup-error", exit: 2 },
  cancelled: { outcome: "cancelled", exit: 130 },
} as const satisfies Record<string, { outcome: OutcomeKind; exit: number }>;

export type StopReason = keyof typeof stopReasons;

/** What a run came to, and the one rule that ended it. */
export interface Stop {
  readonly reason: StopReason;
  /** One or two sentences for a person; names the thing, the value and the remedy. */
  readonly sentence: string;
}
