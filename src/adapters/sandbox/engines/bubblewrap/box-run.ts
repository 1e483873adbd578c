import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoxLimits, LimitName } from "../../../../domain/limits.js";
import type { OutputCapture } from "../../output-capture.js";
import { type OutputPipes, openOutputPipes } from "../../output-pipes.js";
import { Watchdog } from "../../watchdog.js";
import { type SpaceFull, SpaceWatch } from "./space-watch.js";

export interface RunRequest {
  /** Absolute path of the command's folder, where the launcher script lies. */
  readonly folder: string;
  readonly inside: readonly string[];
  readonly root: boolean;
  readonly programPath: string;
  readonly limits: BoxLimits;
  readonly watched: ReadonlySet<LimitName>;
  readonly looksForFullHouse: boolean;
  readonly signal: AbortSignal | undefined;
}

export type Stopped = { readonly kind: "deadline" } | { readonly kind: "cancelled" } | { readonly kind: "limit"; readonly limit: LimitName };

export interface RawRun {
  readonly stdout: OutputCapture;
  readonly stderr: OutputCapture;
  readonly durationMs: number;
  /** Why we ended it, or null when it ended by itself. */
  readonly stopped: Stopped | null;
  readonly processesFull: boolean;
  /** Scratch was seen full at some moment. */
  readonly full: SpaceFull;
  /** The launcher could not be started at all. */
  readonly startError: string | null;
}

/** After the box is gone the launcher still reads back what it left; that may take a while, but not for ever. */
const collectingMs = 30_000;

/** Starts the launcher, captures the streams, and ends the box at the deadline, on cancel or at a limit. */
export async function runLauncher(request: RunRequest): Promise<RawRun> {
  const started = performance.now();
  const pipes = await openOutputPipes(request.folder, request.limits.outputBytes);
  const child = startLauncher(request, pipes);
  const stopper = new Stopper(child, request);
  const space = new SpaceWatch(child.pid);
  const ended = new Promise<string | null>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", () => resolve(null));
  });
  await pipes.closeWriters();
  const startError = await ended;
  await pipes.drained(drainMs);
  stopper.end();
  space.stop();
  return {
    full: { disk: space.disk, inodes: space.inodes },
    ...{ stdout: pipes.stdout, stderr: pipes.stderr, startError },
    durationMs: performance.now() - started,
    stopped: stopper.stopped,
    processesFull: stopper.watchdog.processesFull,
  };
}

/** Nothing of the box is left when the launcher exits; only what is still in the pipes has to be read. */
const drainMs = 5_000;

/**
 * Own process group, so that Ctrl-C on a terminal reaches Heal first. The launcher asks to be killed when Heal dies, and bwrap when the launcher does:
 * a chain that holds even when Heal is killed without a chance to clean up.
 */
function startLauncher(request: RunRequest, pipes: OutputPipes): ChildProcess {
  const spaces = request.root ? ["--mount"] : ["--user", "--map-root-user", "--mount"];
  const args = [...spaces, "setpriv", "--pdeathsig", "KILL", "sh", join(request.folder, "launch.sh"), ...request.inside];
  return spawn("unshare", args, { cwd: "/", detached: true, stdio: ["ignore", ...pipes.writers], env: { PATH: request.programPath, LC_ALL: "C" } });
}

class Stopper {
  stopped: Stopped | null = null;
  readonly watchdog: Watchdog;
  private readonly child: ChildProcess;
  private readonly request: RunRequest;
  private readonly deadline: NodeJS.Timeout;
  private lastResort: NodeJS.Timeout | null = null;
  private readonly cancel = (): void => this.stop({ kind: "cancelled" });

  constructor(child: ChildProcess, request: RunRequest) {
    this.child = child;
    this.request = request;
    this.deadline = setTimeout(() => this.stop({ kind: "deadline" }), request.limits.timeoutMs);
    this.watchdog = new Watchdog({
      limits: request.limits,
      holds: request.watched,
      looksForFullHouse: request.looksForFullHouse,
      firstProcess: () => firstProcess(request.folder),
      onLimit: (limit) => this.stop({ kind: "limit", limit }),
    });
    request.signal?.addEventListener("abort", this.cancel);
    if (request.signal?.aborted === true) this.cancel();
  }

  end(): void {
    clearTimeout(this.deadline);
    if (this.lastResort !== null) clearTimeout(this.lastResort);
    this.watchdog.stop();
    this.request.signal?.removeEventListener("abort", this.cancel);
  }

  /** Process 1 of the box is killed, and the kernel takes everything in its process namespace with it before anybody learns of the death. */
  private stop(why: Stopped): void {
    if (this.stopped !== null) return;
    this.stopped = why;
    const first = firstProcess(this.request.folder);
    if (first === null || why.kind === "cancelled") this.killLauncher();
    if (first !== null) killQuietly(first);
    this.lastResort = setTimeout(() => this.killLauncher(), collectingMs);
  }

  private killLauncher(): void {
    if (this.child.pid !== undefined) killQuietly(-this.child.pid);
  }
}

/** bwrap writes the number of the box's first process, as seen from here, when it has made it. */
function firstProcess(folder: string): number | null {
  try {
    const match = /"child-pid":\s*(\d+)/.exec(readFileSync(join(folder, "status"), "utf8"));
    return match === null ? null : Number(match[1]);
  } catch {
    return null;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}
