import { composeReflection } from "../agents/reflection/compose-reflection.js";
import { type History, isSampled, type Proposal, type Reflection, type TriedCandidate } from "../domain/attempt.js";
import type { Brief } from "../domain/brief.js";
import type { CaseResult } from "../domain/case.js";
import type { StopReason } from "../domain/outcome.js";
import { emptyPatch, type Patch } from "../domain/patch.js";
import type { Coder, CoderEnd } from "../ports/coder.js";
import { clause } from "../support/clause.js";
import { faultWithoutPatch, type Trial } from "./candidate.js";
import { rankGreen, rankPartial } from "./choose.js";
import { record } from "./run-context.js";
import { hasNext, mayPull, runSearch, type Search, type SearchStep, type Trials } from "./search.js";
import { isEnough, type SecondOpinion, startSecondOpinion, wantsSecondOpinion } from "./second-opinion.js";
import { type Proposals, ruleStop } from "./stop-rules.js";

/** What the repair needs to know; the same for every parent but for what is still red. */
export interface RepairTask {
  readonly trial: Trial;
  /** In the order they take their turn, but for proposals with which a model leads. */
  readonly coders: readonly Coder[];
  /** Proposals still asked for in answer to a review, when the patch it spoke against stands if none is better; undefined = no review spoke. */
  answersLeft: number | undefined;
  /** What broke the sandbox while a candidate was proved: the loop ends by it. */
  broken?: string | undefined;
  /** Milliseconds one run of the slowest failing case takes. */
  readonly caseMs: number;
  readonly brief: Omit<Brief, "parent" | "files" | "failures">;
  /** Whether hardly any assertion speaks about the code a candidate changes. */
  readonly isThin: (candidate: TriedCandidate) => Promise<"yes" | "no">;
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
  /** Green candidates of a search that wait for what a model says of the same failure. */
  opinion: SecondOpinion | undefined;
  /** What ended a coder for good, though others may follow. */
  coderEnd: CoderEnd;
  /** The rule that ended all sampling. */
  sampledEnd: CoderEnd;
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
    const stopped = next === undefined ? usedUp(loop) : await takeTurn(loop, next);
    if (next !== undefined && stopped === undefined && !isEnough(loop.opinion, loop.trials.tried)) continue;
    const green = loop.opinion?.candidates ?? [];
    loop.opinion = undefined;
    if (green.length > 0) yield green;
    if (loop.task.broken !== undefined) return sandboxEnd(loop, loop.task.broken);
    if (stopped !== undefined) return stopped;
  }
}

/** One attempt; what it turned green is put aside to be offered. Undefined = the loop goes on. */
async function takeTurn(loop: Loop, { parent, search }: Turn): Promise<RepairEnd | undefined> {
  if (isSampled(search.coder)) setAttempt(loop);
  if ((await hasNext(search)) === "no") {
    loop.coderEnd ??= search.ended;
    return undefined;
  }
  const step = await runAttempt(loop, parent, search);
  if (loop.task.answersLeft !== undefined) loop.task.answersLeft -= 1;
  adoptPartials(loop, parent, step.results);
  const green = rankGreen(step.results.filter(({ verdict, number }) => verdict.kind === "green" && !loop.offered.has(number)));
  for (const { number } of green) loop.offered.add(number);
  await offer(
    loop,
    green.map((candidate) => explainedWhole(parent, candidate)),
  );
  if (step.stoppedBy === "max-time") return end(loop, "max-time");
  const broken = await brokenSandbox(search.trial, step.results);
  if (broken !== undefined) return sandboxEnd(loop, broken);
  const ruled = isSampled(search.coder) ? ruleStop(proposalsOf(loop)) : undefined;
  // A rule over proposals says nothing of the searches: they still have their turn.
  loop.sampledEnd ??= ruled;
  return undefined;
}

/** A box that does not start may be the candidate's doing: only when none starts without it is the sandbox at fault. */
async function brokenSandbox(trial: Trial, results: readonly TriedCandidate[]): Promise<string | undefined> {
  return results.some(hasNotRun) ? faultWithoutPatch(trial) : undefined;
}

function hasNotRun({ verdict }: TriedCandidate): boolean {
  return verdict.kind === "box-failed";
}

async function offer(loop: Loop, green: readonly TriedCandidate[]): Promise<void> {
  if (green.length === 0) return;
  if (loop.opinion !== undefined) {
    loop.opinion.candidates.push(...green);
    return;
  }
  const { task, coders, trials } = loop;
  const isWanted = await wantsSecondOpinion({ green, coders, tried: trials.tried, isThin: task.isThin });
  const proposals = isWanted === "yes" ? task.trial.context.budget.limits.opinions : 0;
  loop.opinion = startSecondOpinion(green, { proposals, tried: trials.tried.length });
}

/** Undefined when candidates wait to be offered: the search may go on after them. */
function usedUp(loop: Loop): RepairEnd | undefined {
  if (loop.opinion !== undefined) return undefined;
  const { budget, ports } = loop.task.trial.context;
  if (budget.timeLeft(ports.clock.now()) <= 0) return end(loop, "max-time");
  const ended = loop.sampledEnd ?? loop.coderEnd;
  return ended === undefined ? end(loop, "no-progress") : end(loop, ended.reason, ended.because);
}

/** Calls made to get the next proposal belong to the attempt it begins. */
function setAttempt(loop: Loop): void {
  const { models } = loop.task.trial.context;
  if (models !== undefined) models.attempt = loop.attempts + 1;
}

function startLoop(task: RepairTask): Loop {
  const base: Parent = { patch: emptyPatch, explanations: [], toHeal: task.trial.wanted, searches: [] };
  return {
    task,
    coders: task.coders,
    trials: { tried: [], begun: 0, numbers: new Map() },
    reflections: [],
    parents: [base],
    offered: new Set(),
    opinion: undefined,
    coderEnd: undefined,
    sampledEnd: undefined,
    attempts: 0,
  };
}

interface Turn {
  readonly parent: Parent;
  readonly search: Search;
}

/** The parent that leaves the fewest cases red and has not been searched to its end. While a second opinion is awaited, only coders that sample are asked. */
function nextSearch(loop: Loop): Turn | undefined {
  for (const parent of [...loop.parents].sort((one, other) => one.toHeal.length - other.toHeal.length)) {
    if (parent.searches.length === 0) parent.searches.push(...loop.coders.map((coder) => openSearch(loop, parent, coder)));
    const search = inTurn(
      loop,
      parent.searches.filter((one) => isOpen(loop, one)),
    );
    if (search !== undefined) return { parent, search };
  }
  return undefined;
}

function isOpen({ opinion, sampledEnd, trials, task: { answersLeft } }: Loop, search: Search): boolean {
  if (search.exhausted || mayPull(search, trials.tried).kind === "stop") return false;
  if (isSampled(search.coder)) return sampledEnd === undefined && answersLeft !== 0;
  return opinion === undefined && answersLeft === undefined;
}

/** Fixers, then what a model says first, then the operators, then the model again. */
function inTurn({ task }: Loop, open: readonly Search[]): Search | undefined {
  const [first] = open;
  const sampled = open.find(({ coder }) => isSampled(coder));
  if (first === undefined || sampled === undefined || first.coder === "fixers") return first;
  const { budget } = task.trial.context;
  return budget.modelLeads({ proposals: sampled.pulled, caseMs: task.caseMs }) === "yes" ? sampled : first;
}

function openSearch(loop: Loop, parent: Parent, coder: Coder): Search {
  const { task } = loop;
  const history: History = { tried: loop.trials.tried, reflections: loop.reflections };
  const brief: Brief = { ...task.brief, failures: parent.toHeal, parent: parent.patch, files: task.filesWith(parent.patch) };
  const proposals: AsyncIterator<Proposal, CoderEnd> = coder.propose(brief, history)[Symbol.asyncIterator]();
  return {
    attempt: 0,
    coder: coder.name,
    trial: { ...task.trial, toHeal: parent.toHeal },
    proposals,
    spentMs: 0,
    turnFrom: undefined,
    pulled: 0,
    exhausted: false,
    ended: undefined,
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
  const reflection = composeReflection(
    attempt,
    step.results.filter((candidate) => !hasNotRun(candidate)),
  );
  loop.reflections.push(reflection);
  const losing = step.results.findLast(({ verdict }) => verdict.kind === "loses-again");
  const best = rankGreen(step.results.filter(({ verdict }) => verdict.kind === "green"))[0] ?? rankPartial(partials(step.results))[0];
  await record(context, {
    type: "attempt-ended",
    attempt,
    candidates: step.results.length,
    best: best?.proposal.patch ?? null,
    result: best === undefined ? "nothing" : best.verdict.kind === "green" ? "healed" : "mended-some",
    cases: search.trial.suiteCases.get((best ?? losing)?.number ?? 0) ?? [],
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

function sandboxEnd(loop: Loop, broken: string): RepairEnd {
  return end(loop, "sandbox-unavailable", clause(broken));
}

function end(loop: Loop, reason: StopReason, because?: string): RepairEnd {
  return { reason, because, attempts: loop.attempts, tried: loop.trials.tried, best: rankPartial(partials(loop.trials.tried))[0] };
}
