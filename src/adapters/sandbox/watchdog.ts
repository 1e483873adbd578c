import type { BoxLimits, LimitName } from "../../domain/limits.js";
import { boxProcesses, proportionalMemory, usageOf } from "./process-tree.js";

export interface WatchdogDuties {
  readonly limits: BoxLimits;
  /** Limits that nothing else holds. */
  readonly holds: ReadonlySet<LimitName>;
  /** The kernel refuses processes above the limit without counting how often, so the watchdog looks out for a full house. */
  readonly looksForFullHouse: boolean;
  /** First process of the box, null as long as it is not known. */
  readonly firstProcess: () => number | null;
  /** Called once, when a held limit is passed. */
  readonly onLimit: (limit: LimitName) => void;
}

const intervalMs = 25;
/** What a box uses is summed every so many looks; counting its processes is cheap and done at each. */
const looksPerSum = 4;
/** The box's own first processes. */
const ownProcesses = 3;

/** Looks at a box again and again and ends it when it uses more than it may: the fallback where the kernel holds no limit. */
export class Watchdog {
  private readonly duties: WatchdogDuties;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private looks = 0;
  /** The process limit was full at some moment; forks failed then, or were about to. */
  processesFull = false;

  constructor(duties: WatchdogDuties) {
    this.duties = duties;
    if (duties.holds.size > 0 || duties.looksForFullHouse) this.schedule();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private schedule(): void {
    if (!this.stopped) this.timer = setTimeout(() => void this.look().finally(() => this.schedule()), intervalMs);
  }

  private async look(): Promise<void> {
    const first = this.duties.firstProcess();
    if (first === null) return;
    const processes = await boxProcesses(first);
    this.noteTasks(processes.length);
    this.looks += 1;
    if (this.looks % looksPerSum !== 0) return;
    const usage = await usageOf(processes);
    this.noteTasks(usage.tasks);
    const { holds, limits } = this.duties;
    if (holds.has("memory") && usage.memoryBytes > limits.memoryBytes && (await proportionalMemory(processes)) > limits.memoryBytes) this.report("memory");
  }

  private noteTasks(tasks: number): void {
    const { holds, limits } = this.duties;
    if (tasks >= limits.processes) this.processesFull = true;
    if (holds.has("processes") && tasks > limits.processes + ownProcesses) this.report("processes");
  }

  private report(limit: LimitName): void {
    if (this.stopped) return;
    this.stop();
    this.duties.onLimit(limit);
  }
}
