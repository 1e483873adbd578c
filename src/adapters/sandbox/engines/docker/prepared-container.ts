import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { access } from "node:fs/promises";
import type { BoxLimits } from "../../../../domain/limits.js";
import { lifetimeSeconds } from "../../policy.js";
import type { EngineContext } from "./context.js";
import { firstLine } from "./docker-cli.js";
import { type FilePlan, slotMounts } from "./file-plan.js";
import { GatedStream } from "./gated-stream.js";
import { hardenedArguments, limitArguments } from "./hardening.js";
import { endLine, readyLine, startedLine, waitScript } from "./order.js";

/** How long a container may wait for its order; then a new one is made, as its lifetime runs from its start. */
export const idleSeconds = 120;

/** A container comes up, or is taken down, in a fraction of a second; on a machine under load in some. */
const discardPatienceMs = 20_000;

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
  readonly name: string;
  readonly madeAt = performance.now();
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly context: EngineContext;
  private readonly output: GatedStream;
  private readonly errors: GatedStream;
  private readonly closed: Promise<number | null>;
  private readonly standing: Promise<boolean>;
  private unwanted = false;

  private constructor(parts: { readonly context: EngineContext; readonly name: string; readonly child: ChildProcessWithoutNullStreams }) {
    this.context = parts.context;
    this.name = parts.name;
    this.child = parts.child;
    const lines = { start: `${startedLine}\n`, end: this.lastLine };
    this.output = new GatedStream(lines);
    this.errors = new GatedStream(lines);
    this.child.stdin.on("error", () => undefined);
    this.child.stdout.on("data", (chunk: Buffer) => this.output.write(chunk));
    this.child.stderr.on("data", (chunk: Buffer) => this.errors.write(chunk));
    this.closed = new Promise((resolve) => {
      this.child.on("error", () => resolve(null));
      this.child.on("close", (code) => {
        this.output.flush();
        this.errors.flush();
        resolve(code);
      });
    });
    this.standing = Promise.race([this.output.saw(`${readyLine}\n`), this.closed.then(() => false)]);
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
    const child = context.guard.start([
      ...args,
      ...limitArguments(limits, context.hostCpus),
      ...["--user", `${plan.owner.uid}:${plan.owner.gid}`, "--workdir", "/"],
      ...plan.fixedMounts,
      ...slotMounts(plan, request.slotFolder, context.identity),
      ...[context.system.image, ...(await firstProcess(lifetimeSeconds(limits) + idleSeconds)), "sh", "-c", waitScript],
    ]);
    return new PreparedContainer({ context, name, child });
  }

  /** Sends the order and hands on what the command writes. Resolves when that is complete, with the client's status when it has ended by then. */
  async run(order: Buffer, hooks: RunHooks): Promise<{ readonly exitCode: number | null } | "output-complete"> {
    this.errors.onOpen(hooks.stderr, () => undefined);
    this.output.onOpen(hooks.stdout, hooks.started);
    if (await this.standing) {
      if (this.unwanted) this.child.stdin.end();
      else this.child.stdin.write(order);
    }
    const complete = Promise.all([this.output.finished, this.errors.finished]).then(() => "output-complete" as const);
    return Promise.race([complete, this.gone()]);
  }

  /** Resolves with the client's status once the container and its mounts are gone. */
  async gone(): Promise<{ readonly exitCode: number | null }> {
    return { exitCode: await this.closed };
  }

  /** Ends every process in the container; the daemon does it, so nothing inside can object. One that does not stand yet gets no order. */
  async kill(): Promise<void> {
    this.unwanted = true;
    await this.context.docker.run(["kill", "--signal", "KILL", this.name], 10_000);
  }

  async daemonAnswers(): Promise<boolean> {
    return (await this.context.docker.run(["version", "--format", "{{.Server.Version}}"], 5_000)).exitCode === 0;
  }

  /** For a daemon that answers no more. */
  abandon(): void {
    this.child.kill("SIGKILL");
    this.child.stdout.destroy();
    this.child.stderr.destroy();
  }

  /**
   * Lets go of a container that was not needed, and waits until it is gone. A client whose stdin ends before it has started its container may never start
   * it, and wait for ever; so it ends no sooner, and a client that waits too long is helped.
   */
  async discard(): Promise<void> {
    void this.standing.then(() => this.child.stdin.end());
    const patience = setTimeout(() => void this.remove(), discardPatienceMs);
    await this.closed;
    clearTimeout(patience);
  }

  private async remove(): Promise<void> {
    await this.context.docker.run(["rm", "--force", "--volumes", this.name], discardPatienceMs);
    this.abandon();
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
