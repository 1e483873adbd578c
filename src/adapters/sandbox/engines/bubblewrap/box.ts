import { readFile, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { BoxLimits, LimitName } from "../../../../domain/limits.js";
import type { Box, BoxCommand, BoxResult, BoxSpec, Layer } from "../../../../ports/sandbox.js";
import { baseSource } from "../../base-source.js";
import { ControlGroups } from "../../cgroups.js";
import { readCollected } from "../../collect.js";
import { boxEnvironment } from "../../environment.js";
import { inheritedDescriptors } from "../../inherited-descriptors.js";
import { insideArguments } from "../../inside.js";
import { boxPaths, lifetimeSeconds, mergeLimits } from "../../policy.js";
import { removeTree } from "../../run-folder.js";
import { type RawRun, runLauncher } from "./box-run.js";
import { bwrapArguments } from "./bwrap-arguments.js";
import type { EngineRun } from "./engine-run.js";
import { launcherScript } from "./launcher.js";
import { limitsReached, runEnd } from "./outcome.js";
import { reachTools } from "./reach.js";
import { type StackInput, stackFolders } from "./stack.js";

/** A base with layers and a patch; each command gets its own mount of them. */
export class BubblewrapBox implements Box {
  readonly paths: Box["paths"];
  private readonly run_: EngineRun;
  private readonly stack: StackInput;
  private readonly spec: BoxSpec;

  constructor(engineRun: EngineRun, spec: BoxSpec, stack: StackInput) {
    this.run_ = engineRun;
    this.spec = spec;
    this.stack = stack;
    this.paths = { root: spec.base.root, tools: boxPaths.tools, out: boxPaths.out };
  }

  async run(command: BoxCommand): Promise<BoxResult> {
    const limits = mergeLimits(this.run_.limits, command.limits);
    const name = await this.run_.files.newFolder("c");
    const groups = new ControlGroups(this.run_.host.hierarchies, `heal-${this.run_.mark.pid}-${this.run_.mark.startTime}-${name}`);
    const release = this.run_.track(name, groups);
    try {
      await groups.create(limits);
      const layer = command.writes === "keep" ? await this.run_.files.newFolder("l") : null;
      await this.prepare({ command, limits, name, groups, layer });
      const raw = await this.launch(command, limits, name);
      return await this.result({ command, limits, name, groups, layer, raw });
    } finally {
      await release();
    }
  }

  async close(): Promise<void> {
    if (this.stack.patch !== null) await removeTree(join(this.run_.files.folder, this.stack.patch));
  }

  private async prepare(step: Step): Promise<void> {
    const { command, limits, name } = step;
    const folder = join(this.run_.files.folder, name);
    for (const part of ["scratch", "tools"]) await this.run_.files.makeFolder(`${name}/${part}`);
    for (const [file, text] of Object.entries(command.tools)) await this.run_.files.writeShown(`${name}/tools/${file}`, text);
    const { user, host, tools } = this.run_;
    const switchTo = host.root && user.uid !== 0 ? user : null;
    const reached = switchTo === null ? { binds: tools.binds, first: [] } : await reachTools(tools.binds, folder);
    const options = bwrapArguments({
      ...user,
      ...this.run_.shown,
      tools: reached.binds,
      root: this.spec.base.root,
      runFolder: this.run_.files.folder,
      commandFolder: folder,
      environment: boxEnvironment({ path: tools.path, home: boxPaths.home, tools: tools.environment, extra: command.environment }),
    });
    await writeFile(join(folder, "options"), options.map((option) => `${option}\0`).join(""));
    const script = launcherScript({
      folder,
      rootMode: (await stat(baseSource(this.spec.base))).mode & 0o7777,
      scratch: host.imageScratch
        ? { kind: "image", template: `../${await this.run_.files.scratchTemplate(limits)}` }
        : { kind: "memory", bytes: limits.diskBytes, inodes: limits.inodes },
      switchTo,
      first: reached.first,
      stacked: stackFolders(this.stack, this.spec.base),
      joins: step.groups.joins,
      processors: this.processors(limits),
      inherited: await inheritedDescriptors(),
      collects: command.collect.length > 0,
      keepIn: step.layer === null ? null : join(this.run_.files.folder, step.layer),
    });
    await writeFile(join(folder, "launch.sh"), script);
  }

  private processors(limits: BoxLimits): string | null {
    if (this.run_.heldBy.cpus !== "affinity" || limits.cpus >= availableParallelism()) return null;
    return `0-${Math.max(1, Math.ceil(limits.cpus)) - 1}`;
  }

  private launch(command: BoxCommand, limits: BoxLimits, name: string): Promise<RawRun> {
    const inside = insideArguments({
      directory: command.directory === "" ? this.spec.base.root : join(this.spec.base.root, command.directory),
      processes: this.run_.heldBy.processes === "rlimit" ? limits.processes : null,
      // A little more than the disk, so that a full disk says "no space" and only a sparse giant meets this limit.
      fileBytes: limits.diskBytes + fileSlackBytes,
      dataBytes: this.run_.heldBy.memory === "watchdog" ? limits.memoryBytes * 2 : null,
      lifetimeSeconds: lifetimeSeconds(limits),
      markFd: 8,
      command: command.command,
    });
    return runLauncher({
      folder: join(this.run_.files.folder, name),
      inside,
      root: this.run_.host.root,
      programPath: this.run_.programPath,
      limits,
      watched: this.watched(),
      looksForFullHouse: this.run_.heldBy.processes === "rlimit",
      signal: command.signal,
    });
  }

  private watched(): ReadonlySet<LimitName> {
    const { heldBy } = this.run_;
    const names = (["memory", "processes"] as const).filter((name) => heldBy[name] === "watchdog");
    return new Set<LimitName>(names);
  }

  private async result(step: Step & { readonly raw: RawRun }): Promise<BoxResult> {
    const { command, raw, name } = step;
    const folder = join(this.run_.files.folder, name);
    const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8").catch(() => "");
    const facts = {
      raw,
      limits: step.limits,
      heldBy: this.run_.heldBy,
      events: await step.groups.events(),
      marked: (await read("started")) !== "",
      exit: await read("exit"),
      space: await read("space"),
      setupLog: await read("setup.log"),
    };
    const end = runEnd(facts);
    const kept = step.layer !== null && (end.kind === "exited" || end.kind === "signalled") && (await read("finished")) !== "";
    const layer: Layer | null = kept && step.layer !== null ? { id: step.layer } : null;
    return {
      end,
      stdout: raw.stdout.result(),
      stderr: raw.stderr.result(),
      files: command.collect.length > 0 ? await readCollected(join(folder, "collected"), command.collect) : {},
      durationMs: raw.durationMs,
      limitsReached: limitsReached(facts),
      ...(layer === null ? {} : { layer }),
    };
  }
}

const fileSlackBytes = 1024 ** 2;

interface Step {
  readonly command: BoxCommand;
  readonly limits: BoxLimits;
  readonly name: string;
  readonly groups: ControlGroups;
  readonly layer: string | null;
}
