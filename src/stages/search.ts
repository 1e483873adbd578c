import { type CoderName, isSampled, type Proposal, type TriedCandidate } from "../domain/attempt.js";
import type { Allowance } from "../domain/budget.js";
import { patchKey } from "../domain/patch-key.js";
import type { CoderEnd } from "../ports/coder.js";
import { type Trial, tryCandidate } from "./candidate.js";
import { record, showProgress, throwIfCancelled } from "./run-context.js";

/** Candidates still tried after one that mends some, in case another mends all. */
const afterPartial = 25;

/** The search from one parent; it can be left and taken up again. */
export interface Search {
  readonly coder: CoderName;
  /** The attempt that pulls from it now. */
  attempt: number;
  readonly trial: Trial;
  readonly proposals: AsyncIterator<Proposal, CoderEnd>;
  /** Milliseconds of its earlier turns, and when the present one began: what others do between two turns is not its time. */
  spentMs: number;
  turnFrom: number | undefined;
  pulled: number;
  exhausted: boolean;
  /** Why the coder went no further, when something outside it was the reason. */
  ended: CoderEnd;
  /** Taken from the coder by `hasNext` and not yet tried. */
  waiting: Proposal | undefined;
}

/** Asks the coder for its next proposal, so that no attempt is begun that has nothing to try. */
export async function hasNext(search: Search): Promise<"yes" | "no"> {
  search.waiting ??= await pullProposal(search);
  return search.waiting === undefined ? "no" : "yes";
}

async function pullProposal(search: Search): Promise<Proposal | undefined> {
  if (search.exhausted) return undefined;
  const next = await search.proposals.next();
  if (next.done !== true) return next.value;
  search.exhausted = true;
  search.ended = next.value;
  return undefined;
}

/** What the searches of one run share: every candidate tried, how many were begun, and which patch was tried under which number. */
export interface Trials {
  readonly tried: TriedCandidate[];
  /** Candidates that have a number of their own; some may still run. */
  begun: number;
  readonly numbers: Map<string, number>;
}

export interface SearchStep {
  readonly results: readonly TriedCandidate[];
  readonly stoppedBy: Exclude<Allowance, { kind: "go" }>["limit"] | "used-up" | "found" | "box-failed";
}

/** Pulls proposals, up to `parallel` in flight, and takes the results in the order of the proposals, until something is found or the budget says stop. */
export async function runSearch(search: Search, trials: Trials): Promise<SearchStep> {
  const { clock } = search.trial.context.ports;
  search.turnFrom = clock.now();
  try {
    return await takeTurn(search, trials);
  } finally {
    search.spentMs = timeSpent(search, clock.now());
    search.turnFrom = undefined;
  }
}

function timeSpent({ spentMs, turnFrom }: Search, now: number): number {
  return spentMs + (turnFrom === undefined ? 0 : now - turnFrom);
}

async function takeTurn(search: Search, trials: Trials): Promise<SearchStep> {
  const { context } = search.trial;
  const inFlight: Promise<Timed>[] = [];
  const results: TriedCandidate[] = [];
  let stoppedBy: SearchStep["stoppedBy"] | undefined;
  for (;;) {
    while (stoppedBy === undefined && inFlight.length < (isSampled(search.coder) ? 1 : context.ports.parallel)) {
      const next = await pull(search, trials);
      if (next.kind === "stop") stoppedBy = next.by;
      else inFlight.push(next.running);
    }
    const finished = inFlight.shift();
    if (finished === undefined) return { results, stoppedBy: stoppedBy ?? "used-up" };
    results.push(await take(search, trials, await finished));
    if (isSampled(search.coder) || hasFound(results)) stoppedBy ??= "found";
    // Whether the sandbox still works has to be seen before more candidates fail by it.
    if (results.at(-1)?.verdict.kind === "box-failed") stoppedBy ??= "box-failed";
  }
}

interface Timed {
  readonly candidate: TriedCandidate;
  readonly durationMs: number;
}

type Pulled = { readonly kind: "stop"; readonly by: SearchStep["stoppedBy"] } | { readonly kind: "running"; readonly running: Promise<Timed> };

async function pull(search: Search, trials: Trials): Promise<Pulled> {
  const { context } = search.trial;
  throwIfCancelled(context);
  const allowance = mayPull(search, trials.tried);
  if (allowance.kind === "stop") return { kind: "stop", by: allowance.limit };
  const proposal = search.waiting ?? (await pullProposal(search));
  search.waiting = undefined;
  if (proposal === undefined) return { kind: "stop", by: "used-up" };
  search.pulled += 1;
  const running = start(search, trials, proposal);
  // Awaited in its turn; when an earlier one throws (a cancelled run) nobody awaits it any more, and Node would end the process for that.
  running.catch(() => undefined);
  return { kind: "running", running };
}

/** Searches are held to their candidates and time, coders that sample to the attempts of the run. */
export function mayPull(search: Search, tried: readonly TriedCandidate[]): Allowance {
  const { budget, ports } = search.trial.context;
  const now = ports.clock.now();
  if (isSampled(search.coder)) return budget.mayAttempt(tried.filter(({ proposal }) => isSampled(proposal.origin.coder)).length, now);
  return budget.mayTryCandidate({ candidates: search.pulled, spentMs: timeSpent(search, now) }, now);
}

async function start(search: Search, trials: Trials, proposal: Proposal): Promise<Timed> {
  const { context } = search.trial;
  const key = patchKey(proposal.patch);
  const known = proposal.unusable === undefined ? trials.numbers.get(key) : undefined;
  const began = context.ports.clock.now();
  if (known !== undefined) return { candidate: { number: known, attempt: search.attempt, proposal, verdict: { kind: "duplicate", of: known } }, durationMs: 0 };
  trials.begun += 1;
  const number = trials.begun;
  if (proposal.unusable !== undefined) {
    return { candidate: { number, attempt: search.attempt, proposal, verdict: { kind: "unusable", reason: proposal.unusable } }, durationMs: 0 };
  }
  trials.numbers.set(key, number);
  showProgress(context, { stage: "repair", attempt: search.attempt, candidate: { number: search.pulled, of: context.budget.limits.candidatesPerParent } });
  const verdict = await tryCandidate(search.trial, { number, proposal });
  // Nothing was seen of the patch, so it is tried when it is proposed again.
  if (verdict.kind === "box-failed") trials.numbers.delete(key);
  return { candidate: { number, attempt: search.attempt, proposal, verdict }, durationMs: context.ports.clock.now() - began };
}

async function take(search: Search, trials: Trials, { candidate, durationMs }: Timed): Promise<TriedCandidate> {
  trials.tried.push(candidate);
  await record(search.trial.context, { type: "candidate-tried", ...candidate, durationMs: Math.round(durationMs) });
  return candidate;
}

/**
 * The first green candidate ends the search: candidates come in the order of how likely they are right, and measured on bug-repair data
 * a choice among later ones was never better. What is in flight still counts.
 */
function hasFound(results: readonly TriedCandidate[]): boolean {
  if (results.some(({ verdict }) => verdict.kind === "green")) return true;
  const firstPartial = results.findIndex(({ verdict }) => verdict.kind === "mends-some");
  return firstPartial >= 0 && results.length - firstPartial > Math.max(afterPartial, firstPartial);
}
