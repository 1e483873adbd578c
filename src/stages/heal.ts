import { Budget } from "../domain/budget.js";
import { SetupError } from "../domain/errors.js";
import type { FailureClass } from "../domain/failure.js";
import type { JournalLine } from "../domain/journal.js";
import type { Stop } from "../domain/outcome.js";
import type { FailureName } from "../domain/publication.js";
import type { RunPlan } from "../domain/run-plan.js";
import type { OpenedSandbox, Sandbox } from "../ports/sandbox.js";
import { type Baseline, runBaseline } from "./baseline.js";
import { diagnose } from "./diagnose.js";
import { type Gate, judgeBaseline } from "./gates.js";
import { withinGrace } from "./grace.js";
import { openJudges } from "./judges.js";
import { machineProblem } from "./machine-problem.js";
import { openModels } from "./open-models.js";
import type { Publisher } from "./publish.js";
import { recordMatrix } from "./record-matrix.js";
import { type RepairEnd, repair } from "./repair.js";
import { Cancelled, type HealPorts, type RunContext, record } from "./run-context.js";
import { sealableBundle } from "./sealable-bundle.js";
import { loopStop, searchedOut } from "./stop-sentence.js";
import { refuseWithoutModel, startTask } from "./task.js";
import { type Accepted, type Proved, proveFirst, type Rejection, type Standing } from "./verify.js";

interface Ended {
  readonly stop: Stop;
  readonly class: FailureClass | null;
  readonly accepted?: Accepted;
  readonly failure?: FailureName;
}

/** The road of a run (docs/architecture.md). Every way ends in one stop, which is the last event of the journal. */
export async function heal(plan: RunPlan, ports: HealPorts, publisher?: Publisher): Promise<Stop> {
  const ended = await untilCancelled(plan, ports, publisher);
  await recordMatrix({ ports });
  const stop = await publishIfHealed(ports, ended, publisher);
  await record({ ports }, { type: "stopped", stop, class: ended.class });
  return stop;
}

/** A cancelled run ends soon whatever it is busy with: what does not let go in time is left behind, and can write nothing more. */
async function untilCancelled(plan: RunPlan, ports: HealPorts, publisher: Publisher | undefined): Promise<Ended> {
  const bundle = sealableBundle(ports.bundle);
  const working = { ...ports, bundle };
  const done = await withinGrace(
    ports.signal,
    contained({ ports: working }, () => open(plan, working, publisher)),
  );
  bundle.seal();
  if (done !== undefined && !ports.signal.aborted) return done;
  return cancelled;
}

/** Broken machines and bugs become a stop too, so that the bundle of a failed run is whole. */
async function contained(context: { readonly ports: HealPorts }, work: () => Promise<Ended>): Promise<Ended> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Cancelled || context.ports.signal.aborted) return cancelled;
    if (error instanceof SetupError) return ended("invalid-setup", error.message);
    const problem = machineProblem(error);
    if (problem !== undefined) return ended("invalid-setup", problem);
    const message = error instanceof Error ? error.message : String(error);
    await record(context, { type: "note", text: error instanceof Error ? (error.stack ?? message) : message });
    return ended("internal-error", `Heal failed by a fault of its own or of the machine: ${message}. The stack is in the journal.`);
  }
}

const cancelled: Ended = ended("cancelled", "The run was cancelled; what was found so far is in the bundle.");

function ended(reason: Stop["reason"], sentence: string): Ended {
  return { stop: { reason, sentence }, class: null };
}

async function open(plan: RunPlan, ports: HealPorts, publisher: Publisher | undefined): Promise<Ended> {
  const budget = new Budget(plan.budget, ports.clock.now());
  await record({ ports }, { type: "run-started", plan, baseDigest: await ports.workspace.digest() });
  refuseWithoutModel(plan.task, ports);
  const opened = await ports.openSandbox();
  if (opened.kind === "unavailable") return ended("sandbox-unavailable", unavailable(opened.tried));
  const { sandbox, probe } = opened;
  await record(
    { ports },
    { type: "box-ready", engine: probe.engine, limits: plan.limits, heldBy: probe.heldBy, leftOut: probe.leftOut, assurance: probe.assurance },
  );
  try {
    await sweep(ports, sandbox);
    const started = await startTask({ plan, ports, budget, sandbox, models: openModels(plan, ports, budget) });
    return started.kind === "stop" ? { stop: started.stop, class: null } : await road(started.context, publisher);
  } finally {
    await sandbox.close();
  }
}

/** What killed runs left. A run does not fail for what another left behind. */
async function sweep(ports: HealPorts, sandbox: Sandbox): Promise<void> {
  const removed = await sandbox.sweep().catch(() => []);
  for (const name of removed) await record({ ports }, { type: "note", text: `Removed what a killed run left: ${name}` });
}

function unavailable(tried: Extract<OpenedSandbox, { kind: "unavailable" }>["tried"]): string {
  return ["No code was run, because no sandbox can be used here.", ...tried.map(({ engine, reason, remedy }) => `${engine}: ${reason} ${remedy}`)].join(" ");
}

async function road(context: RunContext, publisher: Publisher | undefined): Promise<Ended> {
  const baseline = await runBaseline(context);
  const gate = await judgeBaseline(context, baseline);
  if (gate.kind === "stop") return gate;
  const earlier = await publisher?.earlier(failureName(gate));
  if (earlier?.kind === "closed") return { stop: earlier.stop, class: gate.class };
  return loop(context, baseline, gate);
}

/** Repair and proof take turns: a candidate that does not hold sends the search on. */
async function loop(context: RunContext, baseline: Baseline, gate: Extract<Gate, { kind: "go" }>): Promise<Ended> {
  const task = await diagnose(context, baseline, gate);
  const search = repair(task);
  const judges = openJudges(context, {
    ...{ baseline, failures: gate.toHeal, suspects: task.brief.suspects },
    ...(context.plan.task === undefined ? {} : { issue: context.plan.task.text }),
  });
  const rejections: Rejection[] = [];
  let last: Proved | undefined;
  let standing: Standing | undefined;
  for (;;) {
    const step = await search.next();
    if (step.done === true) {
      const stood = await standing?.();
      if (stood !== undefined) return stood.kind === "accepted" ? healed(gate, stood.accepted) : staleHead(gate);
      const end = endOf(step.value, last);
      return { stop: loopStop({ ...end, toHeal: gate.toHeal, class: gate.class, rejections: rejections.reverse() }), class: gate.class };
    }
    last = await proveFirst(context, { baseline, task, candidates: step.value, judges });
    if (last.baseMoved === "yes") return staleHead(gate);
    if (last.accepted !== undefined) return healed(gate, last.accepted);
    rejections.push(...last.rejections);
    task.findings.push(...last.rejections.map(({ rule, reason }) => `${reason} (${rule})`));
    task.broken = last.broken;
    standing ??= last.standing;
    if (standing !== undefined) task.answersLeft ??= mostAnswers;
  }
}

/** Proposals asked for in answer to a review whose finding is no veto: enough to be answered once and repaired once, and no more calls for a patch that may be right. */
const mostAnswers = 2;

type Go = Extract<Gate, { kind: "go" }>;

function healed(gate: Go, accepted: Accepted): Ended {
  return { stop: { reason: "fixed", sentence: accepted.sentence }, class: gate.class, accepted, failure: failureName(gate) };
}

function staleHead(gate: Go): Ended {
  return { ...ended("stale-head", movedSentence), class: gate.class };
}

function endOf(end: RepairEnd, last: Proved | undefined): RepairEnd {
  return last?.vetoed === "yes" && searchedOut.includes(end.reason) ? { ...end, reason: "reviewer-veto", because: keptOut } : end;
}

const keptOut = "the review kept out the last patch that turned the cases green. Name another model";

const movedSentence =
  "The project's files were changed while the run went on, so what the checks showed no longer speaks of them. Run heal again when nothing else writes to the project.";

function failureName(gate: Extract<Gate, { kind: "go" }>): FailureName {
  return { cases: gate.toHeal.map(({ id }) => id), commands: gate.commands };
}

/** What is published tells of a run that ended: its last event is only written when that worked. */
function withEnd(lines: readonly JournalLine[], { stop, class: failureClass }: Ended): readonly JournalLine[] {
  const last = lines.at(-1);
  return last === undefined ? lines : [...lines, { ...last, sequence: last.sequence + 1, event: { type: "stopped", stop, class: failureClass } }];
}

/** After the last box is gone. */
async function publishIfHealed(ports: HealPorts, ended: Ended, publisher: Publisher | undefined): Promise<Stop> {
  const { stop, accepted, failure } = ended;
  if (accepted === undefined || failure === undefined || publisher === undefined) return stop;
  const publication = await publisher.publish({ patch: accepted.patch, failure, lines: withEnd(ports.bundle.lines(), ended) });
  await record({ ports }, publication.event);
  for (const text of publication.warnings) await record({ ports }, { type: "note", text });
  return publication.stop ?? stop;
}
