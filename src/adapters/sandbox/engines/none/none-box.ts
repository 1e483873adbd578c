import { randomBytes } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BoxLimits } from "../../../../domain/limits.js";
import type { Box, BoxCommand, BoxResult, BoxSpec } from "../../../../ports/sandbox.js";
import { readCollected } from "../../collect.js";
import { boxEnvironment } from "../../environment.js";
import { insideArguments, insideScript } from "../../inside.js";
import { lifetimeSeconds, mergeLimits } from "../../policy.js";
import { removeTree } from "../../run-folder.js";
import { markVariable } from "./marked-processes.js";
import { runUnboxed } from "./none-run.js";
import { copyTree, keepChanges } from "./tree-copy.js";

export interface NoneBoxParts {
  readonly spec: BoxSpec;
  readonly limits: BoxLimits;
  readonly folder: string;
  readonly path: readonly string[];
  readonly toolVariables: Readonly<Record<string, string>>;
  layerFolder(id: string): string;
  newLayer(): string;
}

/** A copy of the tree in which commands run one at a time, as its path is part of what they see. */
export class NoneBox implements Box {
  readonly paths: Box["paths"];
  private readonly parts: NoneBoxParts;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(parts: NoneBoxParts) {
    this.parts = parts;
    this.paths = { root: join(parts.folder, "root"), tools: join(parts.folder, "tools"), out: join(parts.folder, "out") };
  }

  run(command: BoxCommand): Promise<BoxResult> {
    const turn = this.queue.then(() => this.runNow(command));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    await this.queue;
    await removeTree(this.parts.folder);
  }

  private async runNow(command: BoxCommand): Promise<BoxResult> {
    const { spec, folder } = this.parts;
    const limits = mergeLimits(this.parts.limits, command.limits);
    await copyTree({ base: spec.base, patch: spec.patch, folder, layers: spec.layers.map((layer) => this.parts.layerFolder(layer.id)) });
    await writeFile(join(folder, "inside.sh"), insideScript);
    for (const [name, text] of Object.entries(command.tools)) await writeFile(join(this.paths.tools, name), text);
    const mark = randomBytes(16).toString("hex");
    const pipes = await mkdtemp(join(folder, "pipes-"));
    const result = await runUnboxed({
      folder: pipes,
      script: join(folder, "inside.sh"),
      inside: this.inside(command, limits),
      environment: this.environment(command, mark),
      mark,
      limits,
      signal: command.signal,
    });
    const files = await readCollected(this.paths.out, command.collect);
    const ended = result.end.kind === "exited" || result.end.kind === "signalled";
    return command.writes === "keep" && ended ? { ...result, files, layer: await this.keep() } : { ...result, files };
  }

  private async keep(): Promise<{ readonly id: string }> {
    const id = this.parts.newLayer();
    await keepChanges(this.parts.folder, this.parts.layerFolder(id));
    return { id };
  }

  private inside(command: BoxCommand, limits: BoxLimits): string[] {
    return insideArguments({
      directory: command.directory === "" ? this.paths.root : join(this.paths.root, command.directory),
      processes: null,
      fileBytes: limits.diskBytes,
      dataBytes: limits.memoryBytes * 2,
      lifetimeSeconds: lifetimeSeconds(limits),
      markFd: null,
      command: command.command,
    });
  }

  private environment(command: BoxCommand, mark: string): Record<string, string> {
    const extra = { TMPDIR: join(this.parts.folder, "tmp"), ...command.environment, [markVariable]: mark };
    return boxEnvironment({ path: this.parts.path, home: join(this.parts.folder, "home"), tools: this.parts.toolVariables, extra });
  }
}
