import { join } from "node:path";
import type { BoxLimits, LimitName } from "../../../../domain/limits.js";
import type { Patch } from "../../../../domain/patch.js";
import type { Box, BoxCommand, BoxResult, Layer } from "../../../../ports/sandbox.js";
import { boxEnvironment } from "../../environment.js";
import { OutputCapture } from "../../output-capture.js";
import type { Patience } from "../../patience.js";
import { boxPaths, mergeLimits } from "../../policy.js";
import { type ContainerRun, runInContainer } from "./container-run.js";
import type { DaemonEvents } from "./daemon-events.js";
import { DockerError } from "./docker-cli.js";
import type { FilePlan, LayerFolders } from "./file-plan.js";
import type { Turn } from "./lane.js";
import type { LanePool } from "./lane-pool.js";
import { orderArchive } from "./order.js";

export interface DockerBoxParts {
  readonly plan: FilePlan;
  readonly patch: Patch;
  readonly limits: BoxLimits;
  readonly patience: Patience;
  readonly pool: LanePool;
  readonly ahead: "none" | "one";
  readonly events: () => DaemonEvents;
  readonly keepLayer: (folders: LayerFolders) => Layer;
  readonly closed: () => void;
}

/** Each command gets a container of its own, made ahead while the one before ran unless that is switched off. */
export class DockerBox implements Box {
  readonly paths: Box["paths"];
  private readonly parts: DockerBoxParts;
  private readonly running = new Set<Promise<BoxResult>>();
  private readonly closing = new AbortController();

  constructor(parts: DockerBoxParts) {
    this.parts = parts;
    this.paths = { root: parts.plan.root, tools: boxPaths.tools, out: boxPaths.out };
  }

  run(command: BoxCommand): Promise<BoxResult> {
    const result = this.perform(command).catch((error: unknown) => {
      if (error instanceof DockerError) return notStarted(error.message);
      throw error;
    });
    this.running.add(result);
    const done = (): boolean => this.running.delete(result);
    result.then(done, done);
    return result;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.allSettled(this.running);
    this.parts.closed();
  }

  private async perform(command: BoxCommand): Promise<BoxResult> {
    const { pool, plan } = this.parts;
    const limits = mergeLimits(this.parts.limits, command.limits);
    const keep = command.writes === "keep";
    const turn = keep ? await pool.takeAlone(plan, limits) : await pool.take(plan, limits);
    if (!keep && this.parts.ahead === "one") turn.lane.prepare(plan, limits);
    try {
      return await this.serve(command, { turn, limits });
    } catch (error) {
      await pool.giveBack(turn);
      throw error;
    }
  }

  private async serve(command: BoxCommand, { turn, limits }: { readonly turn: Turn; readonly limits: BoxLimits }): Promise<BoxResult> {
    const run = await runInContainer({
      container: turn.container,
      events: this.parts.events(),
      order: this.orderFor(command, turn),
      limits,
      patience: this.parts.patience,
      signal: AbortSignal.any([this.closing.signal, ...(command.signal === undefined ? [] : [command.signal])]),
    });
    return this.conclude({ command, turn, run });
  }

  private orderFor(command: BoxCommand, turn: Turn): Buffer {
    const { plan, patch } = this.parts;
    const { tools } = plan;
    const environment = boxEnvironment({ path: tools.path, home: boxPaths.home, tools: tools.environment, extra: command.environment });
    const directory = join(plan.root, command.directory);
    return orderArchive({ root: plan.root, patch, directory, environment, tools: command.tools, command: command.command, lastLine: turn.container.lastLine });
  }

  private async conclude(facts: Finished): Promise<BoxResult> {
    const { command, turn, run } = facts;
    if (run.end.kind === "not-started") {
      await this.parts.pool.giveBack(turn).catch(() => undefined);
      return { ...notStarted(run.end.reason), stderr: run.stderr.result() };
    }
    const result: BoxResult = {
      end: run.end,
      stdout: run.stdout.result(),
      stderr: run.stderr.result(),
      files: await turn.lane.keeper.collect(turn.slot, command.collect),
      durationMs: run.durationMs,
      limitsReached: await limitsReached(facts),
    };
    const layer = command.writes === "keep" && ranToItsEnd(run) ? await this.keep(turn) : null;
    if (layer === null) await this.parts.pool.giveBack(turn);
    return layer === null ? result : { ...result, layer };
  }

  /** What the patch brought is no writing of the command's: the layer must be good below another patch. */
  private async keep(turn: Turn): Promise<Layer> {
    await turn.container.gone();
    for (const { path } of this.parts.patch.changes) await turn.lane.keeper.forget(turn.slot, path);
    this.parts.pool.keep(turn);
    return this.parts.keepLayer(turn.lane.keptFolders(turn, this.parts.plan));
  }
}

interface Finished {
  readonly command: BoxCommand;
  readonly turn: Turn;
  readonly run: ContainerRun;
}

function ranToItsEnd(run: ContainerRun): boolean {
  return run.end.kind === "exited" || run.end.kind === "signalled";
}

/** Free space below which a disk counts as full: less than any write that matters, more than the file system's own rounding. */
const fullBelow = { bytes: 256 * 1024, inodes: 4 } as const;

async function limitsReached({ turn, run }: Finished): Promise<BoxResult["limitsReached"]> {
  const reached: { limit: LimitName; heldBy: string }[] = [];
  const { keeper } = turn.lane;
  if (run.end.kind === "timed-out") reached.push({ limit: "time", heldBy: "watchdog" });
  if (run.outOfMemory) reached.push({ limit: "memory", heldBy: "cgroup" });
  if ((await keeper.refusedProcesses(turn.slot)) > 0) reached.push({ limit: "processes", heldBy: "cgroup" });
  const free = await keeper.free();
  if (free.bytes < fullBelow.bytes) reached.push({ limit: "disk", heldBy: "file-system" });
  if (free.inodes < fullBelow.inodes) reached.push({ limit: "inodes", heldBy: "file-system" });
  const omitted = run.stdout.result().omittedBytes + run.stderr.result().omittedBytes;
  if (omitted > 0) reached.push({ limit: "output", heldBy: "watchdog" });
  return reached;
}

function notStarted(reason: string): BoxResult {
  const nothing = new OutputCapture(0).result();
  return { end: { kind: "not-started", reason }, stdout: nothing, stderr: nothing, files: {}, durationMs: 0, limitsReached: [] };
}
