import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { BoxLimits } from "../../../../domain/limits.js";
import type { Box, BoxCommand, BoxResult, BoxSpec } from "../../../../ports/sandbox.js";
import { readCollected } from "../../collect.js";
import { boxEnvironment } from "../../environment.js";
import { insideArguments } from "../../inside.js";
import { OutputCapture } from "../../output-capture.js";
import { boxPaths, lifetimeSeconds, mergeLimits } from "../../policy.js";
import { removeTree } from "../../run-folder.js";
import { type RawRun, runOn } from "./box-run.js";
import { bwrapArguments } from "./bwrap-arguments.js";
import type { EngineRun } from "./engine-run.js";
import { type Ground, switchFor } from "./ground.js";
import type { GroundPool } from "./ground-pool.js";
import { enterScript } from "./launcher.js";
import { limitsReached, runEnd } from "./outcome.js";
import { type StackInput, stackFolders } from "./stack.js";

export interface BubblewrapBoxParts {
  readonly run: EngineRun;
  readonly pool: GroundPool;
  readonly spec: BoxSpec;
  readonly stack: StackInput;
}

/** A base with layers and a patch; each command gets its own mount of them. */
export class BubblewrapBox implements Box {
  readonly paths: Box["paths"];
  private readonly parts: BubblewrapBoxParts;

  constructor(parts: BubblewrapBoxParts) {
    this.parts = parts;
    this.paths = { root: parts.spec.base.root, tools: boxPaths.tools, out: boxPaths.out };
  }

  async run(command: BoxCommand): Promise<BoxResult> {
    const { run, pool } = this.parts;
    const limits = mergeLimits(run.limits, command.limits);
    const taken = await orFailure(pool.take(limits));
    if (typeof taken === "string") return notStarted(taken);
    const step: Step = { command, limits, ground: taken };
    try {
      const done = await orFailure(this.perform(step));
      return typeof done === "string" ? notStarted(done) : done;
    } finally {
      pool.release(taken);
    }
  }

  async close(): Promise<void> {
    const { run, stack } = this.parts;
    if (stack.patch !== null) await removeTree(join(run.files.folder, stack.patch));
  }

  private async perform(step: Step): Promise<BoxResult> {
    const { run, pool } = this.parts;
    const layer = step.command.writes === "keep" ? await run.files.newFolder("l") : null;
    await this.writeTools(step);
    const running = runOn({
      ground: step.ground,
      enter: this.enter(step, layer),
      limits: step.limits,
      watched: new Set((["memory", "processes"] as const).filter((name) => run.heldBy[name] === "watchdog")),
      looksForFullHouse: run.heldBy.processes === "rlimit",
      signal: step.command.signal,
    });
    pool.prepareNext(step.limits);
    return this.result({ ...step, layer, raw: await running });
  }

  private async writeTools({ command, ground }: Step): Promise<void> {
    const { run, spec } = this.parts;
    const options = bwrapArguments({
      ...run.user,
      ...run.shown,
      tools: ground.tools,
      root: spec.base.root,
      runFolder: run.files.folder,
      commandFolder: ground.folder,
      environment: boxEnvironment({ path: run.tools.path, home: boxPaths.home, tools: run.tools.environment, extra: command.environment }),
    });
    const tools = Object.entries(command.tools).map(([file, text]) => run.files.writeShown(join(ground.name, "tools", file), text));
    await Promise.all([writeFile(join(ground.folder, "options"), options.map((option) => `${option}\0`).join("")), ...tools]);
  }

  private enter({ command, limits, ground }: Step, layer: string | null): string {
    const { run, spec, stack } = this.parts;
    return enterScript({
      switchTo: switchFor(run),
      stacked: stackFolders(stack, spec.base),
      joins: ground.groups.joins,
      processors: this.processors(limits),
      inherited: run.inherited,
      inside: this.inside(command, limits),
      keepIn: layer === null ? null : join(run.files.folder, layer),
    });
  }

  private processors(limits: BoxLimits): string | null {
    if (this.parts.run.heldBy.cpus !== "affinity" || limits.cpus >= availableParallelism()) return null;
    return `0-${Math.max(1, Math.ceil(limits.cpus)) - 1}`;
  }

  private inside(command: BoxCommand, limits: BoxLimits): string[] {
    const { heldBy } = this.parts.run;
    return insideArguments({
      directory: command.directory === "" ? this.paths.root : join(this.paths.root, command.directory),
      processes: heldBy.processes === "rlimit" ? limits.processes : null,
      // A little more than the disk, so that a full disk says "no space" and only a sparse giant meets this limit.
      fileBytes: limits.diskBytes + fileSlackBytes,
      dataBytes: heldBy.memory === "watchdog" ? limits.memoryBytes * 2 : null,
      lifetimeSeconds: lifetimeSeconds(limits),
      markFd: 8,
      command: command.command,
    });
  }

  private async result({ command, limits, ground, layer, raw }: Finished): Promise<BoxResult> {
    const facts = {
      raw,
      limits,
      heldBy: this.parts.run.heldBy,
      events: await ground.groups.events(),
      marked: ground.marked,
      setupLog: ground.marked ? "" : await readFile(join(ground.folder, "setup.log"), "utf8").catch(() => ""),
    };
    const end = runEnd(facts);
    const kept = layer !== null && raw.exitCode !== null && (end.kind === "exited" || end.kind === "signalled");
    return {
      end,
      stdout: raw.stdout.result(),
      stderr: raw.stderr.result(),
      files: command.collect.length > 0 ? await readCollected(join(ground.scratch, "out"), command.collect) : {},
      durationMs: raw.durationMs,
      limitsReached: limitsReached(facts),
      ...(kept ? { layer: { id: layer } } : {}),
    };
  }
}

const fileSlackBytes = 1024 ** 2;

interface Step {
  readonly command: BoxCommand;
  readonly limits: BoxLimits;
  readonly ground: Ground;
}

interface Finished extends Step {
  readonly layer: string | null;
  readonly raw: RawRun;
}

/** What the machine refuses (no room, a folder that somebody removed) keeps a command from starting and is no verdict on the code. */
async function orFailure<T>(work: Promise<T>): Promise<T | string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return error.message;
    throw error;
  }
}

function notStarted(reason: string): BoxResult {
  const nothing = new OutputCapture(0).result();
  return { end: { kind: "not-started", reason }, stdout: nothing, stderr: nothing, files: {}, durationMs: 0, limitsReached: [] };
}
