import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { EngineContext } from "./context.js";
import { LineStream } from "./line-stream.js";

export interface Death {
  readonly exitCode: number;
  /** The kernel ended at least one process of the container because its memory was used up. */
  readonly outOfMemory: boolean;
}

interface DaemonEvent {
  readonly action: string;
  readonly name: string;
  readonly exitCode: number;
}

/** The daemon's own account of how our containers end; the client's exit status alone cannot tell its own failures from the command's. */
export class DaemonEvents {
  /** False once the daemon, or the client that listens, is gone. */
  listening = true;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly outOfMemory = new Set<string>();
  private readonly deaths = new Map<string, Death>();
  private readonly waiting = new Map<string, (death: Death) => void>();

  constructor(context: EngineContext) {
    const filters = ["type=container", "event=oom", "event=die", `label=heal.run=${context.identity.id}`].flatMap((filter) => ["--filter", filter]);
    const format = '{{.Action}} {{.Actor.Attributes.name}} {{index .Actor.Attributes "exitCode"}}';
    this.child = context.docker.spawn(["events", ...filters, "--format", format]);
    this.child.stdin.end();
    this.child.stderr.resume();
    this.child.on("error", () => undefined);
    void this.follow(new LineStream(this.child.stdout));
  }

  /** null when the daemon tells of no death in that time: it did not see the container end. */
  death(name: string, patienceMs: number): Promise<Death | null> {
    const known = this.deaths.get(name);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.waiting.delete(name);
        resolve(null);
      }, patienceMs);
      this.waiting.set(name, (death) => {
        clearTimeout(timer);
        resolve(death);
      });
    });
  }

  /** Also of a container that still runs. */
  ranOutOfMemory(name: string): boolean {
    return this.outOfMemory.has(name);
  }

  stop(): void {
    this.child.kill("SIGKILL");
  }

  private async follow(lines: LineStream): Promise<void> {
    for (let line = await lines.line(); line !== null; line = await lines.line()) this.take(parseEvent(line));
    this.listening = false;
  }

  private take(event: DaemonEvent): void {
    if (event.action === "oom") this.outOfMemory.add(event.name);
    if (event.action !== "die") return;
    const death = { exitCode: event.exitCode, outOfMemory: this.outOfMemory.has(event.name) };
    this.deaths.set(event.name, death);
    this.waiting.get(event.name)?.(death);
    this.waiting.delete(event.name);
  }
}

function parseEvent(line: string): DaemonEvent {
  const [action = "", name = "", exitCode = ""] = line.split(" ");
  return { action, name, exitCode: Number.parseInt(exitCode, 10) };
}
