import { spawn } from "node:child_process";
import { ordinaryPatience } from "./patience.js";

export interface ToolResult {
  /** null when the program could not be started or was killed. */
  readonly exitCode: number | null;
  /** It was killed because its time was up. */
  readonly overdue: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const outputCap = 64 * 1024;

/** Where the system keeps its programs; a PATH that earlier steps could have changed is not asked. */
export const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export interface ToolOptions {
  readonly timeoutMs?: number;
  readonly path?: string;
  /** Added to PATH and LC_ALL, which are all a tool gets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What it reads; left out = nothing. */
  readonly input?: Buffer;
}

/**
 * Runs one of the system's own programs (never repository code), without a shell and with a short environment.
 * Plain `spawn` and not execa here and for boxes: they need exact descriptors, no buffering and no signal handling of a library's.
 */
export function runTool(command: string, args: readonly string[], options: ToolOptions = {}): Promise<ToolResult> {
  return new Promise((resolve) => {
    const env = { PATH: options.path ?? systemPath, LC_ALL: "C", ...options.environment };
    const timeout = options.timeoutMs ?? ordinaryPatience.startMs;
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], env, timeout, killSignal: "SIGKILL" });
    child.stdin.on("error", () => undefined).end(options.input);
    const text = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      if (text.stdout.length < outputCap) text.stdout += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (text.stderr.length < outputCap) text.stderr += chunk.toString("utf8");
    });
    child.on("error", (error) => resolve({ exitCode: null, overdue: false, stdout: text.stdout, stderr: error.message }));
    // Whoever it started may hold its pipes for longer than it lived.
    child.on("exit", () => {
      if (child.killed) for (const stream of [child.stdout, child.stderr]) stream.destroy();
    });
    child.on("close", (exitCode) => resolve({ exitCode, overdue: child.killed, ...text }));
  });
}
