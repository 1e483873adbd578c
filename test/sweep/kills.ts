import { createBubblewrapSandbox } from "../../src/adapters/sandbox/engines/bubblewrap/bubblewrap-sandbox.js";
import { defaultBoxLimits } from "../../src/domain/limits.js";
import { heal } from "../support/cli/heal-command.js";
import { eventSeen, eventually, journalSoFar, leftovers } from "../support/cli/whole-bundle.js";
import { type MarkedRun, type Sweep, tellOf, withRun } from "./trial.js";

/** Killed, a box is gone with the process that made it. */
const goneMs = 5_000;

/** SIGKILL after every event of a journal: nothing runs on, the next start sweeps the rest, and the journal so far renders. */
export const killSweep: Sweep = {
  name: "kills",
  count: () => withRun(async ({ ended, bundle }) => ended.then(() => journalSoFar(bundle).length)),
  trial: (index) => withRun((run) => killAfter(run, index + 1)),
};

async function killAfter(run: MarkedRun, events: number): Promise<readonly string[]> {
  await eventSeen(run.bundle, () => journalSoFar(run.bundle).length >= events, run.isOver);
  run.child.kill("SIGKILL");
  const { signal } = await run.ended;
  const faults = await renderFaults(run.bundle, signal === null || isOver(run.bundle));
  const processes = (): string[] => leftovers(undefined, run.marker);
  if (!(await eventually(() => processes().length === 0, goneMs))) faults.push(...processes());
  await createBubblewrapSandbox({ limits: defaultBoxLimits, hostEnvironment: {} }).sweep();
  faults.push(...leftovers(run.child.pid, run.marker).map((name) => `after the sweep: ${name}`));
  return faults.map((fault) => `killed after event ${events}: ${fault}`);
}

/** The last event is written a moment before the process ends: killed between them, nothing was cut short. */
function isOver(bundle: string): boolean {
  return journalSoFar(bundle).at(-1)?.event.type === "stopped";
}

async function renderFaults(bundle: string, endedByItself: boolean): Promise<string[]> {
  if (journalSoFar(bundle).length === 0) return [];
  const report = await heal(["report", bundle]);
  if (report.status !== 0) return [`the report does not render: ${tellOf(report)}`];
  return endedByItself || /cancelled|ended before/.test(report.stdout) ? [] : ["the report does not say that the run was cut short"];
}
