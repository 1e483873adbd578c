import type { BoxLimits, LimitName } from "../../domain/limits.js";
import { processesBelow, proportionalMemory, usageOf } from "./process-tree.js";

export interface WatchdogDuties {
  readonly limits: BoxLimits;
  /** Limits that nothing else holds. */
  readonly holds: ReadonlySet<LimitName>;
  /** First process of the box, null as long as it is not known. */
  readonly firstProcess: () => number | null;
  /** Called once, when a held limit is passed. */
  readonly onLimit: (limit: LimitName) => void;
}

const intervalMs = 100;

/** Looks at a box ten times a second and ends it when it uses more than it may: the fallback where the kernel holds no limit. */
export class Watchdog {
  private readonly duties: WatchdogDuties;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  /** The process limit was full at some moment; forks failed then, or were about to. */
  processesFull = false;

  constructor(duties: WatchdogDuties) {
    this.duties = duties;
    if (duties.holds.size > 0) this.schedule();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.look().finally(() => this.stopped || this.schedule()), intervalMs);
  }

  private async look(): Promise<void> {
    const first = this.duties.firstProcess();
    if (first === null) return;
    const pids = await processesBelow(first);
    const usage = await usageOf(pids);
    const { holds, limits } = this.duties;
    if (usage.tasks >= limits.processes) this.processesFull = true;
    if (holds.has("memory") && usage.memoryBytes > limits.memoryBytes && (await proportionalMemory(pids)) > limits.memoryBytes) this.report("memory");
    else if (holds.has("processes") && usage.tasks > limits.processes + allowedOver) this.report("processes");
  }

  private report(limit: LimitName): void {
    if (this.stopped) return;
    this.stop();
    this.duties.onLimit(limit);
  }
}

/** The box's own first processes. */
const allowedOver = 3;
