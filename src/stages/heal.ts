import { Budget } from "../domain/budget.js";
import { SetupError } from "../domain/errors.js";
import type { FailureClass } from "../domain/failure.js";
import type { Stop } from "../domain/outcome.js";
import type { RunPlan } from "../domain/run-plan.js";
import { type Baseline, runBaseline } from "./baseline.js";
import { diagnose } from "./diagnose.js";
import { type Gate, judgeBaseline } from "./gates.js";
import type { Publisher } from "./publish.js";
import { repair } from "./repair.js";
import { Cancelled, type HealPorts, record, type RunContext } from "./run-context.js";
import { loopStop } from "./stop-sentence.js";
import { type Accepted, proveFirst } from "./verify.js";

interface Ended {
  readonly stop: Stop;
  readonly class: FailureClass | null;
  readonly accepted?: Accepted;
}

/** The road of a run (DESIGN §3). Every way ends in one stop, which is the last event of the journal. */
export async function heal(plan: RunPlan, ports: HealPorts, publisher?: Publisher): Promise<Stop> {
  const context: RunContext = { plan, ports, budget: new Budget(plan.budget, ports.clock.now()) };
  const ended = await walk(context, publisher);
  await ports.sandbox.close();
  const stop = await publishIfHealed(context, ended, publisher);
  await record(context, { type: "stopped", stop, class: ended.class });
  return stop;
}

/** Broken machines and bugs become a stop too, so that the bundle of a failed run is whole. */
async function walk(context: RunContext, publisher: Publisher | undefined): Promise<Ended> {
  try {
    return await road(context, publisher);
  } catch (error) {
    if (error instanceof Cancelled || context.ports.signal.aborted) return { stop: { reason: "cancelled", sentence: "The run was cancelled; what was found so far is in the bundle." }, class: null };
    if (error instanceof SetupError) return { stop: { reason: "invalid-setup", sentence: error.message }, class: null };
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await record(context, { type: "note", text: detail });
    return { stop: { reason: "internal-error", sentence: `Heal failed by a fault of its own or of the machine: ${error instanceof Error ? error.message : String(error)}. The stack is in the journal.` }, class: null };
  }
}

async function road(context: RunContext, publisher: Publisher | undefined): Promise<Ended> {
  const refused = await openRun(context);
  if (refused !== undefined) return { stop: refused, class: null };
  const baseline = await runBaseline(context);
  const gate = await judgeBaseline(context, baseline);
  if (gate.kind === "stop") return gate;
  const earlier = await publisher?.earlier(gate.toHeal.map(({ id }) => id));
  if (earlier?.kind === "closed") return { stop: earlier.stop, class: gate.class };
  return loop(context, baseline, gate);
}

async function openRun(context: RunContext): Promise<Stop | undefined> {
  const { plan, ports } = context;
  await record(context, { type: "run-started", plan, baseDigest: await ports.workspace.digest() });
  const probe = await ports.sandbox.probe(plan.root);
  if (probe.kind === "unusable") return { reason: "sandbox-unavailable", sentence: `No code was run: the sandbox ${probe.engine} cannot be used here. ${probe.reason} ${probe.remedy}` };
  await record(context, { type: "box-ready", engine: probe.engine, limits: plan.limits, heldBy: probe.heldBy, leftOut: probe.leftOut, assurance: probe.assurance });
  return undefined;
}

/** Repair and proof take turns: a candidate that does not hold sends the search on. */
async function loop(context: RunContext, baseline: Baseline, gate: Extract<Gate, { kind: "go" }>): Promise<Ended> {
  const task = await diagnose(context, baseline, gate);
  const search = repair(task);
  const rejections: string[] = [];
  for (;;) {
    const step = await search.next();
    if (step.done === true) {
      return { stop: loopStop({ ...step.value, toHeal: gate.toHeal, class: gate.class, rejections: rejections.reverse() }), class: gate.class };
    }
    const proved = await proveFirst(context, { baseline, task, candidates: step.value });
    rejections.push(...proved.rejections);
    if (proved.accepted === undefined) continue;
    return { stop: { reason: "fixed", sentence: proved.accepted.sentence }, class: gate.class, accepted: proved.accepted };
  }
}

async function publishIfHealed(context: RunContext, ended: Ended, publisher: Publisher | undefined): Promise<Stop> {
  if (ended.accepted === undefined || publisher === undefined) return ended.stop;
  const { patch, failing, explanation } = ended.accepted;
  const publication = await publisher.publish({ patch, failing, explanation, lines: context.ports.bundle.lines() });
  await record(context, publication.event);
  for (const text of publication.warnings) await record(context, { type: "note", text });
  return publication.stop ?? ended.stop;
}
