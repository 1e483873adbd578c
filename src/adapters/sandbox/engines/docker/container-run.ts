import type { RunEnd } from "../../../../domain/journal.js";
import type { BoxLimits } from "../../../../domain/limits.js";
import { OutputCapture } from "../../output-capture.js";
import type { Patience } from "../../patience.js";
import { endOfExit } from "../../run-end.js";
import type { DaemonEvents } from "./daemon-events.js";
import { hanging } from "./docker-cli.js";
import { orderExit } from "./order.js";
import type { PreparedContainer } from "./prepared-container.js";

export interface ContainerRun {
  readonly end: RunEnd;
  readonly stdout: OutputCapture;
  readonly stderr: OutputCapture;
  readonly durationMs: number;
  readonly outOfMemory: boolean;
}

export interface RunRequest {
  readonly container: PreparedContainer;
  readonly events: DaemonEvents;
  readonly order: Buffer;
  readonly limits: BoxLimits;
  readonly patience: Patience;
  readonly signal: AbortSignal | undefined;
}

/** Gives a waiting container its order and waits for its end, which comes at the deadline at the latest. */
export async function runInContainer(request: RunRequest): Promise<ContainerRun> {
  const [stdout, stderr] = [new OutputCapture(request.limits.outputBytes), new OutputCapture(request.limits.outputBytes)];
  const stopper = new Stopper(request);
  let startedAt = performance.now();
  const client = await Promise.race([
    stopper.daemonGone,
    request.container.run(request.order, {
      started: () => {
        startedAt = performance.now();
        stopper.started();
      },
      stdout: (chunk) => stdout.write(chunk),
      stderr: (chunk) => stderr.write(chunk),
    }),
  ]);
  const durationMs = performance.now() - startedAt;
  const end = client === null ? unanswered(stopper, request) : await endOf(client, { request, stopper });
  stopper.end();
  return { end, stdout, stderr, durationMs, outOfMemory: request.events.ranOutOfMemory(request.container.name) };
}

const lostDaemon: RunEnd = {
  kind: "not-started",
  reason: "The Docker daemon stopped answering while the command ran. Restart it, or use `sandbox: bubblewrap`.",
};

/** The daemon was told to end the container, and nothing came of it. */
function unanswered(stopper: Stopper, request: RunRequest): RunEnd {
  return stopper.reason === "start" ? { kind: "not-started", reason: notUp(request) } : lostDaemon;
}

function notUp({ patience }: RunRequest): string {
  return hanging("The container of a box did not come up", patience.startMs);
}

type Client = Awaited<ReturnType<PreparedContainer["run"]>>;

async function endOf(client: Client, parts: { readonly request: RunRequest; readonly stopper: Stopper }): Promise<RunEnd> {
  const { request, stopper } = parts;
  const { container } = request;
  if (stopper.reason === "cancelled") return { kind: "cancelled" };
  if (client !== "output-complete" && !container.started) return { kind: "not-started", reason: whyNotStarted(client.exitCode, request, stopper) };
  if (stopper.reason === "deadline") return { kind: "timed-out", afterMs: request.limits.timeoutMs };
  if (client !== "output-complete" && client.exitCode === 0) return { kind: "exited", exitCode: 0 };
  const death = await request.events.death(container.name, request.patience.killMs);
  if (death === null) return lostDaemon;
  if (death.outOfMemory && death.exitCode === 137) return { kind: "limit-reached", limit: "memory", heldBy: "cgroup" };
  const end = endOfExit(death.exitCode);
  return end.kind === "signalled" && !(await container.daemonAnswers()) ? lostDaemon : end;
}

function whyNotStarted(exitCode: number | null, request: RunRequest, stopper: Stopper): string {
  const { container } = request;
  if (stopper.reason === "start") return notUp(request);
  if (exitCode === orderExit.noDirectory) return "The command's folder does not exist in the box.";
  if (exitCode === orderExit.patchRefused) return container.complaint.replace(/^heal: /, "The patch cannot be laid over the tree: ");
  return `Docker did not start the box: ${container.complaint}`;
}

/** Ends the container at the deadline, on cancel, or when it does not come up. */
class Stopper {
  reason: "deadline" | "cancelled" | "start" | null = null;
  /** Resolves to null when the daemon was told to end the container and did not. */
  readonly daemonGone: Promise<null>;
  private readonly request: RunRequest;
  private giveUp: () => void = () => undefined;
  private timer: NodeJS.Timeout;
  private lastResort: NodeJS.Timeout | null = null;
  private readonly cancel = (): void => this.stop("cancelled");

  constructor(request: RunRequest) {
    this.request = request;
    this.daemonGone = new Promise((resolve) => {
      this.giveUp = () => resolve(null);
    });
    this.timer = setTimeout(() => this.stop("start"), request.patience.startMs);
    request.signal?.addEventListener("abort", this.cancel);
    if (request.signal?.aborted === true) this.cancel();
  }

  started(): void {
    clearTimeout(this.timer);
    if (this.reason === null) this.timer = setTimeout(() => this.stop("deadline"), this.request.limits.timeoutMs);
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.lastResort !== null) clearTimeout(this.lastResort);
    this.request.signal?.removeEventListener("abort", this.cancel);
  }

  private stop(reason: NonNullable<Stopper["reason"]>): void {
    if (this.reason !== null) return;
    this.reason = reason;
    clearTimeout(this.timer);
    const { container, patience } = this.request;
    void container.kill();
    this.lastResort = setTimeout(() => {
      void container.remove();
      this.giveUp();
    }, patience.killMs);
  }
}
