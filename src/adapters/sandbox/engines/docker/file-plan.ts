import { mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BaseTree } from "../../../../ports/sandbox.js";
import { baseSource } from "../../base-source.js";
import { credentialFiles } from "../../credential-files.js";
import { hiddenGitPaths } from "../../hidden-git.js";
import { LayerWriter, type Owner } from "../../layers.js";
import { boxPaths } from "../../policy.js";
import { runTool } from "../../run-tool.js";
import { findToolFolders, type ToolFolders } from "../../tool-folders.js";
import type { EngineContext } from "./context.js";
import { DockerError } from "./docker-cli.js";
import { ownVolume, readOnlyBind, writableBind } from "./hardening.js";
import type { Identity } from "./identity.js";

/** Where a kept layer's files lie on the daemon's host, by overlay key. */
export type LayerFolders = Readonly<Record<string, string>>;

/** A folder of the box that takes writes: read-only folders below, the slot's own on top. */
export interface Overlay {
  readonly key: string;
  readonly at: string;
  /** Lowest last, as the kernel wants it; paths without characters that the mount options know. */
  readonly lowers: readonly string[];
}

/** Everything about a box's files that does not change from command to command. */
export interface FilePlan {
  /** Equal for boxes that may use each other's prepared containers. */
  readonly identity: string;
  readonly root: string;
  readonly owner: Owner;
  readonly rootMode: string;
  readonly overlays: readonly Overlay[];
  readonly tools: ToolFolders;
  /** Mounts that need no slot. */
  readonly fixedMounts: readonly string[];
}

export interface PlanRequest {
  readonly base: BaseTree;
  readonly layers: readonly { readonly id: string; readonly folders: LayerFolders }[];
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
}

export async function planFiles(context: EngineContext, request: PlanRequest): Promise<FilePlan> {
  const lowest = baseSource(request.base);
  const info = await stat(lowest);
  const owner = { uid: info.uid, gid: info.gid };
  const root = request.base.root;
  const tools = await findToolFolders({ hostEnvironment: request.hostEnvironment, root, boxHome: boxPaths.home });
  const places = new LowerPlaces(context);
  const layersFor = (key: string): string[] => request.layers.flatMap(({ folders }) => folders[key] ?? []).reverse();
  const tree = [...layersFor("tree"), await places.hide(lowest, await hiddenGitPaths(lowest)), await places.name(lowest)];
  const overlays: Overlay[] = [
    { key: "tree", at: root, lowers: tree },
    { key: "home", at: boxPaths.home, lowers: [...layersFor("home"), await places.empty()] },
  ];
  for (const [index, { from, at }] of request.base.overlays.entries()) {
    const key = `over${index}`;
    overlays.push({ key, at: join(root, at), lowers: [...layersFor(key), await places.name(from)] });
  }
  return {
    identity: JSON.stringify([request.base, request.layers.map(({ id }) => id)]),
    root,
    owner,
    rootMode: (info.mode & 0o7777).toString(8),
    overlays,
    tools,
    fixedMounts: [
      ...readOnlyBind(await context.etc.for(owner), "/etc"),
      ...context.system.binds.flatMap((path) => readOnlyBind(path, path)),
      ...tools.binds.flatMap(({ from, at }) => readOnlyBind(from, at)),
      ...(await covers(context, tools)),
    ],
  };
}

/** Settings beside a tool that may hold a token are shown as empty files. */
async function covers(context: EngineContext, tools: ToolFolders): Promise<string[]> {
  const files = await credentialFiles(tools);
  if (files.length === 0) return [];
  const nothing = join(context.folder, "nothing");
  await writeFile(nothing, "");
  return files.flatMap((path) => readOnlyBind(nothing, path));
}

/** Short names, without commas and colons, for the folders an overlay is made of. */
class LowerPlaces {
  private readonly context: EngineContext;

  constructor(context: EngineContext) {
    this.context = context;
  }

  async name(folder: string): Promise<string> {
    const link = this.next("lower");
    await symlink(folder, link);
    return link;
  }

  async empty(): Promise<string> {
    const folder = this.next("empty");
    await mkdir(folder);
    return folder;
  }

  /** A layer that takes paths away: a device 0:0 stands for "nothing here", and since Linux 5.8 everybody may make one. */
  async hide(base: string, paths: readonly string[]): Promise<string> {
    const folder = this.next("hidden");
    const writer = new LayerWriter(base, folder);
    await writer.matchFolder("");
    for (const path of paths) {
      if ((await stat(dirname(join(base, path))).catch(() => null)) === null) continue;
      await writer.matchParents(path);
      const made = await runTool("mknod", [join(folder, path), "c", "0", "0"]);
      if (made.exitCode !== 0) throw new DockerError(`${path} cannot be hidden from the box: ${made.stderr.trim()}`);
    }
    return folder;
  }

  private next(kind: string): string {
    return join(this.context.folder, `${kind}-${this.context.nextNumber()}`);
  }
}

/** Mounts of one slot: the overlays, which the daemon makes as volumes that go with the container, and the plain folders. */
export function slotMounts(plan: FilePlan, slotFolder: string, identity: Identity): string[] {
  const overlays = plan.overlays.flatMap((overlay) => {
    const options = `nosuid,nodev,lowerdir=${overlay.lowers.join(":")},upperdir=${slotFolder}/${overlay.key}/upper,workdir=${slotFolder}/${overlay.key}/work`;
    return ownVolume(identity, overlay.at, ["type=overlay", "device=overlay", `o=${options}`]);
  });
  const plain = [
    ["heal", "/heal"],
    ["tmp", "/tmp"],
    ["vartmp", "/var/tmp"],
  ].flatMap(([name, at]) => writableBind(`${slotFolder}/${String(name)}`, String(at)));
  return [...overlays, ...plain];
}
