import { type ChildProcess, spawn } from "node:child_process";
import { stat, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { basename, join } from "node:path";
import type { Writable } from "node:stream";
import type { BoxLimits } from "../../../../domain/limits.js";
import { ControlGroups } from "../../cgroups.js";
import type { FolderBind } from "../../folder-bind.js";
import { type OutputPipes, openOutputPipes } from "../../output-pipes.js";
import { removeTree } from "../../run-folder.js";
import type { EngineRun } from "./engine-run.js";
import { enterFile, groundScript, type User } from "./launcher.js";
import { reachTools } from "./reach.js";

/** How the launcher ended its command, as far as it said so. */
export interface GroundEnd {
  /** Exit status of the box; null when the launcher did not come so far. */
  readonly exitCode: number | null;
  /** The launcher could not be started at all. */
  readonly startError: string | null;
}

/** A launcher still has to unmount when it is let go; one that cannot is killed. */
const leavingMs = 20_000;

/**
 * What a command's box will stand on: its folder, control groups, pipes, and a launcher that has mounted scratch and base and waits. Made for any
 * command with the same limits, so it can be made ahead.
 */
export class Ground {
  /** Of its folder within the run's folder. */
  readonly name: string;
  readonly folder: string;
  readonly groups: ControlGroups;
  readonly pipes: OutputPipes;
  readonly tools: readonly FolderBind[];
  readonly ended: Promise<GroundEnd>;
  /** The inside script has said that the box stands. */
  marked = false;
  private readonly child: ChildProcess;
  private readonly exited: Promise<string | null>;
  private isGone = false;
  private onStart: () => void = () => undefined;

  private constructor(parts: GroundParts, child: ChildProcess) {
    this.name = parts.name;
    this.folder = parts.folder;
    this.groups = parts.groups;
    this.pipes = parts.pipes;
    this.tools = parts.tools;
    this.child = child;
    this.rope.on("error", () => undefined);
    this.exited = new Promise((resolve) => {
      child.on("error", (error) => resolve(error.message));
      child.on("exit", () => resolve(null));
    });
    void this.exited.then(() => {
      this.isGone = true;
    });
    const said = this.listen(child.stdio[3] as Socket);
    this.ended = Promise.race([said.then((exitCode) => ({ exitCode, startError: null })), this.exited.then((startError) => ({ exitCode: null, startError }))]);
  }

  static async prepare(run: EngineRun, limits: BoxLimits): Promise<Ground> {
    const name = await run.files.newFolder("c");
    const folder = join(run.files.folder, name);
    // The run's folder has a name of its own, so two sandboxes of one process do not share groups.
    const groups = new ControlGroups(run.host.hierarchies, groupName(basename(run.files.folder), name));
    const switchTo = switchFor(run);
    const [reached, pipes] = await Promise.all([
      switchTo === null ? { binds: run.tools.binds, first: [] } : reachTools(run.tools.binds, folder),
      openOutputPipes(folder, limits.outputBytes),
      groups.create(limits),
      run.files.makeFolder(`${name}/scratch`),
      run.files.makeFolder(`${name}/tools`),
    ]);
    const script = groundScript({
      folder,
      parent: process.pid,
      base: run.base,
      rootMode: (await stat(run.base)).mode & 0o7777,
      scratch: run.host.imageScratch
        ? { kind: "image", template: `../${await run.files.scratchTemplate(limits)}` }
        : { kind: "memory", bytes: limits.diskBytes, inodes: limits.inodes },
      switchTo,
      first: reached.first,
    });
    await writeFile(join(folder, "launch.sh"), script);
    const ground = new Ground({ name, folder, groups, pipes, tools: reached.binds }, startLauncher(run, folder, pipes));
    await pipes.closeWriters();
    return ground;
  }

  /** Of the launcher; its working directory is the command's folder with the mounts in it. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Where the host sees what the box wrote, until the launcher is let go. */
  get scratch(): string {
    return `/proc/${this.child.pid ?? "none"}/cwd/scratch`;
  }

  get usable(): boolean {
    return !this.isGone;
  }

  /** @param onStart called when the box stands and its command begins */
  async enter(script: string, onStart: () => void): Promise<void> {
    this.onStart = onStart;
    await writeFile(join(this.folder, enterFile), script);
    this.rope.write("go\n");
  }

  kill(): void {
    if (this.child.pid !== undefined && !this.isGone) killQuietly(-this.child.pid);
  }

  /** Lets the launcher go, and with it the mounts; then removes what is left. */
  async leave(): Promise<void> {
    this.rope.end();
    const timer = setTimeout(() => this.kill(), leavingMs);
    await this.exited;
    clearTimeout(timer);
    this.pipes.abandon();
    await this.groups.remove();
    await removeTree(this.folder);
  }

  /** Waiting for a command must not keep Heal's own process from ending. */
  rest(): void {
    for (const handle of this.handles) handle.unref();
  }

  wake(): void {
    for (const handle of this.handles) handle.ref();
  }

  private get handles(): readonly { ref(): void; unref(): void }[] {
    return [this.child, this.rope as Socket, this.child.stdio[3] as Socket, this.pipes];
  }

  private get rope(): Writable {
    return this.child.stdin as Writable;
  }

  private listen(news: Socket): Promise<number> {
    let text = "";
    return new Promise((resolve) => {
      news.on("error", () => undefined);
      news.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
        if (!this.marked && text.includes("started\n")) {
          this.marked = true;
          news.write("go\n");
          this.onStart();
        }
        const end = /^ended (\d+)$/m.exec(text);
        if (end !== null) resolve(Number(end[1]));
      });
    });
  }
}

/** `heal-box-<pid>-<start time>-<random>-<command>`: the sweep tells by it whose it is. */
export function groupName(runFolder: string, command: string): string {
  return `${runFolder}-${command}`;
}

interface GroundParts {
  readonly name: string;
  readonly folder: string;
  readonly groups: ControlGroups;
  readonly pipes: OutputPipes;
  readonly tools: readonly FolderBind[];
}

export function switchFor(run: EngineRun): User | null {
  return run.host.root && run.user.uid !== 0 ? run.user : null;
}

/** Own process group, so that Ctrl-C on a terminal reaches Heal first. The launcher asks to be killed when Heal dies, and bwrap when the launcher does. */
function startLauncher(run: EngineRun, folder: string, pipes: OutputPipes): ChildProcess {
  const spaces = run.host.root ? ["--mount"] : ["--user", "--map-root-user", "--mount"];
  const args = [...spaces, "setpriv", "--pdeathsig", "KILL", "sh", join(folder, "launch.sh")];
  return spawn("unshare", args, { cwd: "/", detached: true, stdio: ["pipe", ...pipes.writers, "pipe"], env: { PATH: run.programPath, LC_ALL: "C" } });
}

export function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}
