import { access } from "node:fs/promises";
import type { BoxLimits } from "../../../../domain/limits.js";
import { lifetimeSeconds } from "../../policy.js";
import { ContainerClient } from "./container-client.js";
import type { EngineContext } from "./context.js";
import { firstLine } from "./docker-cli.js";
import { type FilePlan, slotMounts } from "./file-plan.js";
import { GatedStream } from "./gated-stream.js";
import { hardenedArguments, limitArguments } from "./hardening.js";
import { endLine, readyLine, startedLine, waitScript } from "./order.js";

/** How long a container may wait for its order; then a new one is made, as its lifetime runs from its start. */
export const idleSeconds = 120;

export interface ContainerRequest {
  readonly plan: FilePlan;
  readonly limits: BoxLimits;
  /** Of its slot, on the daemon's host. */
  readonly slotFolder: string;
}

export interface RunHooks {
  started(): void;
  stdout(chunk: Buffer): void;
  stderr(chunk: Buffer): void;
}

/** A container that stands and waits for one order. It serves one command and is gone afterwards. */
export class PreparedContainer {
  readonly madeAt = performance.now();
  private readonly client: ContainerClient;
  private readonly context: EngineContext;
  private readonly output: GatedStream;
  private readonly errors: GatedStream;
  private readonly closed: Promise<number | null>;
  private readonly standing: Promise<boolean>;
  private unwanted = false;

  private constructor(context: EngineContext, client: ContainerClient) {
    this.context = context;
    this.client = client;
    const lines = { start: `${startedLine}\n`, end: this.lastLine };
    this.output = new GatedStream(lines);
    this.errors = new GatedStream(lines);
    client.stdout.on("data", (chunk: Buffer) => this.output.write(chunk));
    client.stderr.on("data", (chunk: Buffer) => this.errors.write(chunk));
    this.closed = client.ended.then((code) => {
      this.output.flush();
      this.errors.flush();
      return code;
    });
    this.standing = Promise.race([this.output.saw(`${readyLine}\n`), this.closed.then(() => false)]);
  }

  get name(): string {
    return this.client.name;
  }

  /** Of both streams of its command. */
  get lastLine(): string {
    return endLine(this.name);
  }

  get started(): boolean {
    return this.output.isOpen;
  }

  /** What the client said before the command started. */
  get complaint(): string {
    return firstLine(this.errors.before);
  }

  static async start(context: EngineContext, request: ContainerRequest): Promise<PreparedContainer> {
    const { name, args } = hardenedArguments(context.identity);
    const { plan, limits } = request;
    const all = [
      ...args,
      ...limitArguments(limits, context.hostCpus),
      ...["--user", `${plan.owner.uid}:${plan.owner.gid}`, "--workdir", "/"],
      ...plan.fixedMounts,
      ...slotMounts(plan, request.slotFolder, context.identity),
      ...[context.system.image, ...(await firstProcess(lifetimeSeconds(limits) + idleSeconds)), "sh", "-c", waitScript],
    ];
    return new PreparedContainer(context, ContainerClient.start(context, { name, args: all }));
  }

  /** Sends the order and hands on what the command writes. Resolves when that is complete, with the client's status when it has ended by then. */
  async run(order: Buffer, hooks: RunHooks): Promise<{ readonly exitCode: number | null } | "output-complete"> {
    this.errors.onOpen(hooks.stderr, () => undefined);
    this.output.onOpen(hooks.stdout, hooks.started);
    if (await this.standing) {
      if (this.unwanted) this.client.stdin.end();
      else this.client.stdin.write(order);
    }
    const complete = Promise.all([this.output.finished, this.errors.finished]).then(() => "output-complete" as const);
    return Promise.race([complete, this.closed.then((exitCode) => ({ exitCode }))]);
  }

  /** Resolves once the container that has ended, and its mounts, are gone. */
  gone(): Promise<void> {
    return this.client.gone();
  }

  /** Ends every process in the container; the daemon does it, so nothing inside can object. One that does not stand yet gets no order. */
  async kill(): Promise<void> {
    this.unwanted = true;
    await this.context.docker.run(["kill", "--signal", "KILL", this.name], { timeoutMs: this.context.patience.killMs });
  }

  async daemonAnswers(): Promise<boolean> {
    return (await this.context.docker.run(["version", "--format", "{{.Server.Version}}"], { timeoutMs: this.context.patience.killMs })).exitCode === 0;
  }

  /** For a daemon that does not do what it was asked. */
  remove(): Promise<void> {
    return this.client.remove();
  }

  /**
   * Lets go of a container that was not needed, and waits until it is gone. A client whose stdin ends before it has started its container may never start
   * it, and wait for ever; so it ends no sooner, and a client that waits too long is helped.
   */
  async discard(): Promise<void> {
    void this.standing.then(() => this.client.stdin.end());
    await this.client.gone();
  }
}

const reapers = ["/usr/bin/docker-init", "/usr/libexec/docker/docker-init", "/usr/bin/tini", "/usr/local/bin/docker-init"];

/**
 * Process 1 is `timeout`: nothing inside can stop or kill it, and the box ends with it. Orphans go to a small init below it, where the system has one,
 * so that ended ones do not count against the limit.
 */
async function firstProcess(lifetime: number): Promise<string[]> {
  for (const reaper of reapers) {
    if (
      await access(reaper).then(
        () => true,
        () => false,
      )
    )
      return ["timeout", "-s", "KILL", String(lifetime), reaper, "-s", "--"];
  }
  return ["timeout", "-s", "KILL", String(lifetime)];
}
