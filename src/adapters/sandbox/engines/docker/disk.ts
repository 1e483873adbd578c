import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { BoxLimits } from "../../../../domain/limits.js";
import { runTool } from "../../run-tool.js";
import { ContainerClient } from "./container-client.js";
import type { EngineContext } from "./context.js";
import { DockerError, firstLine } from "./docker-cli.js";
import { hardenedArguments, ownVolume, readOnlyBind, writableBind } from "./hardening.js";
import { LineStream } from "./line-stream.js";

/** A file system of limited size for what boxes write. `mount` is how a container gets it at /lane. */
export interface Disk {
  readonly mount: readonly string[];
  readonly device: string;
  /** To be called once the keeper has it mounted: the file behind it is gone from then on and its space is freed with the last mount. */
  settle(): Promise<void>;
}

type DiskLimits = Pick<BoxLimits, "diskBytes" | "inodes">;

const inodeBytes = 256;
/** Bitmaps and descriptors: about 20 KiB in each group of 128 MiB. */
const metadata = { share: 1.0002, bytes: 96 * 1024 } as const;
/** ext4 lets no write have its last blocks; they come on top of what a box may write. */
const reservedAtMost = 16 * 1024 ** 2;
const keptFreeBytes = 512 * 1024 ** 2;
const leastDiskBytes = 64 * 1024 ** 2;

/**
 * A sparse file with an ext4 file system behind a loop device. It limits bytes and inodes, is not charged to the box's memory, and needs no right beyond
 * the daemon's: the device is attached by a container that may touch loop devices only, and the daemon mounts it as a volume.
 */
export async function createDisk(context: EngineContext, limits: DiskLimits): Promise<Disk> {
  const image = join(context.folder, `disk-${context.nextNumber()}.img`);
  await makeFile(image, await affordable(context.folder, limits));
  const attached = await attach(context, { image, ready: format(image, limits.inodes) }).finally(() => rm(image));
  return {
    mount: ownVolume(context.identity, "/lane", ["type=ext4", `device=${attached.device}`, "o=nosuid,nodev,noatime,discard"]),
    device: attached.device,
    settle: attached.release,
  };
}

/**
 * The host keeps some room of its own, so a box that fills its disk does not fill the machine's. A box whose disk the host cannot back would lose what it
 * writes without being told, so there is none.
 */
async function affordable(folder: string, limits: DiskLimits): Promise<DiskLimits> {
  const host = await statfs(folder);
  const free = host.bavail * host.bsize;
  const least = Math.min(limits.diskBytes, leastDiskBytes);
  if (free < least) throw new DockerError(`no space left for the disk of a box: ${folder} has ${inMebibytes(free)} free, and ${inMebibytes(least)} are needed`);
  return { ...limits, diskBytes: Math.min(limits.diskBytes, Math.max(leastDiskBytes, free - keptFreeBytes)) };
}

function inMebibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MiB`;
}

async function makeFile(image: string, limits: DiskLimits): Promise<void> {
  const reserved = Math.min(limits.diskBytes * 0.02, reservedAtMost);
  const bytes = Math.ceil((limits.diskBytes * metadata.share + metadata.bytes + reserved + limits.inodes * inodeBytes) / 4096) * 4096;
  const file = await open(image, "wx", 0o600);
  await file.truncate(bytes);
  await file.close();
}

async function format(image: string, inodes: number): Promise<void> {
  const features = ["-O", "^has_journal,^resize_inode", "-E", "lazy_itable_init=1,nodiscard,root_owner=0:0"];
  const sizes = ["-b", "4096", "-m", "0", "-I", String(inodeBytes), "-N", String(inodes)];
  const made = await runTool("mke2fs", ["-q", "-F", "-t", "ext4", ...sizes, ...features, image]);
  if (made.exitCode !== 0) throw new DockerError(`mke2fs: ${firstLine(made.stderr)}`);
}

interface Attached {
  readonly device: string;
  release(): Promise<void>;
}

const loopRules = ["--device-cgroup-rule", "b 7:* rmw", "--device-cgroup-rule", "c 10:237 rmw"];

/**
 * Detaching a device that somebody has open only marks it: the kernel frees it, and the deleted file, when the last one lets go. So it is marked while this
 * script has it open, and goes however the script ends; from the mount on the keeper has it.
 */
const attachScript = `read -r word; [ "$word" = go ] || exit 1
device=$(losetup --find --show "$1") || exit 1
exec 3<"$device"; losetup --detach "$device"
echo "$device"; read -r _`;

/** @param disk the file, and when it has its file system; the container comes up meanwhile */
async function attach(context: EngineContext, { image, ready }: { readonly image: string; readonly ready: Promise<void> }): Promise<Attached> {
  const client = startAttacher(context, image);
  try {
    await ready;
    client.stdin.write("go\n");
    const device = await client.expect({
      answer: new LineStream(client.stdout).line(),
      failure: "The container that attaches the disk of a box did not come up",
      limitMs: context.patience.startMs,
    });
    if (device === null) throw new DockerError(`no loop device: ${client.complaint}`);
    return { device, release: () => letGo(client) };
  } catch (error) {
    await letGo(client);
    throw error;
  }
}

function startAttacher(context: EngineContext, image: string): ContainerClient {
  const { name, args } = hardenedArguments(context.identity);
  return ContainerClient.start(context, {
    name,
    args: [
      ...args,
      ...["--cap-add", "DAC_OVERRIDE", "--user", "0:0", ...loopRules, "--pids-limit", "32"],
      ...context.system.binds.flatMap((path) => readOnlyBind(path, path)),
      ...writableBind("/dev", "/dev"),
      ...writableBind(image, image),
      ...[context.system.image, "sh", "-c", attachScript, "attach", image],
    ],
  });
}

/** By a line and not by the end of stdin: a client whose stdin ends before it has started its container may never start it. */
async function letGo(client: ContainerClient): Promise<void> {
  client.stdin.write("enough\n");
  await client.gone();
}
