import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { DockerCli } from "./docker-cli.js";

export interface Guarded {
  /** Value of the label that all containers of the sandbox carry. */
  readonly run: string;
  /** Of the sandbox on the host. */
  readonly folder: string;
  /** Lifetime of a box: the longest that anything is looked for after Heal's death. */
  readonly seconds: number;
}

/**
 * A container lives on when Heal is killed until its stdin ends or its lifetime does, but one that was made and never started has neither: the client that
 * was to start it may die, as its streams lead nowhere. So a small process of its own session waits for Heal's end, and then removes what the daemon
 * made and nobody will start, and at last the sandbox's folder. It looks until a while after the last client has ended, as the daemon may still be at work on what that asked for.
 */
export class CrashGuard {
  private readonly docker: DockerCli;
  private readonly child: ChildProcess;
  private readonly rope: Socket;
  /** Every client has the other end open too. */
  private readonly clients: Socket;
  private isCertain = true;

  constructor(docker: DockerCli, guarded: Guarded) {
    this.docker = docker;
    const args = ["-c", guardScript, "heal-guard", guarded.run, guarded.folder, String(guarded.seconds)];
    this.child = spawn("sh", args, { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore", "pipe"], env: docker.environment });
    this.rope = this.child.stdin as Socket;
    this.clients = this.child.stdio[3] as Socket;
    this.child.on("error", () => undefined);
    for (const stream of [this.rope, this.clients]) stream.on("error", () => undefined);
    // It waits for this process to end, so this process must not wait for it.
    for (const handle of [this.child, this.rope, this.clients]) handle.unref();
  }

  /** `docker` with the given arguments; they make a container with the label. */
  start(args: readonly string[]): ChildProcessWithoutNullStreams {
    return this.docker.spawn(args, [this.clients]);
  }

  /** For when a container was given up: the daemon may make it, or remove it, at any time after. */
  doubt(): void {
    this.isCertain = false;
  }

  /** For when all containers are gone. In doubt it looks for them as after Heal's death. */
  stop(): void {
    this.rope.end(this.isCertain ? "closed\n" : "");
    this.clients.destroy();
  }
}

const secondsAfterLastClient = 5;
/** A daemon that never answers keeps nobody. */
const secondsPerAnswer = 60;

/** What runs is left to its own end while there are clients, since a script in it may be letting go of a disk. */
const guardScript = `trap '' HUP INT TERM
while read -r word; do [ "$word" != closed ] || exit 0; done
docker() { timeout -s KILL ${secondsPerAnswer} docker "$@"; }
remove() {
  found=$(docker ps --all --quiet --no-trunc --filter "label=heal.run=$run" "$@")
  [ -z "$found" ] || docker rm --force --volumes $found
}
run=$1 folder=$2
cat <&3 &
clients=$!
left=${secondsAfterLastClient}
for second in $(seq "$3"); do
  [ "$left" -gt 0 ] || break
  remove --filter status=created
  kill -0 "$clients" || left=$((left - 1))
  sleep 1
done
remove
volumes=$(docker volume ls --quiet --filter "label=heal.run=$run")
[ -z "$volumes" ] || docker volume rm $volumes
rm -rf -- "$folder"
`;
