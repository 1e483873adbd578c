import type { BoxLimits } from "../../../../domain/limits.js";
import type { EngineContext } from "./context.js";
import { createDisk } from "./disk.js";
import type { FilePlan, LayerFolders } from "./file-plan.js";
import { Keeper } from "./keeper.js";
import { idleSeconds, PreparedContainer } from "./prepared-container.js";

/** A container with its slot on a lane's disk. */
export interface Turn {
  readonly lane: Lane;
  readonly slot: string;
  readonly container: PreparedContainer;
}

interface Waiting {
  readonly key: string;
  readonly turn: Promise<Turn>;
}

/** A scratch disk that serves one command at a time, and gets the container of the next ready meanwhile. */
export class Lane {
  readonly keeper: Keeper;
  private readonly context: EngineContext;
  private waiting: Waiting | null = null;

  private readonly settled: Promise<void>;

  private constructor(context: EngineContext, keeper: Keeper, settled: Promise<void>) {
    this.context = context;
    this.keeper = keeper;
    this.settled = settled;
  }

  static async open(context: EngineContext, limits: BoxLimits): Promise<Lane> {
    const disk = await createDisk(context, limits);
    const keeper = Keeper.start(context, disk);
    // The container that attached the device ends behind the first command's back.
    const settled = keeper.then(
      () => disk.settle(),
      () => disk.settle(),
    );
    settled.catch(() => undefined);
    try {
      return new Lane(context, await keeper, settled);
    } catch (error) {
      await settled;
      throw error;
    }
  }

  hasReady(plan: FilePlan, limits: BoxLimits): boolean {
    return this.waiting?.key === keyOf(plan, limits);
  }

  /** The container made ahead when it fits and is young enough, else a new one. */
  async take(plan: FilePlan, limits: BoxLimits): Promise<Turn> {
    const waiting = this.waiting;
    this.waiting = null;
    if (waiting === null) return this.make(plan, limits);
    const turn = await waiting.turn.catch(() => null);
    const usable = turn !== null && waiting.key === keyOf(plan, limits) && performance.now() - turn.container.madeAt < (idleSeconds * 1000) / 2;
    if (turn !== null && usable) return turn;
    if (turn !== null) void this.giveBack(turn).catch(() => undefined);
    return this.make(plan, limits);
  }

  /** Makes the container for a command that has not been asked for yet. */
  prepare(plan: FilePlan, limits: BoxLimits): void {
    if (this.waiting !== null) return;
    const turn = this.make(plan, limits);
    turn.catch(() => undefined);
    this.waiting = { key: keyOf(plan, limits), turn };
  }

  /** Empties the slot of a turn whose container is gone or was never used. */
  async giveBack(turn: Turn): Promise<void> {
    await turn.container.discard();
    await this.keeper.dropSlot(turn.slot);
  }

  /** What a finished turn wrote, as folders on the daemon's host; they stay for as long as the lane is open. */
  keptFolders(turn: Turn, plan: FilePlan): LayerFolders {
    return Object.fromEntries(plan.overlays.map(({ key }) => [key, `${this.keeper.place}/${turn.slot}/${key}/upper`]));
  }

  async close(): Promise<void> {
    const turn = this.waiting?.turn.catch(() => null);
    this.waiting = null;
    // Each container ends by itself, and the disk with the last of them.
    await Promise.all([turn?.then((made) => made?.container.discard()), this.settled, this.keeper.stop()]);
  }

  private async make(plan: FilePlan, limits: BoxLimits): Promise<Turn> {
    const slot = `s${this.context.nextNumber()}`;
    await this.keeper.makeSlot(slot, { ...plan.owner, mode: plan.rootMode, keys: plan.overlays.map(({ key }) => key) });
    const container = await PreparedContainer.start(this.context, { plan, limits, slotFolder: `${this.keeper.place}/${slot}` });
    return { lane: this, slot, container };
  }
}

function keyOf(plan: FilePlan, limits: BoxLimits): string {
  return JSON.stringify([plan.identity, limits.memoryBytes, limits.processes, limits.cpus, limits.timeoutMs]);
}
