import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BoxLimits } from "../../../../domain/limits.js";
import type { Box, BoxSpec, Layer, ProbeOutcome, Sandbox } from "../../../../ports/sandbox.js";
import type { EngineSettings } from "../../engine-settings.js";
import { ordinaryPatience } from "../../patience.js";
import { lifetimeSeconds } from "../../policy.js";
import { createRunFolder } from "../../run-folder.js";
import { ensureBaseImage } from "./base-image.js";
import type { EngineContext } from "./context.js";
import { CrashGuard } from "./crash-guard.js";
import { DaemonEvents } from "./daemon-events.js";
import { DockerBox } from "./docker-box.js";
import { DockerCli } from "./docker-cli.js";
import { EtcFolders } from "./etc-folder.js";
import { type FilePlan, type LayerFolders, planFiles } from "./file-plan.js";
import { newIdentity } from "./identity.js";
import { LanePool } from "./lane-pool.js";
import { probeDocker } from "./probe.js";
import { sweepDocker } from "./sweep.js";

/** What stands while the sandbox is open. */
interface Running {
  readonly context: EngineContext;
  readonly pool: LanePool;
  readonly plans: Map<string, Promise<FilePlan>>;
  events: DaemonEvents;
  removeFolder(): Promise<void>;
}

/** Boxes that are hardened containers over an image without content; all that may write is laid over by the daemon. */
export class DockerSandbox implements Sandbox {
  readonly engine = "docker";
  readonly limits: BoxLimits;
  private readonly settings: EngineSettings;
  private readonly layers = new Map<string, LayerFolders>();
  private readonly boxes = new Set<DockerBox>();
  private running: Promise<Running> | null = null;

  constructor(settings: EngineSettings) {
    this.settings = settings;
    this.limits = settings.limits;
  }

  async probe(root: string): Promise<ProbeOutcome> {
    return probeDocker({
      root,
      limits: this.limits,
      hostEnvironment: this.settings.hostEnvironment,
      open: (spec) => this.open(spec),
    });
  }

  async open(spec: BoxSpec): Promise<Box> {
    const running = await this.start();
    const plan = await this.planFor(running, spec);
    const box = new DockerBox({
      plan,
      patch: spec.patch,
      limits: this.limits,
      patience: running.context.patience,
      pool: running.pool,
      ahead: this.settings.ahead ?? "one",
      events: () => this.eventsOf(running),
      keepLayer: (folders) => this.keepLayer(folders),
      closed: () => this.boxes.delete(box),
    });
    this.boxes.add(box);
    return box;
  }

  async sweep(): Promise<readonly string[]> {
    return sweepDocker(this.settings);
  }

  async close(): Promise<void> {
    await Promise.all([...this.boxes].map((box) => box.close()));
    const running = await this.running?.catch(() => null);
    this.running = null;
    if (running === null || running === undefined) return;
    await running.pool.close();
    running.events.stop();
    running.context.guard.stop();
    await running.removeFolder();
  }

  private start(): Promise<Running> {
    this.running ??= startEngine(this.settings);
    this.running.catch(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Looked up once for each stack of base and layers: candidates differ in their patch only. */
  private planFor(running: Running, spec: BoxSpec): Promise<FilePlan> {
    const key = JSON.stringify([spec.base, spec.layers]);
    const known = running.plans.get(key);
    if (known !== undefined) return known;
    const layers = spec.layers.map(({ id }) => ({ id, folders: this.foldersOf(id) }));
    const plan = planFiles(running.context, { base: spec.base, layers, hostEnvironment: this.settings.hostEnvironment });
    running.plans.set(key, plan);
    plan.catch(() => running.plans.delete(key));
    return plan;
  }

  private foldersOf(id: string): LayerFolders {
    const folders = this.layers.get(id);
    if (folders === undefined) throw new Error(`No such layer in this sandbox: ${id}`);
    return folders;
  }

  private keepLayer(folders: LayerFolders): Layer {
    const layer = { id: `layer-${this.layers.size + 1}` };
    this.layers.set(layer.id, folders);
    return layer;
  }

  private eventsOf(running: Running): DaemonEvents {
    if (!running.events.listening) running.events = new DaemonEvents(running.context);
    return running.events;
  }
}

async function startEngine(settings: EngineSettings): Promise<Running> {
  const folder = await createRunFolder(settings.family);
  try {
    const emptyHome = join(folder.path, "home");
    await mkdir(emptyHome);
    const patience = settings.patience ?? ordinaryPatience;
    const docker = new DockerCli(settings.hostEnvironment, emptyHome, patience);
    const [system, identity, daemon] = await Promise.all([
      ensureBaseImage(docker),
      newIdentity(settings.family),
      docker.must(["info", "--format", "{{.NCPU}}\n{{.DockerRootDir}}"]),
    ]);
    const [hostCpus = "", dataFolder = ""] = daemon.split("\n");
    let number = 0;
    const nextNumber = (): number => ++number;
    const guard = new CrashGuard(docker, { run: identity.id, folder: folder.path, seconds: lifetimeSeconds(settings.limits) });
    const etc = new EtcFolders(folder.path, system.settings);
    const context: EngineContext = {
      ...{ docker, guard, system, etc, identity, patience },
      ...{ folder: folder.path, hostCpus: Number(hostCpus), dataFolder, nextNumber },
    };
    const pool = new LanePool(context);
    pool.openAhead(settings.limits);
    return { context, pool, plans: new Map(), events: new DaemonEvents(context), removeFolder: () => folder.remove() };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

export function createDockerSandbox(settings: EngineSettings): Sandbox {
  return new DockerSandbox(settings);
}
