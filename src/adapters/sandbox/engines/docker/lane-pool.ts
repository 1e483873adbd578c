import type { BoxLimits } from "../../../../domain/limits.js";
import type { EngineContext } from "./context.js";
import type { FilePlan } from "./file-plan.js";
import { Lane, type Turn } from "./lane.js";

interface Place {
  readonly lane: Promise<Lane>;
  readonly diskKey: string;
  busy: boolean;
  /** Emptying after the last command; a small one is done at once. A place that cannot be emptied is forgotten. */
  emptied: Promise<void>;
}

/** All lanes of a sandbox: one for each command that runs at the same time, and one for each kept layer. */
export class LanePool {
  private readonly context: EngineContext;
  private readonly places: Place[] = [];
  private readonly keeping: Lane[] = [];
  private closed = false;

  constructor(context: EngineContext) {
    this.context = context;
  }

  /** The first lane takes most of a second: it is made while the files of the box are planned. */
  openAhead(limits: BoxLimits): void {
    this.addPlace(limits).busy = false;
  }

  async take(plan: FilePlan, limits: BoxLimits): Promise<Turn> {
    const place = await this.freePlace(plan, limits);
    place.busy = true;
    try {
      const lane = await place.lane;
      await place.emptied;
      return this.places.includes(place) ? await lane.take(plan, limits) : await this.take(plan, limits);
    } catch (error) {
      this.forget(place);
      throw error;
    }
  }

  /** On a disk of its own, which `keep` then leaves standing. */
  async takeAlone(plan: FilePlan, limits: BoxLimits): Promise<Turn> {
    const lane = await Lane.open(this.context, limits);
    try {
      return await lane.take(plan, limits);
    } catch (error) {
      await lane.close();
      throw error;
    }
  }

  keep(turn: Turn): void {
    this.keeping.push(turn.lane);
  }

  /** Ends a turn whose container has ended. */
  async giveBack(turn: Turn): Promise<void> {
    for (const place of this.places) {
      if ((await place.lane.catch(() => null)) !== turn.lane) continue;
      place.emptied = turn.lane.giveBack(turn).catch(() => this.forget(place));
      place.busy = false;
      return;
    }
    await turn.lane.close();
  }

  async close(): Promise<void> {
    this.closed = true;
    const places = this.places.splice(0).map(async ({ lane, emptied }) => Promise.all([lane.catch(() => null).then((one) => one?.close()), emptied]));
    await Promise.all([...places, ...this.keeping.splice(0).map((lane) => lane.close())]);
  }

  private async freePlace(plan: FilePlan, limits: BoxLimits): Promise<Place> {
    if (this.closed) throw new Error("The sandbox is closed.");
    const diskKey = diskKeyOf(limits);
    const free = this.places.filter((place) => !place.busy && place.diskKey === diskKey);
    for (const place of free) if ((await place.lane.catch(() => null))?.hasReady(plan, limits) === true && !place.busy) return place;
    const any = free.find((place) => !place.busy);
    if (any !== undefined) return any;
    return this.addPlace(limits);
  }

  private addPlace(limits: BoxLimits): Place {
    const place: Place = { lane: Lane.open(this.context, limits), diskKey: diskKeyOf(limits), busy: true, emptied: Promise.resolve() };
    place.lane.catch(() => undefined);
    this.places.push(place);
    return place;
  }

  private forget(place: Place): void {
    const at = this.places.indexOf(place);
    if (at >= 0) this.places.splice(at, 1);
    void place.lane.then((lane) => lane.close()).catch(() => undefined);
  }
}

function diskKeyOf(limits: BoxLimits): string {
  return `${limits.diskBytes}/${limits.inodes}`;
}
