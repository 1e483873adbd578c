import { close, constants, open } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { OutputCapture } from "./output-capture.js";
import { runTool } from "./run-tool.js";

const openFile = promisify(open);
const closeFile = promisify(close);

/**
 * The two streams of a command as real pipes. Node's own `stdio: "pipe"` makes socket pairs, and a program that opens `/dev/stdout` or `/dev/stderr`
 * by name (many shell scripts do) fails on a socket.
 */
export class OutputPipes {
  /** For `spawn`: descriptors of the writing ends. */
  readonly writers: readonly [number, number];
  readonly stdout: OutputCapture;
  readonly stderr: OutputCapture;
  private readonly sockets: readonly Socket[];
  private readonly ended: Promise<unknown>;

  constructor(readers: readonly [number, number], writers: readonly [number, number], limitBytes: number) {
    this.writers = writers;
    this.stdout = new OutputCapture(limitBytes);
    this.stderr = new OutputCapture(limitBytes);
    this.sockets = readers.map((fd) => new Socket({ fd, readable: true, writable: false }));
    for (const [index, capture] of [this.stdout, this.stderr].entries()) this.sockets[index]?.on("data", (chunk: Buffer) => capture.write(chunk));
    this.ended = Promise.all(this.sockets.map(closed));
  }

  /** Once the child has them, our writing ends must go, or the pipes never end. */
  async closeWriters(): Promise<void> {
    await Promise.all(this.writers.map((fd) => closeFile(fd)));
  }

  /** Waits until both pipes have ended; after `patienceMs` whoever still holds one is no longer listened to. */
  async drained(patienceMs: number): Promise<void> {
    const timer = setTimeout(() => this.sockets.forEach((socket) => void socket.destroy()), patienceMs);
    await this.ended;
    clearTimeout(timer);
  }

  abandon(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  ref(): void {
    for (const socket of this.sockets) socket.ref();
  }

  unref(): void {
    for (const socket of this.sockets) socket.unref();
  }
}

/** @param folder where the two pipes get their names; private to the command */
export async function openOutputPipes(folder: string, limitBytes: number): Promise<OutputPipes> {
  const names = ["stdout", "stderr"].map((name) => join(folder, name)) as [string, string];
  const made = await runTool("mkfifo", ["-m", "622", ...names]);
  if (made.exitCode !== 0) throw new Error(`Making pipes failed: ${made.stderr.trim()}`);
  const readers = await Promise.all([openReader(names[0]), openReader(names[1])]);
  const writers = await Promise.all([openFile(names[0], constants.O_WRONLY), openFile(names[1], constants.O_WRONLY)]);
  return new OutputPipes(readers, writers, limitBytes);
}

function openReader(name: string): Promise<number> {
  return openFile(name, constants.O_RDONLY | constants.O_NONBLOCK);
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve());
  });
}
