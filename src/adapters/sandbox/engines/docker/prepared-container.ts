import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { access } from "node:fs/promises";
import type { BoxLimits } from "../../../../domain/limits.js";
import { lifetimeSeconds } from "../../policy.js";
import type { EngineContext } from "./context.js";
import { firstLine } from "./docker-cli.js";
import { type FilePlan, slotMounts } from "./file-plan.js";
import { hardenedArguments, limitArguments } from "./hardening.js";
import { readyLine, startedLine, waitScript } from "./order.js";
import { StartGate } from "./start-gate.js";

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

/** How the docker client ended: its status, and whether the command had been started by then. */
export interface ClientEnd {
  readonly exitCode: number | null;
  readonly started: boolean;
  readonly complaint: string;
}

/** A container that stands and waits for one order. It serves one command and is gone afterwards. */
export class PreparedContainer {
  readonly name: string;
  readonly madeAt = performance.now();
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly context: EngineContext;
  private readonly output = new StartGate(startedLine);
  private readonly errors = new StartGate(startedLine);
  private readonly closed: Promise<number | null>;
  private readonly standing: Promise<boolean>;

  private constructor(parts: { readonly context: EngineContext; readonly name: string; readonly child: ChildProcessWithoutNullStreams }) {
    this.context = parts.context;
    this.name = parts.name;
    this.child = parts.child;
    this.child.stdin.on("error", () => undefined);
    this.child.stdout.on("data", (chunk: Buffer) => this.output.write(chunk));
    this.child.stderr.on("data", (chunk: Buffer) => this.errors.write(chunk));
    this.closed = new Promise((resolve) => {
      this.child.on("error", () => resolve(null));
      this.child.on("close", (code) => resolve(code));
    });
    this.standing = Promise.race([this.output.saw(readyLine), this.closed.then(() => false)]);
  }

  static async start(context: EngineContext, request: ContainerRequest): Promise<PreparedContainer> {
    const { name, args } = hardenedArguments(context.identity);
    const { plan, limits } = request;
    const child = context.docker.spawn([
      ...args,
      ...limitArguments(limits, context.hostCpus),
      ...["--user", `${plan.owner.uid}:${plan.owner.gid}`, "--workdir", "/"],
      ...plan.fixedMounts,
      ...slotMounts(plan, request.slotFolder),
      ...[context.system.image, ...(await firstProcess(lifetimeSeconds(limits) + idleSeconds)), "sh", "-c", waitScript],
    ]);
    return new PreparedContainer({ context, name, child });
  }

  /** False when the container did not come up. */
  stands(): Promise<boolean> {
    return this.standing;
  }

  async run(order: Buffer, hooks: RunHooks): Promise<ClientEnd> {
    this.errors.open(hooks.stderr);
    this.output.open(hooks.stdout, hooks.started);
    if (await this.standing) this.child.stdin.write(order);
    const exitCode = await this.closed;
    return { exitCode, started: this.output.isOpen, complaint: firstLine(this.errors.before) };
  }

  /** Ends every process in the container; the daemon does it, so nothing inside can object. */
  async kill(): Promise<void> {
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

  /** Lets go of a container that was not needed, and waits until it is gone. */
  async discard(): Promise<void> {
    this.child.stdin.end();
    await this.closed;
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
