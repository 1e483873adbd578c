import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eventually, faultsOf, leftovers } from "../support/cli/whole-bundle.js";
import { type MarkedRun, type Sweep, tellOf, withRun } from "./trial.js";

const stepMs = 100;
const promisedMs = 5_000;
const kinds = ["SIGINT to the group", "SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal at every 100 ms of a run, of four kinds in turn: the run ends in time, with a whole bundle or before it had begun one, and nothing stays. */
export const signalSweep: Sweep = {
  name: "signals",
  count: async () => Math.ceil((await recordedMs()) / stepMs),
  trial: (index, seed) => withRun((run) => signalAt(run, index * stepMs, kinds[(index + seed) % kinds.length] ?? "SIGINT")),
};

function recordedMs(): Promise<number> {
  return withRun(async ({ ended }) => {
    const began = performance.now();
    await ended;
    return performance.now() - began;
  });
}

/** False when the run ended in this very moment. */
function sent(pid: number, kind: (typeof kinds)[number]): boolean {
  try {
    return kind === "SIGINT to the group" ? process.kill(-pid, "SIGINT") : process.kill(pid, kind);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

async function signalAt(run: MarkedRun, moment: number, kind: (typeof kinds)[number]): Promise<readonly string[]> {
  await delay(moment);
  if (run.isOver()) return [];
  const began = performance.now();
  const pid = run.child.pid ?? 0;
  if (!sent(pid, kind)) return [];
  const result = await run.ended;
  const took = performance.now() - began;
  const faults = took > promisedMs ? [`ended after ${Math.round(took)} ms`] : [];
  if (existsSync(join(run.bundle, "journal.jsonl"))) {
    faults.push(...(await faultsOf(run.bundle)));
    // The signal may come when the run has just ended by itself.
    if (result.status !== 130 && result.status !== 0) faults.push(tellOf(result));
  } else if (result.signal === null && result.status !== 130) faults.push(tellOf(result));
  if (!(await eventually(() => leftovers(pid, run.marker).length === 0, 2_000))) faults.push(...leftovers(pid, run.marker));
  return faults.map((fault) => `${kind} after ${moment} ms: ${fault}`);
}
