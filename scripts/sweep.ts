import { randomInt } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { sweeps } from "../test/sweep/all.ts";
import type { Sweep } from "../test/sweep/trial.ts";

/** Where a sweep stands; written after each trial, so that the next call goes on there. */
interface State {
  readonly seed: number;
  readonly kinds: Record<string, { count: number; done: number; milliseconds: number; faults: string[] }>;
}

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    limit: { type: "string" },
    seed: { type: "string" },
    state: { type: "string", default: "node_modules/.cache/heal-sweep.json" },
    restart: { type: "boolean", default: false },
  },
});

/** `npm run sweep [-- --only KIND --limit N --seed N --restart --state FILE]`: the long sweeps, whole and resumable. */
async function main(): Promise<number> {
  const state = readState();
  console.log(`seed ${state.seed}, state in ${values.state}`);
  for (const sweep of sweeps) if (values.only === undefined || values.only === sweep.name) await runSweep(sweep, state);
  return printFigures(state);
}

async function runSweep(sweep: Sweep, state: State): Promise<void> {
  state.kinds[sweep.name] ??= { count: await sweep.count(), done: 0, milliseconds: 0, faults: [] };
  const kind = state.kinds[sweep.name] as State["kinds"][string];
  const last = Math.min(kind.count, values.limit === undefined ? kind.count : kind.done + Number(values.limit));
  while (kind.done < last) {
    const began = performance.now();
    const faults = await sweep.trial(kind.done, state.seed);
    for (const fault of faults) console.log(`${sweep.name} ${kind.done + 1}/${kind.count}: ${fault}`);
    kind.faults.push(...faults);
    kind.done += 1;
    kind.milliseconds += performance.now() - began;
    writeState(state);
  }
}

function printFigures(state: State): number {
  console.log("| sweep | trials | of | faults | seconds |\n|---|---|---|---|---|");
  for (const [name, { done, count, faults, milliseconds }] of Object.entries(state.kinds))
    console.log(`| ${name} | ${done} | ${count} | ${faults.length} | ${Math.round(milliseconds / 1000)} |`);
  return Object.values(state.kinds).some(({ faults }) => faults.length > 0) ? 1 : 0;
}

function readState(): State {
  const fresh: State = { seed: values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed), kinds: {} };
  if (values.restart) return fresh;
  try {
    return JSON.parse(readFileSync(values.state, "utf8")) as State;
  } catch {
    return fresh;
  }
}

function writeState(state: State): void {
  mkdirSync(dirname(values.state), { recursive: true });
  writeFileSync(`${values.state}.new`, JSON.stringify(state, null, 2));
  renameSync(`${values.state}.new`, values.state);
}

process.exitCode = await main();
