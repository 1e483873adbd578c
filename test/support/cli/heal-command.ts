import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { asOrdinaryUser } from "../as-ordinary-user.js";

export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string | Buffer;
  /** Put before the command: a mount namespace, another user. */
  readonly wrapper?: readonly string[];
  readonly user?: "ordinary";
  /** Its own process group, so that a signal can be sent to the group. */
  readonly group?: "own";
}

export interface CommandResult {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
}

const root = resolve(import.meta.dirname, "../../..");

/** The command line as from a checkout: `node scripts/run.cjs src/cli.ts …`. */
export function healCommand(args: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, `${root}/scripts/run.cjs`, `${root}/src/cli.ts`, ...args];
}

export function startHeal(args: readonly string[], options: CommandOptions = {}): StartedCommand {
  const own = healCommand(args);
  const asUser = options.user === undefined ? own : asOrdinaryUser(own, options.environment);
  const [program, ...rest] = [...(options.wrapper ?? []), ...asUser] as [string, ...string[]];
  const child = spawn(program, rest, {
    cwd: (options.folder ?? "/") as string,
    detached: options.group === "own",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.environment },
  });
  const text = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    text.stdout += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    text.stderr += chunk.toString("utf8");
  });
  const ended = new Promise<CommandResult>((done, fail) => {
    child.on("error", fail);
    child.on("close", (status, signal) => done({ status, signal, ...text }));
  });
  return { child, ended };
}

export function heal(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return startHeal(args, options).ended;
}

export interface RunRequest extends CommandOptions {
  readonly cwd: string;
  readonly check: string;
  readonly out: string;
  readonly more?: readonly string[];
}

export function runArguments({ cwd, check, out, more = [] }: Pick<RunRequest, "cwd" | "check" | "out" | "more">): string[] {
  return ["run", "--cwd", cwd, "--check", check, "--sandbox", "bubblewrap", "--seed", "1", "--out", out, ...more];
}

export function healRun(request: RunRequest): Promise<CommandResult> {
  return heal(runArguments(request), request);
}

export interface Outcome {
  readonly outcome: string;
  readonly stopReason: string;
  readonly summary: string;
  readonly files: readonly string[];
}

export function outcomeIn(bundle: string): Outcome {
  return JSON.parse(readFileSync(`${bundle}/outcome.json`, "utf8")) as Outcome;
}
