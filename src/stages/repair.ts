import { composeReflection } from "../agents/reflection/compose-reflection.js";
import { type History, isSampled, type Proposal, type Reflection, type TriedCandidate } from "../domain/attempt.js";
import type { Brief } from "../domain/brief.js";
import type { CaseResult } from "../domain/case.js";
import type { StopReason } from "../domain/outcome.js";
import { emptyPatch, type Patch } from "../domain/patch.js";
import type { Coder } from "../ports/coder.js";
import type { Trial } from "./candidate.js";
import { rankGreen, rankPartial } from "./choose.js";
import { record } from "./run-context.js";
import { hasNext, runSearch, type Search, type SearchStep, type Trials } from "./search.js";
import { type Proposals, ruleStop } from "./stop-rules.js";

/** What the repair needs to know; the same for every parent but for what is still red. */
export interface RepairTask {
  readonly trial: Trial;
  readonly brief: Omit<Brief, "parent" | "files" | "failures">;
  readonly filesWith: (patch: Patch) => Brief["files"];
}

export interface RepairEnd {
  readonly reason: StopReason;
  /** What the rule saw, when a rule over the proposals ended the loop. */
  readonly because: string | undefined;
  readonly attempts: number;
  readonly tried: readonly TriedCandidate[];
  readonly best: TriedCandidate | undefined;
}

/** A tree the search starts from: the base, or one that mends some cases and breaks none. */
interface Parent {
  readonly patch: Patch;
  /** What its edits do, in the order they were found. */
  readonly explanations: readonly string[];
  readonly toHeal: readonly CaseResult[];
  /** One search for each coder, in the order of the coders; made when the parent's turn comes. */
  readonly searches: Search[];
}

interface Loop {
  readonly task: RepairTask;
  readonly coders: readonly Coder[];
  readonly trials: Trials;
  readonly reflections: Reflection[];
  readonly parents: Parent[];
  readonly offered: Set<number>;
  attempts: number;
}

/**
 * The loop. Yields candidates that turned every red case green and broke none, best first; whoever pulls proves them and pulls again when none holds.
 * A candidate that mends some becomes a parent of its own, so that independent faults heal one after the other.
 */
export async function* repair(task: RepairTask): AsyncGenerator<readonly TriedCandidate[], RepairEnd> {
  const loop = startLoop(task);
  for (;;) {
    const next = nextSearch(loop);
    if (next === undefined)
      return end(loop, loop.task.trial.context.budget.timeLeft(loop.task.trial.context.ports.clock.now()) > 0 ? "no-progress" : "max-time");
    if ((await hasNext(next.search)) === "no") continue;
    const step = await runAttempt(loop, next.parent, next.search);
    adoptPartials(loop, next.parent, step.results);
    const green = rankGreen(step.results.filter(({ verdict, number }) => verdict.kind === "green" && !loop.offered.has(number)));
    for (const { number } of green) loop.offered.add(number);
    if (green.length > 0) yield green.map((candidate) => explainedWhole(next.parent, candidate));
    if (step.stoppedBy === "max-time") return end(loop, "max-time");
    const ruled = isSampled(next.search.coder) ? ruleStop(proposalsOf(loop)) : undefined;
    if (ruled !== undefined) return end(loop, ruled.reason, ruled.because);
  }
}

function startLoop(task: RepairTask): Loop {
  const base: Parent = { patch: emptyPatch, explanations: [], toHeal: task.trial.wanted, searches: [] };
  return {
    task,
    coders: task.trial.context.ports.coders,
    trials: { tried: [], numbers: new Map() },
    reflections: [],
    parents: [base],
    offered: new Set(),
    attempts: 0,
  };
}

/** The parent that leaves the fewest cases red and has not been searched to its end. */
function nextSearch(loop: Loop): { readonly parent: Parent; readonly search: Search } | undefined {
  const { budget, ports } = loop.task.trial.context;
  for (const parent of [...loop.parents].sort((one, other) => one.toHeal.length - other.toHeal.length)) {
    if (parent.searches.length === 0) parent.searches.push(...loop.coders.map((coder) => openSearch(loop, parent, coder)));
    const open = parent.searches.find(
      (search) => !search.exhausted && budget.mayTryCandidate({ candidates: search.pulled, startedAt: search.startedAt }, ports.clock.now()).kind === "go",
    );
    if (open !== undefined) return { parent, search: open };
  }
  return undefined;
}

function openSearch(loop: Loop, parent: Parent, coder: Coder): Search {
  const { task } = loop;
  const history: History = { tried: loop.trials.tried, reflections: loop.reflections };
  const brief: Brief = { ...task.brief, failures: parent.toHeal, parent: parent.patch, files: task.filesWith(parent.patch) };
  const proposals: AsyncIterator<Proposal> = coder.propose(brief, history)[Symbol.asyncIterator]();
  return {
    attempt: 0,
    coder: coder.name,
    trial: { ...task.trial, toHeal: parent.toHeal },
    proposals,
    startedAt: task.trial.context.ports.clock.now(),
    pulled: 0,
    exhausted: false,
    waiting: undefined,
  };
}

async function runAttempt(loop: Loop, parent: Parent, search: Search): Promise<SearchStep> {
  const { context } = loop.task.trial;
  loop.attempts += 1;
  const attempt = loop.attempts;
  search.attempt = attempt;
  await record(context, { type: "attempt-started", attempt, coder: search.coder, parent: parent.patch, toHeal: parent.toHeal.map(({ id }) => id) });
  const step = await runSearch(search, loop.trials);
  const reflection = composeReflection(attempt, step.results);
  loop.reflections.push(reflection);
  const best = rankGreen(step.results.filter(({ verdict }) => verdict.kind === "green"))[0] ?? rankPartial(partials(step.results))[0];
  await record(context, {
    type: "attempt-ended",
    attempt,
    candidates: step.results.length,
    best: best?.proposal.patch ?? null,
    result: best === undefined ? "nothing" : best.verdict.kind === "green" ? "healed" : "mended-some",
    cases: best === undefined ? [] : (search.trial.suiteCases.get(best.number) ?? []),
    reflection,
  });
  return step;
}

function partials(results: readonly TriedCandidate[]): TriedCandidate[] {
  return results.filter(({ verdict }) => verdict.kind === "mends-some");
}

/** Only the best of an attempt becomes a parent: the others mend the same or less. */
function adoptPartials(loop: Loop, parent: Parent, results: readonly TriedCandidate[]): void {
  const best = rankPartial(partials(results))[0];
  if (best?.verdict.kind !== "mends-some") return;
  const stillRed = new Set<string>(best.verdict.stillFailing);
  const toHeal = loop.task.trial.wanted.filter(({ id }) => stillRed.has(id));
  loop.parents.push({ patch: best.proposal.patch, explanations: [...parent.explanations, best.proposal.explanation], toHeal, searches: [] });
}

/** The patch of a candidate holds its parent's edits too, so what is told of it does as well. */
function explainedWhole(parent: Parent, candidate: TriedCandidate): TriedCandidate {
  const explanation = [...parent.explanations, candidate.proposal.explanation].join(" ");
  return { ...candidate, proposal: { ...candidate.proposal, explanation } };
}

function proposalsOf(loop: Loop): Proposals {
  return { tried: loop.trials.tried.filter(({ proposal }) => isSampled(proposal.origin.coder)), limits: loop.task.trial.context.budget.limits };
}

function end(loop: Loop, reason: StopReason, because?: string): RepairEnd {
  return { reason, because, attempts: loop.attempts, tried: loop.trials.tried, best: rankPartial(partials(loop.trials.tried))[0] };
}
