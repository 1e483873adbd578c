import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { LimitHolders } from "../../../../domain/limits.js";
import { emptyPatch } from "../../../../domain/patch.js";
import type { Box, BoxSpec, ProbeOutcome, Sandbox } from "../../../../ports/sandbox.js";
import type { EngineSettings } from "../../engine-settings.js";
import { removeLeftoverFolders } from "../../leftovers.js";
import { endWords } from "../../run-end.js";
import { createRunFolder, type RunFolder } from "../../run-folder.js";
import { findToolFolders } from "../../tool-folders.js";
import { NoneBox } from "./none-box.js";

const heldBy: LimitHolders = {
  memory: "watchdog",
  processes: "watchdog",
  cpus: "nothing",
  disk: "nothing",
  inodes: "nothing",
  output: "watchdog",
  time: "watchdog",
  network: "nothing",
};

const assurance =
  "No sandbox: commands run as this user with its files and network in reach and could leave processes behind. Only the environment is cut to an allow-list, and the tree is a copy.";

/** No isolation at all, only when named. It still keeps the user's tree untouched and the environment short. */
class NoneSandbox implements Sandbox {
  readonly engine = "none";
  readonly limits: EngineSettings["limits"];
  private readonly settings: EngineSettings;
  private folder: Promise<RunFolder> | null = null;
  private count = 0;
  private readonly boxes = new Set<NoneBox>();

  constructor(settings: EngineSettings) {
    this.settings = settings;
    this.limits = settings.limits;
  }

  async probe(root: string): Promise<ProbeOutcome> {
    const box = await this.open({ base: { root, overlays: [] }, layers: [], patch: emptyPatch });
    try {
      const result = await box.run({ command: "echo usable", directory: "", environment: {}, tools: {}, collect: [], writes: "discard" });
      if (result.stdout.head === "usable\n") return { kind: "usable", engine: "none", heldBy, leftOut: [], assurance };
      return {
        kind: "unusable",
        engine: "none",
        reason: `A command could not be run: it ${endWords(result.end)}. ${result.stderr.head}`.trim(),
        remedy: noneRemedy,
      };
    } catch (error) {
      return { kind: "unusable", engine: "none", reason: error instanceof Error ? error.message : String(error), remedy: noneRemedy };
    } finally {
      await box.close();
    }
  }

  async open(spec: BoxSpec): Promise<Box> {
    this.folder ??= createRunFolder(this.settings.family);
    const run = (await this.folder).path;
    const folder = join(run, this.nextName("b"));
    await mkdir(folder);
    const tools = await findToolFolders({ hostEnvironment: this.settings.hostEnvironment, root: spec.base.root, boxHome: join(folder, "home") });
    const path = [...tools.path, ...tools.leftOut];
    const box = new NoneBox({
      ...{ spec, folder, path, limits: this.limits, toolVariables: tools.environment },
      layerFolder: (id) => join(run, id),
      newLayer: () => this.nextName("l"),
    });
    this.boxes.add(box);
    return box;
  }

  sweep(): Promise<readonly string[]> {
    return removeLeftoverFolders(this.settings.family);
  }

  async close(): Promise<void> {
    for (const box of this.boxes) await box.close();
    this.boxes.clear();
    if (this.folder !== null) await (await this.folder).remove();
    this.folder = null;
  }

  private nextName(kind: string): string {
    this.count += 1;
    return `${kind}${this.count}`;
  }
}

const noneRemedy = "Install util-linux and coreutils, and make sure that the temporary directory has room for a copy of the tree.";

export function createNoneSandbox(settings: EngineSettings): Sandbox {
  return new NoneSandbox(settings);
}
