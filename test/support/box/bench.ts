import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../../../src/adapters/sandbox/create.js";
import type { BoxLimits } from "../../../src/domain/limits.js";
import { emptyPatch, type Patch } from "../../../src/domain/patch.js";
import type { Box, BoxCommand, BoxResult, Layer, Sandbox } from "../../../src/ports/sandbox.js";

export type BoxedEngine = "docker" | "bubblewrap";

export const mebibyte = 1024 ** 2;

/** Small, so that what runs into them does so within a second. */
export const smallLimits: BoxLimits = {
  memoryBytes: 192 * mebibyte,
  processes: 64,
  cpus: 1,
  diskBytes: 48 * mebibyte,
  inodes: 3_000,
  outputBytes: mebibyte,
  timeoutMs: 20_000,
};

/** Stands in the host's environment, files and sockets; must never be seen in a box. */
export const canary = "CANARY-5d1f0c7e";

/** As the process of a hosted runner's action has it. */
export const runnerEnvironment = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: process.env.HOME ?? "/",
  INPUT_API_KEY: canary,
  "INPUT_GITHUB-TOKEN": canary,
  ACTIONS_RUNTIME_TOKEN: canary,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: canary,
  AWS_SECRET_ACCESS_KEY: canary,
  HTTPS_PROXY: `http://user:${canary}@proxy.invalid:3128`,
  ...(process.env.DOCKER_HOST === undefined ? {} : { DOCKER_HOST: process.env.DOCKER_HOST }),
};

export type RunOptions = Partial<Omit<BoxCommand, "command">> & { readonly patch?: Patch; readonly layers?: readonly Layer[] };

/** No other run of Heal sweeps what this process leaves on purpose. */
export const ownFamily = `t${process.pid}`;

/** One sandbox over one tree, shared by the cases of an engine. */
export class Bench {
  readonly engine: BoxedEngine;
  readonly sandbox: Sandbox;
  readonly root: string;
  private readonly boxes: Box[] = [];

  private constructor(engine: BoxedEngine, parts: { readonly sandbox: Sandbox; readonly root: string }) {
    this.engine = engine;
    this.sandbox = parts.sandbox;
    this.root = parts.root;
  }

  static async open(engine: BoxedEngine): Promise<Bench> {
    const root = makeTree();
    const choice = await createSandbox({ choice: engine, limits: smallLimits, root, hostEnvironment: runnerEnvironment, family: ownFamily });
    if (choice.kind === "unavailable") throw new Error(choice.tried.map(({ reason, remedy }) => `${engine}: ${reason} ${remedy}`).join("\n"));
    return new Bench(engine, { sandbox: choice.sandbox, root });
  }

  async run(command: string, options: RunOptions = {}): Promise<BoxResult> {
    const { patch, layers, ...rest } = options;
    const box = await this.box({ patch: patch ?? emptyPatch, layers: layers ?? [] });
    return box.run({ command, directory: "", environment: {}, tools: {}, collect: [], writes: "discard", ...rest });
  }

  /** The text of both streams. */
  async say(command: string, options: RunOptions = {}): Promise<string> {
    const { stdout, stderr } = await this.run(command, options);
    return stdout.head + stdout.tail + stderr.head + stderr.tail;
  }

  /** Runs a Python program: the cases need system calls that no shell makes. */
  python(program: string, options: RunOptions = {}): Promise<BoxResult> {
    return this.run('python3 "$HEAL_TOOLS/case.py"', { ...options, tools: { "case.py": program }, environment: { HEAL_TOOLS: "/heal/tools" } });
  }

  async box(spec: { readonly patch: Patch; readonly layers: readonly Layer[] }): Promise<Box> {
    const box = await this.sandbox.open({ base: { root: this.root, overlays: [] }, ...spec });
    this.boxes.push(box);
    return box;
  }

  async close(): Promise<void> {
    for (const box of this.boxes) await box.close();
    await this.sandbox.close();
    rmSync(join(this.root, ".."), { recursive: true, force: true });
  }
}

/** A checkout as actions/checkout leaves it, with a nested repository and a submodule; owned by this user. */
export function makeTree(name = "tree"): string {
  const root = join(mkdtempSync(join(tmpdir(), "heal-case-")), name);
  const put = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put("readme.txt", "as committed\n");
  put("src/code.py", "value = 1\n");
  put("src/old.py", "gone = True\n");
  put(".git/config", `[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic ${canary}\n`);
  put(".git/HEAD", "ref: refs/heads/main\n");
  put("vendor/library/.git/config", `[remote "origin"]\n\turl = https://x:${canary}@github.com/a/b\n`);
  put(".gitmodules", '[submodule "deep"]\n\tpath = third/party/deep/module\n\turl = https://example.invalid/m\n');
  put("third/party/deep/module/.git", "gitdir: ../../../../.git/modules/deep\n");
  put("third/party/deep/module/m.txt", "module\n");
  return root;
}

/** Gives a tree to another user; only root can. */
export function giveTo(root: string, uid: number): void {
  for (const path of ["", "readme.txt", "src", "src/code.py", "src/old.py"]) chownSync(join(root, path), uid, uid);
}

export function copyTree(from: string, name: string): string {
  const to = join(mkdtempSync(join(tmpdir(), "heal-case-")), name);
  cpSync(from, to, { recursive: true });
  return to;
}
