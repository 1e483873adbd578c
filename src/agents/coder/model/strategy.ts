import type { CandidateVerdict, TriedCandidate } from "../../../domain/attempt.js";
import type { Profile } from "../../../domain/model-plan.js";

/** One way to ask the model for a proposal. */
export type Ask =
  /** `rewrite`: head, documentation and tests are shown, the broken body is not. `fix`: everything is. */
  | { readonly kind: "sample"; readonly brief: "rewrite" | "fix"; readonly temperature: number }
  /** From the program and the result of an earlier proposal. */
  | { readonly kind: "repair"; readonly parent: TriedCandidate; readonly temperature: number }
  /** Nothing of what was tried is shown but one line each. */
  | { readonly kind: "fresh"; readonly temperature: number };

/** A proposal this search made, with what it came to. */
export interface Asked {
  readonly ask: Ask;
  readonly tried: TriedCandidate | undefined;
}

/** Temperature of samples. */
export const warm = 0.7;
const mostRepairs = 2;

/**
 * Independent samples come before any repair, since a small model mends little by being told what went wrong:
 * both briefs, greedy and then sampled by turns. A large one mostly needs the fix brief.
 */
const pools: Readonly<Record<Profile, readonly Extract<Ask, { kind: "sample" }>[]>> = {
  small: [
    { kind: "sample", brief: "rewrite", temperature: 0 },
    { kind: "sample", brief: "fix", temperature: 0 },
    { kind: "sample", brief: "rewrite", temperature: warm },
    { kind: "sample", brief: "fix", temperature: warm },
    { kind: "sample", brief: "rewrite", temperature: warm },
  ],
  large: [
    { kind: "sample", brief: "fix", temperature: 0 },
    { kind: "sample", brief: "fix", temperature: warm },
    { kind: "sample", brief: "fix", temperature: warm },
  ],
};

export interface Plan {
  readonly profile: Profile;
  /** A body can only be hidden where the fault lies in a function. */
  readonly canRewrite: "yes" | "no";
}

/** What to ask next; undefined = the plan is used up. */
export function nextAsk({ profile, canRewrite }: Plan, asked: readonly Asked[]): Ask | undefined {
  const sampled = asked.filter(({ ask }) => ask.kind === "sample").length;
  const sample = pools[profile].filter(({ brief }) => brief === "fix" || canRewrite === "yes")[sampled];
  if (sample !== undefined) return sample;
  if (asked.some(({ ask }) => ask.kind === "fresh")) return undefined;
  const repairs = asked.filter(({ ask }) => ask.kind === "repair").length;
  const parent = repairs < mostRepairs ? bestParent(asked) : undefined;
  if (parent !== undefined) return { kind: "repair", parent, temperature: repairs === 0 ? 0 : warm };
  return { kind: "fresh", temperature: warm };
}

/** Breaks nothing, mends most, else came nearest; of equals the one repaired least, then the newest. */
export function bestParent(asked: readonly Asked[]): TriedCandidate | undefined {
  const spent = new Map<number, number>();
  for (const { ask } of asked) if (ask.kind === "repair") spent.set(ask.parent.number, (spent.get(ask.parent.number) ?? 0) + 1);
  const ranked = asked
    .flatMap(({ tried }) => (tried === undefined || score(tried.verdict) < 0 ? [] : [tried]))
    .sort(
      (one, other) => score(other.verdict) - score(one.verdict) || (spent.get(one.number) ?? 0) - (spent.get(other.number) ?? 0) || other.number - one.number,
    );
  return ranked[0];
}

/** Below 0 = never a parent. */
function score(verdict: CandidateVerdict): number {
  switch (verdict.kind) {
    case "green":
    case "mends-some":
      return 10 + verdict.fixed.length;
    case "still-failing":
      return verdict.changedMessage ? 1 : 0;
    case "loses-again":
    case "breaks":
    case "timed-out":
    case "refused":
    case "unusable":
    case "duplicate":
    case "box-failed":
      return -1;
  }
}

/** The newest two executed proposals failed with the same words: another try of the same kind will not tell more. */
export function repeatsWrongValue(asked: readonly Asked[]): "yes" | "no" {
  const [one, other] = asked.flatMap(({ tried }) => (tried?.verdict.kind === "still-failing" ? [tried.verdict] : [])).slice(-2);
  return one !== undefined && other !== undefined && one.caseId === other.caseId && one.message === other.message ? "yes" : "no";
}

/** For the journal and the report: "rewrite, greedy". */
export function variantOf(ask: Ask): string {
  const manner = ask.temperature === 0 ? "greedy" : `sampled at ${ask.temperature}`;
  const what = ask.kind === "sample" ? ask.brief : ask.kind === "repair" ? `repair of candidate ${ask.parent.number}` : "fresh start";
  return `${what}, ${manner}`;
}
