import type { Patience } from "../../patience.js";
import { collectedFileCapBytes, collectedFilesCap } from "../../policy.js";
import { ContainerClient } from "./container-client.js";
import type { EngineContext } from "./context.js";
import type { Disk } from "./disk.js";
import { DockerError } from "./docker-cli.js";
import { hardenedArguments, readOnlyBind } from "./hardening.js";
import { keeperScript } from "./keeper-script.js";
import { placeOf } from "./lane-place.js";
import { LineStream } from "./line-stream.js";

export interface SlotShape {
  readonly uid: number;
  readonly gid: number;
  /** Octal mode of the tree's root. */
  readonly mode: string;
  /** Names of the overlays, each a plain word. */
  readonly keys: readonly string[];
}

export interface FreeSpace {
  readonly bytes: number;
  readonly inodes: number;
}

const keeperName = "The container that holds the disk of a box";
const capabilities = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "MKNOD"];

/** The container that holds a scratch disk mounted and does what only its owner may: make, read and empty the slots of boxes. */
export class Keeper {
  /** Where the daemon has the disk mounted, on its host. */
  readonly place: string;
  private readonly client: ContainerClient;
  private readonly lines: LineStream;
  private readonly patience: Patience;
  private last: Promise<unknown> = Promise.resolve();

  private constructor(parts: { readonly client: ContainerClient; readonly lines: LineStream; readonly place: string; readonly patience: Patience }) {
    this.client = parts.client;
    this.lines = parts.lines;
    this.place = parts.place;
    this.patience = parts.patience;
  }

  static async start(context: EngineContext, disk: Disk): Promise<Keeper> {
    const { name, args } = hardenedArguments(context.identity);
    const client = ContainerClient.start(context, {
      name,
      args: [
        ...args,
        ...capabilities.flatMap((capability) => ["--cap-add", capability]),
        ...["--user", "0:0", "--pids-limit", "64", ...disk.mount],
        ...context.system.binds.flatMap((path) => readOnlyBind(path, path)),
        ...[context.system.image, "sh", "-c", keeperScript],
      ],
    });
    try {
      return await Keeper.meet(context, { client, device: disk.device });
    } catch (error) {
      await client.remove();
      throw error;
    }
  }

  private static async meet(context: EngineContext, { client, device }: { readonly client: ContainerClient; readonly device: string }): Promise<Keeper> {
    const { patience } = context;
    const lines = new LineStream(client.stdout);
    const first = await client.expect({ answer: lines.line(), failure: `${keeperName} did not come up`, limitMs: patience.startMs });
    if (first !== "ready") throw new DockerError(`the scratch disk could not be mounted: ${client.complaint}`);
    const place = await placeOf(context, { container: client.name, device });
    const keeper = new Keeper({ client, lines, place, patience });
    await keeper.order(`cap ${collectedFileCapBytes}`);
    return keeper;
  }

  async makeSlot(slot: string, shape: SlotShape): Promise<void> {
    await this.order(`slot ${slot} ${shape.uid} ${shape.gid} ${shape.mode} ${shape.keys.join(" ")}`);
  }

  async dropSlot(slot: string): Promise<void> {
    await this.inTurn(() => {
      this.send(`drop ${slot}`);
      return this.answer(this.patience.workMs);
    });
  }

  /** Takes a path of the tree out of what a slot wrote. */
  async forget(slot: string, path: string): Promise<void> {
    await this.order(`forget ${slot} ${path}`);
  }

  async free(): Promise<FreeSpace> {
    const [free = 0, all = 0, blockBytes = 0, inodes = 0] = (await this.order("free")).split(" ").map(Number);
    return { bytes: Math.max(0, free - reservedBlocks(all)) * blockBytes, inodes };
  }

  /** How often a slot's command was refused another process, by its own account. */
  async refusedProcesses(slot: string): Promise<number> {
    const count = Number(await this.order(`pids ${slot}`));
    return Number.isSafeInteger(count) ? count : 0;
  }

  /** Reads files of a slot's out folder; "*" stands for all. Anything but a plain file below the size cap is left out. */
  async collect(slot: string, names: readonly string[]): Promise<Record<string, string>> {
    const wanted = names.includes("*") ? await this.list(slot) : names.filter(isPlainName);
    const files: Record<string, string> = {};
    for (const name of wanted) {
      const content = await this.read(slot, name);
      if (content !== null) files[name] = content.toString("utf8");
    }
    return files;
  }

  async stop(): Promise<void> {
    this.client.stdin.end();
    await this.client.gone();
  }

  private list(slot: string): Promise<string[]> {
    return this.inTurn(async () => {
      this.send(`list ${slot} ${collectedFilesCap}`);
      const names: string[] = [];
      for (let line = await this.answer(); line !== ""; line = await this.answer()) names.push(line);
      return names.sort();
    });
  }

  private read(slot: string, name: string): Promise<Buffer | null> {
    return this.inTurn(async () => {
      this.send(`read ${slot} ${name}`);
      const size = await this.answer();
      return size === "-" ? null : this.inTime(this.lines.bytes(Number(size)));
    });
  }

  private order(line: string): Promise<string> {
    return this.inTurn(() => {
      this.send(line);
      return this.answer();
    });
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task);
    this.last = result.catch(() => undefined);
    return result;
  }

  private send(line: string): void {
    this.client.stdin.write(`${line}\n`);
  }

  private async answer(limitMs = this.patience.startMs): Promise<string> {
    const line = await this.inTime(this.lines.line(), limitMs);
    if (line === null) throw new DockerError("the container that holds the scratch disk is gone");
    return line;
  }

  private inTime<T>(answer: Promise<T>, limitMs = this.patience.startMs): Promise<T> {
    return this.client.expect({ answer, failure: `${keeperName} did not answer`, limitMs });
  }
}

/** What ext4 keeps for itself and no write gets, though the file system calls it free (`reserved_clusters`: 2 %, at most 4096). */
function reservedBlocks(all: number): number {
  return Math.min(Math.floor(all / 50), 4096);
}

function isPlainName(name: string): boolean {
  return name !== "" && !/[\n\0]/.test(name) && name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
