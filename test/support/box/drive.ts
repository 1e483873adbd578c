import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import type { RunEnd } from "../../../src/domain/journal.js";
import type { BoxLimits } from "../../../src/domain/limits.js";
import { type Bench, ownFamily } from "./bench.js";

export interface DriveRequest {
  readonly command: string;
  readonly limits?: Partial<BoxLimits>;
  /** How many files the process has open when it starts the box. */
  readonly openDescriptors?: number;
  readonly hostEnvironment?: Readonly<Record<string, string>>;
  /** Says so on stderr when the box is asked to run its command. */
  readonly tellsStart?: boolean;
}

export interface Driven {
  readonly end: RunEnd;
  readonly stdout: string;
  readonly totalBytes: number;
  readonly omittedBytes: number;
  readonly maxRssBytes: number;
}

export interface DriverOptions {
  /** Put before the program: a command that changes what the machine looks like. */
  readonly wrapper?: readonly string[];
  readonly engine?: "docker" | "bubblewrap" | "auto";
}

let bundle: string | null = null;

function driverBundle(): string {
  if (bundle !== null) return bundle;
  const outfile = join(mkdtempSync(join(tmpdir(), "heal-driver-")), "driver.mjs");
  const entry = join(import.meta.dirname, "driver.ts");
  buildSync({ entryPoints: [entry], bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" });
  bundle = outfile;
  return outfile;
}

export function removeDriver(): void {
  if (bundle !== null) rmSync(dirname(bundle), { recursive: true, force: true });
  bundle = null;
}

/** Starts a process that runs one command in a box of its own sandbox. */
export function startDriver(bench: Pick<Bench, "engine" | "root">, request: DriveRequest, options: DriverOptions = {}): ChildProcess {
  const asked = JSON.stringify({ engine: options.engine ?? bench.engine, root: bench.root, family: ownFamily, ...request });
  const [program = "", ...args] = [...(options.wrapper ?? []), process.execPath, driverBundle(), Buffer.from(asked).toString("base64")];
  return spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
}

/** Resolves when the process says that it starts its command. */
export async function firstWord(child: ChildProcess): Promise<void> {
  await new Promise((resolve, reject) => {
    child.stderr?.once("data", resolve);
    child.once("close", () => reject(new Error("The driver ended before it started its command.")));
  });
}

/** What such a process printed: a result, or why no sandbox could be had. */
export async function outputOf(child: ChildProcess): Promise<string> {
  let [text, errors] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString("utf8");
  });
  await new Promise((resolve) => child.on("close", resolve));
  if (text === "") throw new Error(`The driver printed nothing: ${errors}`);
  return text;
}

export async function drive(bench: Pick<Bench, "engine" | "root">, request: DriveRequest): Promise<Driven> {
  const driven = JSON.parse(await outputOf(startDriver(bench, request))) as Driven | { readonly unavailable: unknown };
  if ("unavailable" in driven) throw new Error(`No sandbox: ${JSON.stringify(driven.unavailable)}`);
  return driven;
}
