import { spawn } from "node:child_process";
import { loadavg } from "node:os";
import { createSandbox } from "../../src/adapters/sandbox/create.ts";
import { endWords } from "../../src/adapters/sandbox/run-end.ts";
import { defaultBoxLimits } from "../../src/domain/limits.ts";
import type { Patch } from "../../src/domain/patch.ts";
import type { Sandbox } from "../../src/ports/sandbox.ts";
import { median } from "../repair/summary.ts";
import { workCommand } from "./tree.ts";

export const kinds = ["bubblewrap", "warm docker", "fresh docker"] as const;
export type Kind = (typeof kinds)[number];

export interface Series {
  readonly kind: Kind;
  readonly files: number;
  /** Milliseconds, one pair a round. */
  readonly bare: readonly number[];
  readonly boxed: readonly number[];
  /** Median boxed over median bare. */
  readonly ratio: number;
  /** One-minute load of the machine before and after. */
  readonly load: readonly [number, number];
}

export interface SeriesRequest {
  readonly kind: Kind;
  readonly root: string;
  readonly files: number;
  readonly rounds: number;
}

/** Bare command and candidate by turns, so that whatever else the machine does falls on both. The first candidate of a run is not counted. */
export async function measureSeries(request: SeriesRequest): Promise<Series> {
  const { kind, root, files, rounds } = request;
  const choice = kind === "bubblewrap" ? "bubblewrap" : "docker";
  const ahead = kind === "fresh docker" ? "none" : "one";
  const opened = await createSandbox({ choice, limits: defaultBoxLimits, root, hostEnvironment: process.env, ahead });
  if (opened.kind === "unavailable") throw new Error(opened.tried.map(({ reason, remedy }) => `${reason} ${remedy}`).join(" "));
  const { sandbox } = opened;
  try {
    const node = await nodeInBox(sandbox, root);
    const command = workCommand.replace("node", node);
    const before = loadavg()[0] as number;
    const bare: number[] = [];
    const boxed: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      bare.push(await timed(() => runBare(command, root)));
      boxed.push(await timed(() => runCandidate(sandbox, { root, command, round })));
    }
    return { kind, files, bare, boxed, ratio: median(boxed) / median(bare), load: [before, loadavg()[0] as number] };
  } finally {
    await sandbox.close();
  }
}

/** Outside and inside the same program has to run. */
async function nodeInBox(sandbox: Sandbox, root: string): Promise<string> {
  const { stdout } = await runCandidate(sandbox, { root, command: "command -v node", round: 0 });
  return stdout.head.trim();
}

interface CandidateRequest {
  readonly root: string;
  readonly command: string;
  readonly round: number;
}

async function runCandidate(sandbox: Sandbox, { root, command, round }: CandidateRequest) {
  const patch: Patch = { changes: [{ kind: "modify", path: "changed.txt", before: "0\n", after: `${round}\n`, encoding: "utf8" }] };
  const box = await sandbox.open({ base: { root, overlays: [] }, layers: [], patch });
  const result = await box.run({ command, directory: "", environment: {}, tools: {}, collect: [], writes: "discard" });
  await box.close();
  if (result.end.kind === "exited" && result.end.exitCode === 0) return result;
  throw new Error(`The command in the box ${endWords(result.end)}. ${result.stderr.head}`);
}

async function runBare(command: string, cwd: string): Promise<void> {
  const child = spawn("sh", ["-c", command], { cwd, stdio: "ignore" });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`The bare command ended with ${code}.`);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return Math.round(performance.now() - start);
}
