import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { within } from "../../patience.js";
import type { EngineContext } from "./context.js";
import { DockerError, firstLine, hanging } from "./docker-cli.js";

const keptComplaint = 4096;

export interface ContainerOrder {
  readonly name: string;
  /** That start a container of this name. */
  readonly args: readonly string[];
}

export interface Expected<T> {
  readonly answer: Promise<T>;
  /** First half of the sentence for its absence: "The container … did not come up". */
  readonly failure: string;
  readonly limitMs: number;
}

/**
 * One of our containers, and the docker client that runs it. The daemon may take an order and never fulfil it, and then the client waits for ever: so
 * nothing is awaited of either without a limit, and at the limit both are removed.
 */
export class ContainerClient {
  readonly name: string;
  /** With the client's status, once the container and its mounts are gone or nobody waits for that any more. */
  readonly ended: Promise<number | null>;
  private readonly context: EngineContext;
  private readonly child: ChildProcessWithoutNullStreams;
  private said = "";
  private removal: Promise<void> | null = null;

  private constructor(context: EngineContext, name: string, child: ChildProcessWithoutNullStreams) {
    this.context = context;
    this.name = name;
    this.child = child;
    child.stdin.on("error", () => undefined);
    child.stderr.on("data", (chunk: Buffer) => {
      if (this.said.length < keptComplaint) this.said += chunk.toString("utf8");
    });
    this.ended = new Promise((resolve) => {
      child.on("error", () => resolve(null));
      child.on("close", (code) => resolve(code));
    });
  }

  static start(context: EngineContext, { name, args }: ContainerOrder): ContainerClient {
    return new ContainerClient(context, name, context.guard.start(args));
  }

  get stdin(): Writable {
    return this.child.stdin;
  }

  get stdout(): Readable {
    return this.child.stdout;
  }

  get stderr(): Readable {
    return this.child.stderr;
  }

  get complaint(): string {
    return firstLine(this.said);
  }

  /** What the container says, in time; otherwise it is removed and the daemon is said to hang. */
  async expect<T>({ answer, failure, limitMs }: Expected<T>): Promise<T> {
    const got = await within(limitMs, answer);
    if (got.kind === "done") return got.value;
    await this.remove();
    throw new DockerError(hanging(failure, limitMs));
  }

  /** Waits until the container that was let go, and its mounts, are gone, and helps when that takes too long. */
  async gone(): Promise<void> {
    const end = await within(this.context.patience.endMs, this.ended);
    if (end.kind === "overdue") await this.remove();
    await this.removal;
  }

  /** Takes both away, whatever state they are in. */
  remove(): Promise<void> {
    this.removal ??= this.takeAway();
    return this.removal;
  }

  /** The client goes first, so that it does not start what the daemon is just told to remove. */
  private async takeAway(): Promise<void> {
    const { docker, guard, patience } = this.context;
    guard.doubt();
    this.child.kill("SIGKILL");
    for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) stream.destroy();
    await docker.run(["rm", "--force", "--volumes", this.name], { timeoutMs: patience.endMs });
  }
}
