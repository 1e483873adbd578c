import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brokenCheck, writeProject } from "../support/cli/broken-project.js";
import { type CommandResult, runArguments, type StartedCommand, startHeal } from "../support/cli/heal-command.js";

/** One of the things a sweep does over and over. */
export interface Sweep {
  readonly name: string;
  /** How many trials make it whole; may have to record a run first. */
  count(): Promise<number>;
  /** Faults that were seen, empty when the promise held. The same index and seed give the same trial. */
  trial(index: number, seed: number): Promise<readonly string[]>;
}

export interface MarkedRun extends StartedCommand {
  readonly bundle: string;
  /** In the command line of every process of its boxes. */
  readonly marker: string;
  readonly isOver: () => boolean;
}

/** Starts a run over a small broken project, in a process group of its own, and removes its folders afterwards. */
export async function withRun<T>(use: (run: MarkedRun) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "heal-trial-")));
  try {
    const marker = folder.slice(-6);
    const bundle = join(folder, "out");
    const check = `: trial-${marker}; ${brokenCheck}`;
    const started = startHeal(runArguments({ cwd: writeProject(join(folder, "project")), check, out: bundle }), { group: "own" });
    const isOver = (): boolean => started.child.exitCode !== null || started.child.signalCode !== null;
    return await use({ ...started, bundle, marker: `trial-${marker}`, isOver });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function tellOf({ status, signal, stderr }: CommandResult): string {
  return `status ${status}, signal ${signal}, said: ${stderr.slice(-500)}`;
}
