import type { BoxLimits } from "../../../../domain/limits.js";
import type { EngineRun } from "./engine-run.js";
import { Ground } from "./ground.js";

/** The grounds of one base: one is made ahead while a command runs, and what a command leaves is cleared away behind its back. */
export class GroundPool {
  private readonly run: EngineRun;
  private readonly preparing: "none" | "one";
  private readonly usualKey: string;
  private ahead: Promise<Ground> | null = null;
  private closed = false;
  /** In use, or being made. */
  private readonly made = new Set<Promise<Ground>>();
  private readonly leaving = new Set<Promise<void>>();

  constructor(run: EngineRun, ahead: "none" | "one") {
    this.run = run;
    this.preparing = ahead;
    this.usualKey = keyOf(run.limits);
  }

  async take(limits: BoxLimits): Promise<Ground> {
    if (this.closed) throw new Error("The sandbox is closed.");
    const waiting = keyOf(limits) === this.usualKey ? this.ahead : null;
    if (waiting === null) return this.make(limits);
    this.ahead = null;
    const ground = await waiting.catch(() => null);
    if (ground?.usable === true) {
      ground.wake();
      return ground;
    }
    if (ground !== null) this.release(ground);
    return this.make(limits);
  }

  /** Makes the ground for a command that has not been asked for yet; only for the usual limits. */
  prepareNext(limits: BoxLimits): void {
    if (this.preparing === "none" || this.ahead !== null || this.closed || keyOf(limits) !== this.usualKey) return;
    this.ahead = this.make(limits);
    this.ahead.then(
      (ground) => ground.rest(),
      () => undefined,
    );
  }

  /** Unmounting and removing take as long as a short command: nobody waits for them before the sandbox is closed. */
  release(ground: Ground): void {
    const left = ground.leave().catch(() => undefined);
    this.leaving.add(left);
    void left.then(() => this.leaving.delete(left));
    for (const made of this.made) void made.then((one) => one === ground && this.made.delete(made));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.ahead = null;
    for (const settled of await Promise.allSettled(this.made)) {
      if (settled.status === "rejected") continue;
      settled.value.kill();
      this.release(settled.value);
    }
    await Promise.all(this.leaving);
  }

  private make(limits: BoxLimits): Promise<Ground> {
    const made = Ground.prepare(this.run, limits);
    this.made.add(made);
    made.catch(() => this.made.delete(made));
    return made;
  }
}

/** The deadline is the command's own affair; everything else is built into the ground. */
function keyOf(limits: BoxLimits): string {
  return JSON.stringify({ ...limits, timeoutMs: 0 });
}
