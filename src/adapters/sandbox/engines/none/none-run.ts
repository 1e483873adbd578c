import { spawn } from "node:child_process";
import type { BoxLimits, LimitName } from "../../../../domain/limits.js";
import type { BoxResult } from "../../../../ports/sandbox.js";
import { openOutputPipes } from "../../output-pipes.js";
import { endOfExit } from "../../run-end.js";
import { Watchdog } from "../../watchdog.js";
import { killMarked } from "./marked-processes.js";

export interface NoneRequest {
  /** Private to the command. */
  readonly folder: string;
  readonly script: string;
  readonly inside: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly mark: string;
  readonly limits: BoxLimits;
  readonly signal: AbortSignal | undefined;
}

export type NoneResult = Pick<BoxResult, "end" | "stdout" | "stderr" | "durationMs" | "limitsReached">;

interface Exit {
  readonly code: number | null;
  readonly error: string | null;
}

/** A process that escaped may hold the pipes open; what has been written is read, then they are given up. */
const drainMs = 1_000;

type Reason = "deadline" | "cancelled" | LimitName;

/** Runs a command as a process group of this user and ends everything that carries its mark. */
export async function runUnboxed(request: NoneRequest): Promise<NoneResult> {
  const started = performance.now();
  const { limits } = request;
  const pipes = await openOutputPipes(request.folder, limits.outputBytes);
  const child = spawn("setpriv", ["--pdeathsig", "KILL", "--no-new-privs", "sh", request.script, ...request.inside], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", ...pipes.writers],
    env: request.environment,
  });
  const ending = new Ending(() => void killMarked(request.mark));
  const deadline = setTimeout(() => ending.because("deadline"), limits.timeoutMs);
  const watchdog = new Watchdog({
    limits,
    holds: new Set(["memory", "processes"]),
    looksForFullHouse: false,
    firstProcess: () => child.pid ?? null,
    onLimit: (limit) => ending.because(limit),
  });
  const cancel = (): void => ending.because("cancelled");
  request.signal?.addEventListener("abort", cancel);
  if (request.signal?.aborted === true) cancel();
  const exited = new Promise<Exit>((resolve) => {
    child.on("error", (error) => resolve({ code: null, error: error.message }));
    child.on("exit", (code) => resolve({ code, error: null }));
  });
  await pipes.closeWriters();
  const exit = await exited;
  await killMarked(request.mark);
  await pipes.drained(drainMs);
  clearTimeout(deadline);
  watchdog.stop();
  request.signal?.removeEventListener("abort", cancel);
  const hit: LimitName[] = ending.reason === null || ending.reason === "cancelled" ? [] : [ending.reason === "deadline" ? "time" : ending.reason];
  if (pipes.stdout.cut || pipes.stderr.cut) hit.push("output");
  return {
    end: endOf(exit, ending.reason, limits),
    stdout: pipes.stdout.result(),
    stderr: pipes.stderr.result(),
    durationMs: performance.now() - started,
    limitsReached: hit.map((limit) => ({ limit, heldBy: "watchdog" })),
  };
}

class Ending {
  reason: Reason | null = null;
  private readonly kill: () => void;

  constructor(kill: () => void) {
    this.kill = kill;
  }

  because(reason: Reason): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.kill();
  }
}

function endOf(exit: Exit, reason: Reason | null, limits: BoxLimits): BoxResult["end"] {
  if (reason === "cancelled") return { kind: "cancelled" };
  if (reason === "deadline") return { kind: "timed-out", afterMs: limits.timeoutMs };
  if (reason !== null) return { kind: "limit-reached", limit: reason, heldBy: "watchdog" };
  if (exit.error !== null) return { kind: "not-started", reason: exit.error };
  return endOfExit(exit.code ?? 137);
}
