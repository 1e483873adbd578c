import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BoxLimits, LimitName } from "../../../../domain/limits.js";
import type { OutputCapture } from "../../output-capture.js";
import { ordinaryPatience } from "../../patience.js";
import { Watchdog } from "../../watchdog.js";
import { type Ground, type GroundEnd, killQuietly } from "./ground.js";
import { type SpaceFull, SpaceWatch } from "./space-watch.js";

export interface RunRequest {
  readonly ground: Ground;
  /** Text of the launcher's second half. */
  readonly enter: string;
  readonly limits: BoxLimits;
  readonly watched: ReadonlySet<LimitName>;
  readonly looksForFullHouse: boolean;
  readonly signal: AbortSignal | undefined;
}

export type Stopped = { readonly kind: "deadline" } | { readonly kind: "cancelled" } | { readonly kind: "limit"; readonly limit: LimitName };

export interface RawRun extends GroundEnd {
  readonly stdout: OutputCapture;
  readonly stderr: OutputCapture;
  /** From the moment the box stands. */
  readonly durationMs: number;
  /** Why we ended it, or null when it ended by itself. */
  readonly stopped: Stopped | null;
  readonly processesFull: boolean;
  /** Scratch was seen full at some moment, or is at the end. */
  readonly full: SpaceFull;
}

/** After the box is gone the launcher may still keep what it left; that may take a while, but not for ever. */
const keepingMs = 30_000;
/** Nothing of the box is left when the launcher tells of its end; only what is still in the pipes has to be read. */
const drainMs = 5_000;

/** Sends the launcher into the box, captures the streams, and ends the box at the deadline, on cancel or at a limit. */
export async function runOn(request: RunRequest): Promise<RawRun> {
  const { ground } = request;
  const stopper = new Stopper(request);
  const space = new SpaceWatch(ground.scratch);
  let startedAt = performance.now();
  await ground.enter(request.enter, () => {
    startedAt = performance.now();
    stopper.started();
  });
  const end = await ground.ended;
  const endedAt = performance.now();
  await ground.pipes.drained(drainMs);
  stopper.end();
  return {
    ...end,
    full: await space.stop(),
    ...{ stdout: ground.pipes.stdout, stderr: ground.pipes.stderr },
    durationMs: endedAt - startedAt,
    stopped: stopper.stopped,
    processesFull: stopper.watchdog.processesFull,
  };
}

class Stopper {
  stopped: Stopped | null = null;
  readonly watchdog: Watchdog;
  private readonly request: RunRequest;
  private timer: NodeJS.Timeout;
  private lastResort: NodeJS.Timeout | null = null;
  private readonly cancel = (): void => this.stop({ kind: "cancelled" });

  constructor(request: RunRequest) {
    this.request = request;
    this.timer = setTimeout(() => request.ground.kill(), ordinaryPatience.startMs);
    this.watchdog = new Watchdog({
      limits: request.limits,
      holds: request.watched,
      looksForFullHouse: request.looksForFullHouse,
      firstProcess: () => firstProcess(request.ground.folder),
      onLimit: (limit) => this.stop({ kind: "limit", limit }),
    });
    request.signal?.addEventListener("abort", this.cancel);
    if (request.signal?.aborted === true) this.cancel();
  }

  started(): void {
    clearTimeout(this.timer);
    if (this.stopped === null) this.timer = setTimeout(() => this.stop({ kind: "deadline" }), this.request.limits.timeoutMs);
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.lastResort !== null) clearTimeout(this.lastResort);
    this.watchdog.stop();
    this.request.signal?.removeEventListener("abort", this.cancel);
  }

  /** Process 1 of the box is killed, and the kernel takes everything in its process namespace with it before anybody learns of the death. */
  private stop(why: Stopped): void {
    if (this.stopped !== null) return;
    this.stopped = why;
    const { ground } = this.request;
    const first = firstProcess(ground.folder);
    if (first === null || why.kind === "cancelled") ground.kill();
    if (first !== null) killQuietly(first);
    this.lastResort = setTimeout(() => ground.kill(), keepingMs);
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
