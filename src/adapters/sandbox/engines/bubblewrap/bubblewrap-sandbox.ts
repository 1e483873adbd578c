import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BoxLimits } from "../../../../domain/limits.js";
import type { BaseTree, Box, BoxSpec, Layer, ProbeOutcome, Sandbox } from "../../../../ports/sandbox.js";
import { baseSource } from "../../base-source.js";
import { credentialFiles } from "../../credential-files.js";
import type { EngineSettings } from "../../engine-settings.js";
import { boxPaths } from "../../policy.js";
import { markOf } from "../../process-mark.js";
import { createRunFolder, type RunFolder } from "../../run-folder.js";
import { systemPath } from "../../run-tool.js";
import { findToolFolders } from "../../tool-folders.js";
import { BubblewrapBox } from "./box.js";
import { type EngineRun, removeCommand } from "./engine-run.js";
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
  private readonly runs = new Map<string, Promise<EngineRun>>();
  private readonly folders: RunFolder[] = [];
  private readonly cancelOnClose = new Set<() => Promise<void>>();

  constructor(settings: EngineSettings) {
    this.settings = settings;
    this.limits = settings.limits;
    this.programPath = settings.programPath ?? systemPath;
  }

  probe(root: string): Promise<ProbeOutcome> {
    return probeBubblewrap({ root, programPath: this.programPath, open: (spec) => this.open(spec), run: () => this.runFor({ root, overlays: [] }) });
  }

  async open(spec: BoxSpec): Promise<Box> {
    const run = await this.runFor(spec.base);
    const source = baseSource(spec.base);
    const [mask, patch] = [await run.files.maskOf(source), await run.files.patchFolder(spec.patch, source)];
    const layers = await Promise.all(spec.layers.map((layer) => partsOf(run, layer)));
    return new BubblewrapBox(run, spec, { mask, patch, layers });
  }

  sweep(): Promise<readonly string[]> {
    return sweepLeftovers();
  }

  async close(): Promise<void> {
    await Promise.all([...this.cancelOnClose].map((cancel) => cancel()));
    for (const folder of this.folders.splice(0)) await folder.remove();
    this.runs.clear();
  }

  private runFor(base: BaseTree): Promise<EngineRun> {
    const key = `${base.root}\0${baseSource(base)}`;
    const known = this.runs.get(key) ?? this.prepareRun(base);
    this.runs.set(key, known);
    return known;
  }

  private async prepareRun(base: BaseTree): Promise<EngineRun> {
    const folder = await createRunFolder();
    this.folders.push(folder);
    const [host, user, mark] = [await hostAbilities(folder.path), await boxUser(baseSource(base)), await markOf(process.pid)];
    const tools = await findToolFolders({ hostEnvironment: this.settings.hostEnvironment, root: base.root, boxHome: boxPaths.home });
    const files = new RunFiles(folder.path);
    await files.writeShared(user);
    const [system, hiddenKernelFiles, maskedFiles] = [await systemFolderArguments(), await hiddenKernelFileArguments(), await credentialFiles(tools)];
    const heldBy = limitHolders(host, this.limits, user.uid);
    return {
      ...{ limits: this.limits, programPath: this.programPath, heldBy, host, mark, user, tools, files, shown: { system, hiddenKernelFiles, maskedFiles } },
      track: (name, groups) => this.track(() => removeCommand({ files }, name, groups)),
    };
  }

  private track(remove: () => Promise<void>): () => Promise<void> {
    const once = async (): Promise<void> => {
      if (this.cancelOnClose.delete(once)) await remove();
    };
    this.cancelOnClose.add(once);
    return once;
  }
}

export function createBubblewrapSandbox(settings: EngineSettings): Sandbox {
  return new BubblewrapSandbox(settings);
}

async function partsOf(run: EngineRun, layer: Layer): Promise<{ readonly name: string; readonly parts: ReadonlySet<string> }> {
  return { name: layer.id, parts: new Set(await readdir(join(run.files.folder, layer.id))) };
}
