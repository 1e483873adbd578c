import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BoxLimits } from "../../../../domain/limits.js";
import type { BaseTree, Box, BoxSpec, Layer, ProbeOutcome, Sandbox } from "../../../../ports/sandbox.js";
import { baseSource } from "../../base-source.js";
import { credentialFiles } from "../../credential-files.js";
import type { EngineSettings } from "../../engine-settings.js";
import { inheritedDescriptors } from "../../inherited-descriptors.js";
import { boxPaths } from "../../policy.js";
import { createRunFolder, type RunFolder } from "../../run-folder.js";
import { systemPath } from "../../run-tool.js";
import { findToolFolders } from "../../tool-folders.js";
import { BubblewrapBox } from "./box.js";
import type { EngineRun } from "./engine-run.js";
import { GroundPool } from "./ground-pool.js";
import { boxUser, hostAbilities, limitHolders } from "./host.js";
import { probeBubblewrap } from "./probe.js";
import { RunFiles } from "./run-files.js";
import { sweepLeftovers } from "./sweep.js";
import { hiddenKernelFileArguments, systemFolderArguments } from "./system-folders.js";

/** Boxes made of Linux namespaces by bubblewrap, over an overlay mount in a mount namespace of the box's own. */
export class BubblewrapSandbox implements Sandbox {
  readonly engine = "bubblewrap";
  readonly limits: BoxLimits;
  private readonly settings: EngineSettings;
  private readonly programPath: string;
  private readonly runs = new Map<string, Promise<Running>>();
  private readonly folders: RunFolder[] = [];

  constructor(settings: EngineSettings) {
    this.settings = settings;
    this.limits = settings.limits;
    this.programPath = settings.programPath ?? systemPath;
  }

  probe(root: string): Promise<ProbeOutcome> {
    return probeBubblewrap({
      root,
      programPath: this.programPath,
      open: (spec) => this.open(spec),
      run: async () => (await this.runFor({ root, overlays: [] })).run,
    });
  }

  async open(spec: BoxSpec): Promise<Box> {
    const { run, pool } = await this.runFor(spec.base);
    const [mask, patch] = await Promise.all([run.files.maskOf(run.base), run.files.patchFolder(spec.patch, run.base)]);
    const layers = await Promise.all(spec.layers.map((layer) => partsOf(run, layer)));
    return new BubblewrapBox({ run, pool, spec, stack: { mask, patch, layers } });
  }

  sweep(): Promise<readonly string[]> {
    return sweepLeftovers(this.settings.family);
  }

  async close(): Promise<void> {
    const runs = await Promise.allSettled(this.runs.values());
    this.runs.clear();
    await Promise.all(runs.map((running) => (running.status === "fulfilled" ? running.value.pool.close() : undefined)));
    for (const folder of this.folders.splice(0)) await folder.remove();
  }

  private runFor(base: BaseTree): Promise<Running> {
    const key = `${base.root}\0${baseSource(base)}`;
    const known = this.runs.get(key) ?? this.prepareRun(base);
    this.runs.set(key, known);
    return known;
  }

  private async prepareRun(base: BaseTree): Promise<Running> {
    const folder = await createRunFolder(this.settings.family);
    this.folders.push(folder);
    const source = baseSource(base);
    const files = new RunFiles(folder.path);
    const [host, user, tools, inherited, system, hiddenKernelFiles] = await Promise.all([
      hostAbilities(async () => join(folder.path, await files.scratchTemplate(this.limits))),
      boxUser(source),
      findToolFolders({ hostEnvironment: this.settings.hostEnvironment, root: base.root, boxHome: boxPaths.home }),
      inheritedDescriptors(),
      systemFolderArguments(),
      hiddenKernelFileArguments(),
    ]);
    await files.writeShared(user);
    const shown = { system, hiddenKernelFiles, maskedFiles: await credentialFiles(tools) };
    const { limits, programPath } = this;
    const run: EngineRun = {
      base: source,
      limits,
      programPath,
      heldBy: limitHolders(host, limits, user.uid),
      host,
      user,
      tools,
      inherited,
      files,
      shown,
    };
    return { run, pool: new GroundPool(run, this.settings.ahead ?? "one") };
  }
}

/** What stands for one base while the sandbox is open. */
interface Running {
  readonly run: EngineRun;
  readonly pool: GroundPool;
}

export function createBubblewrapSandbox(settings: EngineSettings): Sandbox {
  return new BubblewrapSandbox(settings);
}

async function partsOf(run: EngineRun, layer: Layer): Promise<{ readonly name: string; readonly parts: ReadonlySet<string> }> {
  return { name: layer.id, parts: new Set(await readdir(join(run.files.folder, layer.id))) };
}
